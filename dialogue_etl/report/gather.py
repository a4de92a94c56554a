"""Reads what the stages wrote of one language; the texts stay on disk, dialogues pass one at a time."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dialogue_etl import filters, shards
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.report import curves, removals, statistics
from dialogue_etl.report.examples import Sample
from dialogue_etl.report.sizes import sizes
from dialogue_etl.report.statistics import Book, Corpus, Lengths, Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from dialogue_etl.params import Params
    from dialogue_etl.report.curves import Curve
    from dialogue_etl.report.removals import Removed, Tally
    from dialogue_etl.report.sizes import Sizes

STAGES = ("download", "prefilter", "extract", "postfilter", "split")


@dataclass(frozen=True)
class LanguageReport:
    """All there is to say about one language.

    Attributes:
        tag: BCP-47.
        name: in English.
        books: every downloaded book, by id.
        corpus: what the dataset holds of the language.
        lengths: of its dialogues and utterances.
        funnel: books and dialogues after each stage.
        removed: table 2.
        splits: books, dialogues and utterances by split.
        curves: units kept as functions of the thresholds.
        sizes: dialogues and utterances as functions of the knobs that part dialogues.
        kept: a few dialogues of the dataset.
        dropped: a few left-out units of each reason, rows of the drops tables, without files.
        files: quarantined files, rows of the drops table, by id.
    """

    tag: str
    name: str
    books: Mapping[str, Book]
    corpus: Corpus
    lengths: Lengths
    funnel: tuple[Step, ...]
    removed: list[Removed]
    splits: Mapping[str, Corpus]
    curves: tuple[Curve, ...]
    sizes: tuple[Sizes, ...]
    kept: list[Mapping[str, Any]]
    dropped: list[tuple[Removed, list[Mapping[str, Any]]]]
    files: list[Mapping[str, Any]]


def gather(stages: Path, language: str, params: Params) -> LanguageReport:
    """Read the outputs of all stages for a language.

    Raises:
        MissingTableError: a table other than scores and drops is not there.
    """
    folders = {stage: stages / stage / language for stage in STAGES}
    tally = removals.Tally(params.report.examples)
    for folder in folders.values():
        for row in _optional(folder, "drops"):
            tally.add(row)
    books = _books(folders)
    in_dataset = _split(folders["split"], books, params)
    extracted, utterances = _extracted(folders["extract"])
    lengths, kept, postfiltered = _dialogues(folders["postfilter"], books, params)
    left = {"extract": extracted, "postfilter": postfiltered}
    steps = _funnel(books, tally, left, Step("dataset", in_dataset, lengths.turns.total()))
    totals = {
        ("extract", "utterance"): utterances + tally.dropped("extract", "utterance") + tally.turns["extract"],
        ("extract", "dialogue"): extracted.total() + tally.dropped("extract", "dialogue"),
        ("postfilter", "dialogue"): extracted.total(),
    }
    removed = removals.table(tally, totals, steps[0].books, len(books))
    return LanguageReport(
        tag=language,
        name=LANGUAGES[language].name,
        books=books,
        corpus=lengths.corpus(in_dataset),
        lengths=lengths,
        funnel=steps,
        removed=removed,
        splits=statistics.by_split(books.values()),
        curves=_curves(folders, params),
        sizes=sizes(_optional(folders["extract"], "sizes"), params),
        kept=kept,
        dropped=[
            (line, tally.samples[line.rule.key].rows()) for line in removed if line.rule.key in tally.samples
        ],
        files=sorted(tally.files.rows(), key=lambda row: (row["id"], row["reason"])),
    )


def _funnel(
    books: Mapping[str, Book], tally: Tally, left: Mapping[str, Counter[str]], dataset: Step
) -> tuple[Step, ...]:
    """Books and dialogues after each stage, in the order of the stages."""
    listed = len(books) + tally.dropped("download", "file") + tally.dropped("download", "book")
    kept = sum(book.words is not None for book in books.values())
    early = (Step("listed", listed), Step("download", len(books)), Step("prefilter", kept))
    return (*early, *(Step(stage, len(found), found.total()) for stage, found in left.items()), dataset)


def _optional(folder: Path, table: str, columns: list[str] | None = None) -> Iterator[dict[str, Any]]:
    if (folder / table).is_dir():
        yield from shards.read(folder, table, columns)


def _books(folders: Mapping[str, Path]) -> dict[str, Book]:
    rows = shards.read(folders["download"], "texts", ["id", "title", "authors", "rights"])
    books = {
        row["id"]: Book(row["id"], row["title"] or "", tuple(row["authors"] or ()), row["rights"] or "")
        for row in rows
    }
    for row in shards.read(folders["prefilter"], "kept"):
        books[row["id"]].words = row["words"]
    return dict(sorted(books.items()))


def _split(folder: Path, books: Mapping[str, Book], params: Params) -> int:
    """Note in the books which split they are in; how many are in one."""
    number = 0
    for row in shards.read(folder, "splits", ["source_id", "split", "dialogues", "utterances"]):
        if filters.banned(row["source_id"], params.books.banned):
            continue
        book = books[row["source_id"]]
        book.split, book.dialogues, book.utterances = row["split"], row["dialogues"], row["utterances"]
        number += 1
    return number


def _extracted(folder: Path) -> tuple[Counter[str], int]:
    """Dialogues by book, and turns, before the post-filter."""
    dialogues: Counter[str] = Counter()
    turns = 0
    # The speakers say how many turns there are and take next to no room.
    for row in shards.read(folder, "dialogues", ["source_id", "turns.list.element.speaker"]):
        dialogues[row["source_id"]] += 1
        turns += len(row["turns"])
    return dialogues, turns


def _dialogues(
    folder: Path, books: Mapping[str, Book], params: Params
) -> tuple[Lengths, list[Mapping[str, Any]], Counter[str]]:
    """Lengths and examples of the dataset, and dialogues by book after the post-filter."""
    lengths, sample, found = Lengths(), Sample(params.report.examples), Counter[str]()
    for row in shards.read(folder, "dialogues", ["id", "source_id", "turns.list.element.text"]):
        found[row["source_id"]] += 1
        if books[row["source_id"]].split:
            turns = [turn["text"] for turn in row["turns"]]
            lengths.add(turns)
            sample.add(row["id"], {"id": row["id"], "book": books[row["source_id"]], "turns": turns})
    return lengths, sample.rows(), found


def _curves(folders: Mapping[str, Path], params: Params) -> tuple[Curve, ...]:
    judged, not_judged = _divergences(folders["prefilter"], params)
    densities = [
        row["value"]
        for row in _optional(folders["extract"], "scores", ["measure", "value"])
        if row["measure"] == "delimiters_per_10000_words"
    ]
    shares = curves.RareShares(params.postfilter.max_rare_share)
    for row in _optional(folders["postfilter"], "scores", ["source_id", "measure", "value"]):
        if row["measure"] == "rare_share" and row["source_id"] not in params.books.banned:
            shares.add(row["value"])
    return (
        curves.max_kl_divergence(judged, params.prefilter.max_kl_divergence, not_judged),
        curves.min_delimiters(densities, params.extract.min_delimiters),
        shares.curve(),
    )


def _divergences(folder: Path, params: Params) -> tuple[list[float], int]:
    """KL divergences of the books that are judged by them, and how many others are let through."""
    # What another rule drops is gone at any threshold.
    rows = _optional(folder, "drops", ["id", "reason"])
    gone = {row["id"] for row in rows if row["reason"] != "max_kl_divergence"}
    scores: dict[str, dict[str, float]] = {}
    for row in _optional(folder, "scores", ["id", "measure", "value"]):
        if row["id"] not in gone:
            scores.setdefault(row["id"], {})[row["measure"]] = row["value"]
    judged = [s for s in scores.values() if s.get("words", 0) >= params.prefilter.min_words_for_kl]
    return [s["kl_divergence"] for s in judged if "kl_divergence" in s], len(scores) - len(judged)
