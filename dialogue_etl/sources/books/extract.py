"""Stage `extract`: the dialogues of the kept books.

Book → marks → turns → dialogues. Every rule is a function: `turns.py` tells speech from narration,
`dialogue_gap.py` parts dialogues, `filters/` says what is too little or too long.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from dialogue_etl import filters, run, shards
from dialogue_etl.dialogue_rows import Dialogue, Utterance, to_table
from dialogue_etl.filters import Drop
from dialogue_etl.filters.books import min_delimiters
from dialogue_etl.filters.dialogues import max_words, min_turns
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.params import Extract
from dialogue_etl.run import Job
from dialogue_etl.sources.books.dialogue_gap import cut_at_gaps
from dialogue_etl.sources.books.turns import find_turns, own_marks
from dialogue_etl.text.spans import Span
from dialogue_etl.text.words import count_words, count_words_of_utterance

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.languages import Language
    from dialogue_etl.params import Params
    from dialogue_etl.runtime import Runtime

_STAGE = "extract"
_EXCERPT = 200


@dataclass
class Extraction:
    """What a book gives: dialogues, and rows of the tables scores and drops."""

    dialogues: list[Dialogue] = field(default_factory=list)
    scores: list[dict[str, Any]] = field(default_factory=list)
    drops: list[dict[str, Any]] = field(default_factory=list)


def extract_book(
    id: str, text: str, language: Language, params: Extract, words: int | None = None
) -> Extraction:
    r"""The dialogues of one book.

    Args:
        id: of the book; it begins the ids of its dialogues.
        text: of the book, `\n` line ends; all offsets count characters in it.
        language: what its speech marks may be.
        params: the knobs of this stage.
        words: of the book, white-space separated, where they are counted already.
    """
    book = _Book(id, text, language, params)
    words = count_words(text) if words is None else words
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

    def finish(self, turns: list[Utterance]) -> None:
        """Cut a dialogue at its long utterances; keep the pieces with turns enough."""
        piece: list[Utterance] = []
        for turn in turns:
            if drop := max_words(count_words_of_utterance(turn.text), self.params):
                self.drop("utterance", [turn], drop)
                self.keep(piece)
                piece = []
            else:
                piece.append(turn)
        self.keep(piece)

    def keep(self, turns: list[Utterance]) -> None:
        """Make a dialogue of turns, if they are enough."""
        if not turns:
            return
        if drop := min_turns(len(turns), self.params):
            self.drop("dialogue", turns, drop)
            return
        id = f"{self.id}:{turns[0].spans[0][0]}"
        self.score("dialogue", id, "turns", len(turns))
        self.found.dialogues.append(Dialogue(id, self.id, self.language.tag, turns))

    def drop(self, unit: str, turns: list[Utterance], drop: Drop) -> None:
        """Leave turns out, with their place and their beginning."""
        place = Span(turns[0].spans[0][0], turns[-1].spans[-1][1])
        drop = replace(drop, detail=turns[0].text[:_EXCERPT])
        id = f"{self.id}:{place.start}"
        self.found.drops.append(drop.row(stage=_STAGE, unit=unit, id=id, source_id=self.id, place=place))

    def score(self, unit: str, id: str, measure: str, value: float) -> None:
        """Note what was measured."""
        row = {"unit": unit, "id": id, "source_id": self.id, "measure": measure, "value": float(value)}
        self.found.scores.append(row)


def extract(
    *, language: str, texts: Path, kept: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Find the dialogues of the books the pre-filter keeps.

    Raises:
        MissingTableError: an input is not the output of its stage.
    """
    pairs = zip(shards.shard_paths(texts, "texts"), shards.shard_paths(kept, "kept"), strict=True)
    knobs = {"language": language, "banned": params.books.banned, "extract": params.extract.model_dump()}
    jobs = [Job(inputs=pair, settings=knobs) for pair in pairs]
    totals: Counter[str] = Counter(books_in=0, books_kept=0, dialogues=0, utterances=0, words=0)
    run.finish_stage(_STAGE, language, _shard, jobs, totals, output=output, metrics=metrics, runtime=runtime)


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    language, params = LANGUAGES[job.settings["language"]], Extract(**job.settings["extract"])
    texts, kept = job.inputs
    words = {row["id"]: row["words"] for row in shards.read_shard(kept)}
    totals: Counter[str] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    with shards.ShardWriter(folder, 0, 1, ["dialogues", "scores", "drops"]) as writer:
        for row in shards.read_shard(texts, ["id", "text"]):
            id = row["id"]
            if id not in words:
                continue
            totals["books_in"] += 1
            if banned := filters.banned(id, job.settings["banned"]):
                found = Extraction(drops=[banned.row(stage=_STAGE, unit="book", id=id, source_id=id)])
            else:
                found = extract_book(id, row["text"], language, params, words[id])
            _write(writer, found)
            _count(totals, reasons, found)
    return {"totals": totals, "dropped": run.listed(reasons)}


def _write(writer: shards.ShardWriter, found: Extraction) -> None:
    if found.dialogues:
        writer.write("dialogues", to_table(found.dialogues))
    writer.add("scores", found.scores, size=100)
    writer.add("drops", found.drops)


def _count(totals: Counter[str], reasons: Counter[tuple[str, str]], found: Extraction) -> None:
    turns = [turn.text for dialogue in found.dialogues for turn in dialogue.turns]
    totals["books_kept"] += bool(found.dialogues)
    totals["dialogues"] += len(found.dialogues)
    totals["utterances"] += len(turns)
    totals["words"] += sum(map(count_words_of_utterance, turns))
    reasons.update((drop["unit"], drop["reason"]) for drop in found.drops)
