"""Builds dialogues from turns, and the result of a book: rows of the tables dialogues, scores and drops.

Also counts how many dialogues other values of `extract.dialogue_gap` would give.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dialogue_etl.core import turns
from dialogue_etl.core.tables import DIALOGUES
from dialogue_etl.filters import Drop
from dialogue_etl.filters.extraction import max_speakers, min_certainty, min_turns
from dialogue_etl.sources.books.extraction.certainty import Certainty, speech_of_turns
from dialogue_etl.sources.books.extraction.punctuation import turn_texts
from dialogue_etl.text.spans import Spans, slice_numbers, texts_of
from dialogue_etl.text.words import count_words_of_utterance

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt
    import pyarrow as pa

    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.parameters import Extract
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask, Offsets

    Run = tuple[int, int]
    Gaps = npt.NDArray[np.float64]
    Names = npt.NDArray[np.object_]

STAGE = "extract"
_EXCERPT = 200  # characters of dropped text in the drops table
_NO_DIALOGUES = DIALOGUES.empty_table()  # shared by all books, since tables are immutable

_GRID = (50, 100, 150, 200, 300, 400, 500, 600, 700, 800, 900, 1_000, 1_500, 2_000)
"""Values of the dialogue gap, besides the one in use, at which sizes are counted."""


@dataclass
class Extraction:
    """The result of extraction from one book.

    Attributes:
        id: of the book.
        language: BCP-47 tag.
        dialogues: rows of the dialogues table.
        scores: rows of the scores table.
        drops: rows of the drops table.
        sizes: number of dialogues at other values of the dialogue gap.
        characters: rows of the characters table.
        scenes: rows of the scenes table.
    """

    id: str
    language: str
    dialogues: pa.Table = field(default_factory=lambda: _NO_DIALOGUES)
    scores: list[dict[str, Any]] = field(default_factory=list)
    drops: list[dict[str, Any]] = field(default_factory=list)
    sizes: list[Size] = field(default_factory=list)
    characters: list[dict[str, Any]] = field(default_factory=list)
    scenes: list[dict[str, Any]] = field(default_factory=list)

    def score(self, unit: str, id: str, measure: str, value: float) -> None:
        """Add a score of the book or of a dialogue."""
        row = {"unit": unit, "id": id, "source_id": self.id, "measure": measure, "value": float(value)}
        self.scores.append(row)

    def drop_book(self, drop: Drop) -> None:
        """Add the reason why the whole book is dropped."""
        self.drops.append(drop.row(stage=STAGE, unit="book", id=self.id, source_id=self.id))

    def drop_part(self, unit: str, place: tuple[int, int], drop: Drop, text: str) -> None:
        """Add the reason why an utterance or a dialogue is dropped, with its offsets and an excerpt."""
        id, detail = f"{self.id}:{place[0]}", text[:_EXCERPT]
        row = drop.row(stage=STAGE, unit=unit, id=id, source_id=self.id, place=place, detail=detail)
        self.drops.append(row)

    def finish(self, all_turns: pa.StructArray, starts: Sequence[int], lengths: Sequence[int]) -> None:
        """Set the dialogues and their scores, and sort the drops by offset.

        Args:
            all_turns: the turns of all dialogues.
            starts: offset of each dialogue in the text.
            lengths: number of turns of each dialogue.
        """
        self.drops.sort(key=itemgetter("start"))
        ids = [f"{self.id}:{start}" for start in starts]
        self.dialogues = turns.dialogues(ids, [self.id] * len(ids), self.language, all_turns, lengths)
        for id, length in zip(ids, lengths, strict=True):
            self.score("dialogue", id, "turns", length)
        if not ids:
            self.drop_book(Drop("no_dialogues", 0, 1, "no dialogue is left of it"))


def put_together(extraction: Extraction, document: Document, table: SpeechTable) -> None:
    """Build dialogues from turns; drop turns that are too long, dialogues that are too short or uncertain.

    Args:
        extraction: the result, filled in.
        document: the book.
        table: after the last step.
    """
    params = document.params
    first = table.column("begins_turn").nonzero()[0]
    texts = texts_of(document.raw, table.spans, first)
    if params.mend_punctuation:
        as_printed = table.columns.get("as_printed", np.zeros(len(table), np.bool_))[first].tolist()
        mended = turn_texts(document, table.spans, first)
        texts = [one if same else other for one, other, same in zip(texts, mended, as_printed, strict=True)]
    gaps, starts = table.column("gap")[first], table.column("start")[first]
    unfit = _long_turns(texts, params)
    runs, dropped = runs_of(begins_dialogue(gaps, params.dialogue_gap), unfit, params)
    certainty = Certainty.of(table, first, document.language.wrong_odds[0])
    speakers = table.column("speaker")[first]
    extraction.sizes = sizes(gaps, unfit, certainty, speakers, params)
    dialogues = []
    edges = Spans.of(runs)
    people = speakers_of_runs(speakers, *edges).tolist()
    expected = (certainty.of_runs(*edges).tolist(), certainty.wrong_pairs(*edges).tolist())
    for run, sure, wrong, number in zip(runs, *expected, people, strict=True):
        id = f"{extraction.id}:{starts[run[0]]}"
        extraction.score("dialogue", id, "certainty", sure)
        extraction.score("dialogue", id, "wrong_pairs", wrong)
        least = params.min_certainty if params.uncertain == "drop" else 0
        if drop := min_certainty(sure, least) or max_speakers(number, params.max_speakers):
            dropped.append((run, drop))
        else:
            dialogues.append(run)
    ends = table.column("end")[np.append(first, len(table))[1:] - 1]
    dropped_turns = [((turn, turn + 1), drop) for turn, drop in sorted(unfit.items())]
    for unit, drops in (("utterance", dropped_turns), ("dialogue", dropped)):
        for (turn, after), drop in drops:
            place = int(starts[turn]), int(ends[after - 1])
            extraction.drop_part(unit, place, drop, texts[turn])
    edges = Spans.of(dialogues)
    kept = slice_numbers(edges.starts, edges.ends)[1]
    rows = np.diff(first, append=len(table))
    is_kept = np.zeros(len(first), np.bool_)
    is_kept[kept] = True
    all_turns = turns.build(
        [texts[turn] for turn in kept.tolist()],
        spans=turns.span_lists(table.spans.where(is_kept.repeat(rows)), rows[kept]),
        speakers=speakers[kept],
        confidence=table.column("confidence")[first[kept]],
        speech=speech_of_turns(table, first)[kept],
    )
    extraction.finish(all_turns, starts[edges.starts].tolist(), (edges.ends - edges.starts).tolist())
    extraction.characters = _characters(extraction.id, table, speakers[kept].tolist(), starts[kept].tolist())


def _characters(
    id: str, table: SpeechTable, speakers: Sequence[str | None], starts: Sequence[int]
) -> list[dict[str, Any]]:
    """A row for each speaker of the kept turns, which begin at `starts`."""
    rows: dict[str, dict[str, Any]] = {}
    for name, start in zip(speakers, starts, strict=True):
        if name is None:
            continue
        if name not in rows:
            character = table.characters[name]
            names = sorted(character.forms, key=lambda form: (-character.forms[form], form))
            row = {"source_id": id, "name": name, "names": names, "gender": character.gender}
            rows[name] = {**row, "person_id": character.id or None, "turns": 0, "start": start}
        rows[name]["turns"] += 1
    return list(rows.values())


def _long_turns(texts: Sequence[str], params: Extract) -> dict[int, Drop]:
    """The turns with too many words, by number: for `long_turns: cut`, and for any conversation."""
    limits = {"longest_turn": params.longest_turn}
    if params.long_turns == "cut":
        limits["max_words"] = params.max_words
    limits = {name: most for name, most in limits.items() if most}
    if not limits:
        return {}
    # A word and a blank are at least two characters, so only these can have too many words.
    long = [number for number, text in enumerate(texts) if len(text) >= 2 * min(limits.values())]
    words = {number: count_words_of_utterance(texts[number]) for number in long}
    return {
        number: Drop(name, words[number], most)
        for name, most in limits.items()
        for number in long
        if words[number] > most
    }


def begins_dialogue(gaps: Gaps, limit: float) -> Mask:
    """For each turn whether a dialogue begins with it, for a dialogue gap; with 0 only at scenes."""
    begins: Mask = gaps > (limit or np.finfo(np.float64).max)
    return begins


def runs_of(
    begins: Mask, unfit: Mapping[int, Drop], params: Extract
) -> tuple[list[Run], list[tuple[Run, Drop]]]:
    """Cut turns into runs at boundaries and dropped turns.

    Args:
        begins: for each turn whether a dialogue begins with it.
        unfit: turns to drop, by number.
        params: min_turns is read.

    Returns:
        The runs that are dialogues, and those that are too short; each as its first turn and the turn after
        its last.
    """
    edges = [*_cut(begins, unfit).nonzero()[0].tolist(), len(begins)]
    runs = [run for run in pairwise(edges) if run[0] not in unfit]
    # One drop for all runs of the same length: most short runs have one turn.
    drops = {turns: min_turns(turns, params.min_turns) for turns in {end - start for start, end in runs}}
    kept: list[Run] = []
    short: list[tuple[Run, Drop]] = []
    for start, end in runs:
        if drop := drops[end - start]:
            short.append(((start, end), drop))
        else:
            kept.append((start, end))
    return kept, short


def _cut(begins: Mask, unfit: Mapping[int, Drop]) -> Mask:
    """For each turn whether a run begins with it: a dialogue begins, or it or the turn before is dropped."""
    cut = np.append(begins, True)
    numbers = np.fromiter(unfit, np.int64, len(unfit))
    cut[numbers] = cut[numbers + 1] = True
    return cut[:-1]


class Size(NamedTuple):
    """Number of dialogues and utterances of a book at some value of the dialogue gap."""

    value: float
    dialogues: int
    utterances: int


def speakers_of_runs(speakers: Names, first: Offsets, after: Offsets) -> Offsets:
    """How many named people speak in each run of turns, from `first` to `after` - 1."""
    last: dict[str | None, int] = {}
    before = np.full(len(speakers), len(speakers))  # the turn in which the same person spoke before
    for turn, name in enumerate(speakers.tolist()):
        if name is not None:
            before[turn] = last.get(name, -1)
            last[name] = turn
    numbers, turns = slice_numbers(first, after)
    return np.bincount(numbers[before[turns] < first[numbers]], minlength=len(first))


def sizes(
    gaps: Gaps, unfit: Mapping[int, Drop], certainty: Certainty, speakers: Names, params: Extract
) -> list[Size]:
    """Count the dialogues at other values of the dialogue gap; same result as `runs_of` for each of them.

    Args:
        gaps: weighted gap before each turn.
        unfit: turns to drop, by number.
        certainty: of the turns.
        speakers: of the turns, None without a name.
        params: dialogue_gap, min_turns, max_speakers, min_certainty and uncertain are read.
    """
    if not len(gaps):
        return []
    fit = np.ones(len(gaps), np.bool_)
    fit[list(unfit)] = False
    least = params.min_certainty if params.uncertain == "drop" else 0
    counted = []
    for value in sorted({*_GRID, params.dialogue_gap} - {0}):
        first = _cut(begins_dialogue(gaps, value), unfit).nonzero()[0]
        after = np.append(first[1:], len(gaps))
        turns = after - first
        certain = certainty.of_runs(first, after) >= least
        few = speakers_of_runs(speakers, first, after) <= (params.max_speakers or len(gaps))
        kept = turns[fit[first] & (turns >= params.min_turns) & certain & few]
        counted.append(Size(float(value), len(kept), int(kept.sum())))
    return counted


def add_sizes(counted: Counter[tuple[float, str]], sizes: Sequence[Size]) -> None:
    """Add the sizes of a book to the sums of other books."""
    for value, dialogues, utterances in sizes:
        counted[value, "dialogues"] += dialogues
        counted[value, "utterances"] += utterances


def size_rows(counted: Counter[tuple[float, str]]) -> list[dict[str, Any]]:
    """Rows of the table sizes, by value."""
    return [
        {"parameter": "extract.dialogue_gap", "value": value}
        | {name: counted[value, name] for name in ("dialogues", "utterances")}
        for value in sorted({value for value, _ in counted})
    ]
