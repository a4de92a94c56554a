"""The dialogues of one book, step by step over one growing table (`table.py`).

The profile `reference` is a way of its own: `reference/`.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from dialogue_etl import turns
from dialogue_etl.filters import Drop
from dialogue_etl.filters.extraction import max_words, min_delimiters
from dialogue_etl.sources.books.extraction.boundaries import part_dialogues
from dialogue_etl.sources.books.extraction.boundaries.runs import begins_dialogue, runs_of, sizes
from dialogue_etl.sources.books.extraction.document import Document
from dialogue_etl.sources.books.extraction.join_turns import join_turns
from dialogue_etl.sources.books.extraction.narration import cut_narration
from dialogue_etl.sources.books.extraction.narration.remarks import cut_remarks
from dialogue_etl.sources.books.extraction.non_speech import classify_speech
from dialogue_etl.sources.books.extraction.quotations import find_quotations
from dialogue_etl.sources.books.extraction.rows import Extraction
from dialogue_etl.sources.books.extraction.speakers import attribute_speakers
from dialogue_etl.sources.books.extraction.speech_rules import REASONS
from dialogue_etl.sources.books.extraction.table import SpeechTable
from dialogue_etl.sources.books.reference import reference_dialogues
from dialogue_etl.text.spans import Spans, texts_of
from dialogue_etl.text.words import count_words_of_points, count_words_of_utterances

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dialogue_etl.languages import Language
    from dialogue_etl.params import Extract
    from dialogue_etl.sources.books.extraction.boundaries.runs import Runs
    from dialogue_etl.text.points import Places

STEPS = (
    find_quotations,
    cut_narration,
    classify_speech,
    join_turns,
    attribute_speakers,
    cut_remarks,
    part_dialogues,
)
"""In this order; each takes document and table, and returns the table with more columns or other rows."""


def run_steps(document: Document) -> Iterator[tuple[str, SpeechTable]]:
    """The name of each step, and the table after it."""
    table = SpeechTable()
    for step in STEPS:
        table = step(document, table)
        yield step.__name__, table


def extract_book(
    id: str,
    text: str,
    language: Language,
    params: Extract,
    *,
    words: int | None = None,
    apparatus: Sequence[Mapping[str, Any]] = (),
) -> Extraction:
    r"""The dialogues of one book.

    Args:
        id: of the book; it begins the ids of its dialogues.
        text: of the book, `\n` line ends; all offsets count characters in it.
        language: what its speech marks may be.
        params: of this stage. With the profile `reference` no other one is looked at, and the span of a turn
            is its paragraph.
        words: of the book, white-space separated, where they are counted already.
        apparatus: stretches of the text that are no running text, in order, as in the texts table.
    """
    extraction = Extraction(id, language.tag)
    if params.profile == "reference":
        _extract_as_reference(extraction, text, words)
        return extraction
    document = Document.of(text, language, params)
    book = document.book
    words = count_words_of_points(book.points, odd_spaces=book.odd_spaces) if words is None else words
    density = document.marks.weight / words * 10_000 if words else 0.0
    extraction.score("book", id, "delimiters_per_10000_words", density)
    if drop := min_delimiters(density, params.min_delimiters):
        extraction.drop_book(drop)
        return extraction
    tables = dict(run_steps(document))
    _drop_non_speech(extraction, document, tables["classify_speech"])
    _put_together(extraction, document, tables["part_dialogues"], apparatus)
    return extraction


def _drop_non_speech(extraction: Extraction, document: Document, table: SpeechTable) -> None:
    """Note the stretches that are marked as speech and are none."""
    quoted = table.where(table.column("reason").nonzero()[0])
    texts = texts_of(document.book, quoted.spans, np.arange(len(quoted)))
    reasons = quoted.column("reason").tolist()
    for reason, place, text in zip(reasons, quoted.spans.pairs(), texts, strict=True):
        extraction.drop_part("utterance", place, Drop(REASONS[reason]), text)


def _put_together(
    extraction: Extraction, document: Document, table: SpeechTable, apparatus: Sequence[Mapping[str, Any]]
) -> None:
    """Put turns together to dialogues, those left out that are unfit or alone."""
    first = table.column("begins_turn").nonzero()[0]
    texts = texts_of(document.book, table.spans, first)
    gaps, starts = table.column("gap")[first], table.column("start")[first]
    unfit = _long_turns(texts, document.params)
    if document.params.skip_apparatus:
        unfit.update(dict.fromkeys(_in_apparatus(starts, apparatus), Drop("skip_apparatus")))
    runs = runs_of(begins_dialogue(gaps, document.params.dialogue_gap), unfit, document.params)
    extraction.sizes = sizes(gaps, unfit, document.params)
    ends = table.column("end")[np.append(first, len(table))[1:] - 1]
    for unit, dropped in (("utterance", runs.unfit), ("dialogue", runs.short)):
        for (turn, after), drop in dropped:
            place = int(starts[turn]), int(ends[after - 1])
            extraction.drop_part(unit, place, drop, texts[turn])
    _finish(extraction, table, first, texts, runs)


def _finish(
    extraction: Extraction, table: SpeechTable, first: Places, texts: Sequence[str], runs: Runs
) -> None:
    edges = Spans.of(runs.kept)
    lengths = edges.ends - edges.starts
    # The numbers of the turns that are kept, and of the rows they are made of.
    kept = np.repeat(edges.ends - lengths.cumsum(), lengths) + np.arange(lengths.sum())
    pieces = np.diff(first, append=len(table))
    is_kept = np.zeros(len(first), np.bool_)
    is_kept[kept] = True
    said = turns.build(
        [texts[turn] for turn in kept.tolist()],
        spans=turns.span_lists(table.spans.where(is_kept.repeat(pieces)), pieces[kept]),
        speakers=table.column("speaker")[first[kept]],
        confidence=table.column("confidence")[first[kept]],
    )
    starts = table.column("start")[first[edges.starts]]
    extraction.finish(said, starts.tolist(), lengths.tolist())


def _long_turns(texts: Sequence[str], params: Extract) -> dict[int, Drop]:
    """The turns of too many words, by number."""
    # A word and its blank are two characters at least: only in long turns are there too many words.
    long = [number for number, text in enumerate(texts) if len(text) >= 2 * params.max_words]
    words = count_words_of_utterances([texts[number] for number in long]) if long else ()
    drops = ((number, max_words(count, params.max_words)) for number, count in zip(long, words, strict=True))
    return {number: drop for number, drop in drops if drop}


def _in_apparatus(starts: Places, apparatus: Sequence[Mapping[str, Any]]) -> list[int]:
    """The numbers of the turns that begin in tables of contents, indexes and the like."""
    if not apparatus:
        return []
    spans = Spans.of([(part["start"], part["end"]) for part in apparatus])
    before = np.searchsorted(spans.starts, starts, side="right") - 1
    inside = (before >= 0) & (starts < spans.ends[before])
    numbers: list[int] = inside.nonzero()[0].tolist()
    return numbers


def _extract_as_reference(extraction: Extraction, text: str, words: int | None) -> None:
    """The dialogues that gutenberg-dialog finds in a book; the span of a turn is its paragraph."""
    reference = reference_dialogues(text, extraction.language, words=words)
    extraction.score("book", extraction.id, "delimiters_per_10000_words", reference.density)
    if reference.drop:
        extraction.drop_book(reference.drop)
        return
    for left_out, drop in reference.left_out:
        unit = "dialogue" if drop.reason == "min_turns" else "utterance"
        extraction.drop_part(unit, (left_out.start, left_out.end), drop, left_out.text)
    utterances = list(chain.from_iterable(reference.dialogues))
    spans = Spans.of([(utterance.start, utterance.end) for utterance in utterances])
    said = turns.build(
        [utterance.text for utterance in utterances],
        spans=turns.span_lists(spans, np.ones(len(utterances), np.int64)),
    )
    starts = [dialogue[0].start for dialogue in reference.dialogues]
    extraction.finish(said, starts, [len(dialogue) for dialogue in reference.dialogues])
