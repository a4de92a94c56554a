"""The dialogues of one book.

Book → marks → turns → dialogues. Every rule is a function: `turns.py` tells speech from narration,
`dialogue_gap.py` parts dialogues, `filters/` says what is too little or too long. The profile `reference`
is a way of its own: `reference/`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from dialogue_etl import dialogue_rows
from dialogue_etl.filters import Drop
from dialogue_etl.filters.books import min_delimiters
from dialogue_etl.filters.dialogues import max_words
from dialogue_etl.sources.books.boundaries import find_boundaries, find_gaps
from dialogue_etl.sources.books.boundaries.runs import runs_of, sizes
from dialogue_etl.sources.books.marks import own_marks
from dialogue_etl.sources.books.reference import reference_dialogues
from dialogue_etl.sources.books.reference.columns import in_columns
from dialogue_etl.sources.books.spoken import find_spoken
from dialogue_etl.sources.books.talk import REASONS
from dialogue_etl.tables import DIALOGUES
from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.spans import Spans, texts_of
from dialogue_etl.text.words import count_words_of_points, count_words_of_utterances

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pyarrow as pa

    from dialogue_etl.dialogue_rows import Turns
    from dialogue_etl.languages import Language
    from dialogue_etl.params import Extract
    from dialogue_etl.sources.books.boundaries.model import BoundaryModel
    from dialogue_etl.sources.books.boundaries.runs import Size
    from dialogue_etl.sources.books.talk import Reasons
    from dialogue_etl.text.quotations import Quotations

    Run = tuple[int, int]
    _Dropped = tuple[Run, Drop]

STAGE = "extract"
_EXCERPT = 200
_REASONS = tuple(map(Drop, REASONS))
_NO_DIALOGUES = DIALOGUES.empty_table()  # one for all books: nobody writes to a table


@dataclass
class Extraction:
    """What a book gives: rows of the tables dialogues, scores and drops, and sizes.

    `by_rules` says that the rules parted its dialogues for want of a trained classifier.
    """

    dialogues: pa.Table = field(default_factory=lambda: _NO_DIALOGUES)
    scores: list[dict[str, Any]] = field(default_factory=list)
    drops: list[dict[str, Any]] = field(default_factory=list)
    sizes: list[Size] = field(default_factory=list)
    by_rules: bool = False


def extract_book(
    id: str,
    text: str,
    language: Language,
    params: Extract,
    *,
    words: int | None = None,
    apparatus: Sequence[Mapping[str, Any]] = (),
    model: BoundaryModel | None = None,
    others: Sequence[Language] = (),
) -> Extraction:
    r"""The dialogues of one book.

    Args:
        id: of the book; it begins the ids of its dialogues.
        text: of the book, `\n` line ends; all offsets count characters in it.
        language: what its speech marks may be.
        params: the knobs of this stage. With the profile `reference` no other one is looked at, and the span
            of a turn is its paragraph.
        words: of the book, white-space separated, where they are counted already.
        apparatus: stretches of the text that are no running text, in order, as in the texts table.
        model: the boundary classifier; without one `boundaries: model` is taken as `rules`.
        others: languages the book is said to hold as well.
    """
    if params.profile == "reference":
        return _as_reference(id, text, language, words)
    found = Extraction()
    book = BookText.of(text)
    words = count_words_of_points(book.points, odd_spaces=book.odd_spaces) if words is None else words
    own = own_marks(book, language, params)
    density = own.weight / words * 10_000 if words else 0.0
    found.scores.append(_score("book", id, id, "delimiters_per_10000_words", density))
    if drop := min_delimiters(density, params):
        found.drops.append(drop.row(stage=STAGE, unit="book", id=id, source_id=id))
        return found
    spoken = find_spoken(book, own, language, params, others)
    boundaries = find_boundaries(
        book, spoken.turns, spoken.breaks, language=language, params=params, model=model
    )
    found.by_rules = params.boundaries == "model" and model is None
    unfit = _unfit(spoken.turns, params, apparatus)
    runs = runs_of(boundaries.begins(boundaries.limit), unfit, params)
    found.sizes = sizes(boundaries, unfit, params)
    if boundaries.knob == "boundary_threshold":
        found.sizes += sizes(find_gaps(book, spoken.turns, spoken.breaks, params), unfit, params)
    found.drops = _quoted_rows(id, book, spoken.quotations, spoken.reasons)
    for unit, dropped in (("utterance", runs.unfit), ("dialogue", runs.short)):
        found.drops += _drop_rows(id, unit, spoken.turns, dropped)
    return _filled(found, id, language, spoken.turns, runs.kept)


def _quoted_rows(id: str, book: BookText, quotations: Quotations, reasons: Reasons) -> list[dict[str, Any]]:
    """Rows for the stretches that are marked as speech and are no talk."""
    dropped = reasons.nonzero()[0]
    if not len(dropped):
        return []
    spans = quotations.spans.where(dropped)
    said = texts_of(book, spans, np.arange(len(dropped)))
    rows = []
    for reason, place, detail in zip(reasons[dropped].tolist(), spans.pairs(), said, strict=True):
        rows.append(_left_out_row(id, "utterance", place, _REASONS[reason], detail[:_EXCERPT]))
    return rows


def _left_out_row(id: str, unit: str, place: Run, drop: Drop, detail: str) -> dict[str, Any]:
    """A row for what is left out of a book."""
    place_id = f"{id}:{place[0]}"
    return drop.row(stage=STAGE, unit=unit, id=place_id, source_id=id, place=place, detail=detail)


def _as_reference(id: str, text: str, language: Language, words: int | None) -> Extraction:
    """The dialogues that gutenberg-dialog finds in a book."""
    found = Extraction()
    reference = reference_dialogues(text, language.tag, words=words)
    found.scores.append(_score("book", id, id, "delimiters_per_10000_words", reference.density))
    if reference.drop:
        found.drops.append(reference.drop.row(stage=STAGE, unit="book", id=id, source_id=id))
        return found
    for said, drop in reference.left_out:
        unit = "dialogue" if drop.reason == "min_turns" else "utterance"
        place = said.start, said.end
        found.drops.append(_left_out_row(id, unit, place, drop, said.text[:_EXCERPT]))
    return _filled(found, id, language, *in_columns(reference.dialogues))


def _filled(found: Extraction, id: str, language: Language, turns: Turns, runs: Sequence[Run]) -> Extraction:
    """With the rows of the dialogues and their scores; the drops so far are put in order."""
    found.drops.sort(key=itemgetter("start"))
    ids = dialogue_rows.dialogue_ids(id, turns, runs)
    found.dialogues = dialogue_rows.dialogues(ids, id, language.tag, turns, runs)
    for dialogue, (first, after) in zip(ids, runs, strict=True):
        found.scores.append(_score("dialogue", dialogue, id, "turns", after - first))
    if not runs:
        drop = Drop("no_dialogues", 0, 1, "no dialogue is left of it")
        found.drops.append(drop.row(stage=STAGE, unit="book", id=id, source_id=id))
    return found


def _unfit(turns: Turns, params: Extract, apparatus: Sequence[Mapping[str, Any]]) -> dict[int, Drop]:
    """What speaks against a turn alone, by its number."""
    # A word and its blank are two characters at least: only in long turns are there too many words.
    lengths = np.fromiter(map(len, turns.texts), np.int64, len(turns))
    long = (lengths >= 2 * params.max_words).nonzero()[0].tolist()
    words = count_words_of_utterances([turns.texts[number] for number in long]) if long else ()
    drops = ((number, max_words(count, params)) for number, count in zip(long, words, strict=True))
    unfit = {number: drop for number, drop in drops if drop}
    if apparatus and params.skip_apparatus:
        starts = np.array([at["start"] for at in apparatus], np.int64)
        places = np.searchsorted(starts, turns.starts, side="right") - 1
        for number, (start, place) in enumerate(zip(turns.starts.tolist(), places.tolist(), strict=True)):
            if place >= 0 and start < apparatus[place]["end"]:
                unfit[number] = Drop("skip_apparatus")
    return unfit


def _drop_rows(id: str, unit: str, turns: Turns, dropped: list[_Dropped]) -> list[dict[str, Any]]:
    """Rows for turns that are left out, with their place and their beginning."""
    if not dropped:
        return []
    runs = Spans.of([run for run, _ in dropped])
    places = Spans(turns.starts[runs.starts], turns.ends[runs.ends - 1]).pairs()
    rows = []
    for ((first, _), drop), place in zip(dropped, places, strict=True):
        rows.append(_left_out_row(id, unit, place, drop, turns.texts[first][:_EXCERPT]))
    return rows


def _score(unit: str, id: str, source_id: str, measure: str, value: float) -> dict[str, Any]:
    return {"unit": unit, "id": id, "source_id": source_id, "measure": measure, "value": float(value)}
