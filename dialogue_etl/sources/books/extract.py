"""Stage `extract`: the dialogues of the kept books.

Book → marks → turns → dialogues. Every rule is a function: `turns.py` tells speech from narration,
`dialogue_gap.py` parts dialogues, `filters/` says what is too little or too long.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from dialogue_etl import filters, run, shards
from dialogue_etl.filters import Drop
from dialogue_etl.filters.books import min_delimiters
from dialogue_etl.filters.dialogues import max_words, min_turns
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.dialogue_gap import cut_at_gaps
from dialogue_etl.sources.books.turns import find_turns, own_marks
from dialogue_etl.text.spans import Span, text_of
from dialogue_etl.text.words import count_words

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.languages import Language
    from dialogue_etl.params import Extract, Params
    from dialogue_etl.runtime import Runtime
    from dialogue_etl.sources.books.turns import Turn

_STAGE = "extract"
_EXCERPT = 200


@dataclass
class Extraction:
    """What a book gives: rows of the tables dialogues, scores and drops."""

    dialogues: list[dict[str, Any]] = field(default_factory=list)
    scores: list[dict[str, Any]] = field(default_factory=list)
    drops: list[dict[str, Any]] = field(default_factory=list)


def extract_book(id: str, text: str, language: Language, params: Extract) -> Extraction:
    r"""The dialogues of one book.

    Args:
        id: of the book; it begins the ids of its dialogues.
        text: of the book, `\n` line ends; all offsets count characters in it.
        language: what its speech marks may be.
        params: the knobs of this stage.
    """
    book = _Book(id, text, language, params)
    words = count_words(text)
    marks, weight = own_marks(text, language)
    density = weight / words * 10_000 if words else 0.0
    book.score("book", id, "delimiters_per_10000_words", density)
    if drop := min_delimiters(density, params):
        book.found.drops.append(drop.row(stage=_STAGE, unit="book", id=id, source_id=id))
        return book.found
    turns, scare_quotes = find_turns(text, marks, params)
    for turn in scare_quotes:
        book.drop("utterance", [turn], Drop("drop_scare_quotes"))
    for dialogue in cut_at_gaps(turns, params.dialogue_gap):
        book.finish(dialogue)
    if not book.found.dialogues:
        drop = Drop("no_dialogues", 0, 1, "no dialogue is left of it")
        book.found.drops.append(drop.row(stage=_STAGE, unit="book", id=id, source_id=id))
    return book.found


@dataclass
class _Book:
    """A book on its way, and what was found in it so far."""

    id: str
    text: str
    language: Language
    params: Extract
    found: Extraction = field(default_factory=Extraction)

    def finish(self, turns: list[Turn]) -> None:
        """Cut a dialogue at its long utterances; keep the pieces with turns enough."""
        piece: list[Turn] = []
        for turn in turns:
            if drop := max_words(count_words(text_of(self.text, turn.spans)), self.params):
                self.drop("utterance", [turn], drop)
                self.keep(piece)
                piece = []
            else:
                piece.append(turn)
        self.keep(piece)

    def keep(self, turns: list[Turn]) -> None:
        """Make a dialogue of turns, if they are enough."""
        if not turns:
            return
        if drop := min_turns(len(turns), self.params):
            self.drop("dialogue", turns, drop)
            return
        id = f"{self.id}:{turns[0].start}"
        self.score("dialogue", id, "turns", len(turns))
        rows = [self._turn_row(turn) for turn in turns]
        row = {"id": id, "source_id": self.id, "language": self.language.tag, "turns": rows}
        self.found.dialogues.append(row)

    def _turn_row(self, turn: Turn) -> dict[str, Any]:
        spans = [span._asdict() for span in turn.spans]
        return {"text": text_of(self.text, turn.spans), "spans": spans, "speaker": None}

    def drop(self, unit: str, turns: list[Turn], drop: Drop) -> None:
        """Leave turns out, with their place and their beginning."""
        place = Span(turns[0].start, turns[-1].end)
        drop = replace(drop, detail=text_of(self.text, turns[0].spans)[:_EXCERPT])
        id = f"{self.id}:{place.start}"
        self.found.drops.append(drop.row(stage=_STAGE, unit=unit, id=id, source_id=self.id, place=place))

    def score(self, unit: str, id: str, measure: str, value: float) -> None:
        """Note what was measured."""
        row = {"unit": unit, "id": id, "source_id": self.id, "measure": measure, "value": float(value)}
        self.found.scores.append(row)


@dataclass(frozen=True)
class _Job:
    index: int
    count: int
    texts: Path
    kept: Path


def extract(
    *, language: str, texts: Path, kept: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Find the dialogues of the books the pre-filter keeps.

    Raises:
        MissingTableError: an input is not the output of its stage.
    """
    paths = shards.shard_paths(texts, "texts")
    kept_paths = shards.shard_paths(kept, "kept")
    pairs = enumerate(zip(paths, kept_paths, strict=True))
    jobs = [_Job(index, len(paths), *pair) for index, pair in pairs]
    totals: Counter[str] = Counter(books_in=0, books_kept=0, dialogues=0, utterances=0, words=0)
    reasons: Counter[tuple[str, str]] = Counter()
    with shards.whole(output) as folder:
        work = partial(_shard, language=language, params=params, folder=folder)
        size = sum(path.stat().st_size for path in paths)
        label = f"extract {language}"
        for counts, dropped in run.over_shards(label, work, jobs, workers=runtime.workers, size=size):
            totals.update(counts)
            reasons.update(dropped)
    result = {**totals, "dropped": run.count_reasons(reasons)}
    run.write_metrics(metrics, result)
    run.report_counts(_STAGE, language, result)


def _shard(
    job: _Job, *, language: str, params: Params, folder: Path
) -> tuple[Counter[str], Counter[tuple[str, str]]]:
    totals: Counter[str] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    kept = {row["id"] for row in shards.read_shard(job.kept, ["id"])}
    with shards.ShardWriter(folder, job.index, job.count, ["dialogues", "scores", "drops"]) as writer:
        for row in shards.read_shard(job.texts, ["id", "text"]):
            id = row["id"]
            if id not in kept:
                continue
            totals["books_in"] += 1
            if banned := filters.banned(id, params.books.banned):
                found = Extraction(drops=[banned.row(stage=_STAGE, unit="book", id=id, source_id=id)])
            else:
                found = extract_book(id, row["text"], LANGUAGES[language], params.extract)
            writer.add("dialogues", found.dialogues, size=1_000)
            writer.add("scores", found.scores, size=100)
            writer.add("drops", found.drops)
            reasons.update((drop["unit"], drop["reason"]) for drop in found.drops)
            totals["books_kept"] += bool(found.dialogues)
            totals["dialogues"] += len(found.dialogues)
            turns = [turn["text"] for dialogue in found.dialogues for turn in dialogue["turns"]]
            totals["utterances"] += len(turns)
            totals["words"] += sum(count_words(turn) for turn in turns)
    return totals, reasons
