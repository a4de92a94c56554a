"""Stage `package`: the dataset people take away, over all languages.

    <language>/<split>.parquet         datasets.load_dataset(FOLDER, LANGUAGE)
    jsonl/<language>/<split>.jsonl     chat messages
    text/<language>/train.txt          as the original pipeline wrote it
    lccc/ rows/ tsv/ characters/       the forms of LCCC, if they are asked for
    books.tsv                          authors and titles used
    README.md                          the dataset card

A split without a book has no file: `load_dataset` refuses empty ones.
"""

from __future__ import annotations

import csv
from collections import Counter
from typing import TYPE_CHECKING

from dialogue_etl import filters, run, shards
from dialogue_etl.formats import card, normalised
from dialogue_etl.formats.dialogue import Book, dataset_row
from dialogue_etl.formats.forms import language_writer
from dialogue_etl.progress import progress
from dialogue_etl.runtime import load
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from dialogue_etl.params import Params
    from dialogue_etl.runtime import Runtime

_STAGE = "package"


def package(
    *, stages: Path, output: Path, metrics: Path, params: Params, runtime: Runtime | None = None
) -> None:
    """Write the dataset of all languages.

    Args:
        stages: the folder that holds the outputs of all stages, by stage and language.
        output: the dataset's folder.
        metrics: the JSON file of counts.
        params: which languages and formats, whether normalised, and what the card says of the rest.
        runtime: processes for normalisation, and the store; this machine's settings if not given.

    Raises:
        MissingTableError: a language has not been through all stages.
        DialogueEtlError: `normalise.profile` does not know a language.
    """
    runtime = runtime or load()
    books: list[Book] = []
    with shards.whole(output) as folder:
        for language in params.languages:
            used = _books(stages, language, params)
            books += used
            _write_language(
                stages, folder, language, {book.id: book for book in used}, params, runtime=runtime
            )
        statistics = {language: count(books, language) for language in params.languages}
        _write_book_list(folder / "books.tsv", books)
        (folder / "README.md").write_text(card.render(books, statistics, params), encoding="utf-8")
    result = {"languages": statistics, "total": count(books)}
    run.write_metrics(metrics, result)
    run.report_counts(_STAGE, "all", result)


def _books(stages: Path, language: str, params: Params) -> list[Book]:
    columns = ["id", "title", "authors", "rights", "url", "sha256"]
    about = {row["id"]: row for row in shards.read(stages / "download" / language, "texts", columns)}
    used = []
    for row in shards.read(stages / "split" / language, "splits"):
        if filters.banned(row["source_id"], params.books.banned):
            continue
        book = about[row["source_id"]]
        places = {key: row[key] for key in ("work_id", "split", "dialogues", "utterances")}
        texts = {key: book[key] for key in ("id", "title", "rights", "url", "sha256")}
        used.append(Book(**texts, authors=tuple(book["authors"]), language=language, **places))
    return sorted(used, key=lambda book: book.id)


def _write_language(
    stages: Path,
    folder: Path,
    language: str,
    books: Mapping[str, Book],
    params: Params,
    *,
    runtime: Runtime,
) -> None:
    paths = shards.shard_paths(stages / "postfilter" / language, "dialogues")
    tables = normalised.tables(language, paths, params.normalise, runtime)
    filled = {book.split for book in books.values()}
    splits = [split for split in SPLIT_NAMES if split in filled]
    written = language_writer(folder, language, splits, params.package.formats, normalised=bool(tables))
    with written as writer:
        for index, path in enumerate(progress(f"package {language}", paths, len(paths))):
            rows = normalised.read(path, tables[index]) if tables else shards.read_shard(path)
            for row in rows:
                if book := books.get(row["source_id"]):
                    writer.write(book.split, dataset_row(row, book))


def count(books: list[Book], language: str | None = None) -> dict[str, dict[str, int]]:
    """Books, dialogues and utterances per split, and of all splits together."""
    counts = {name: Counter(books=0, dialogues=0, utterances=0) for name in (*SPLIT_NAMES, "all")}
    for book in books:
        if language in (None, book.language):
            for name in (book.split, "all"):
                counts[name].update(books=1, dialogues=book.dialogues, utterances=book.utterances)
    return {name: dict(numbers) for name, numbers in counts.items()}


def _write_book_list(path: Path, books: list[Book]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(
            ["authors", "title", "id", "work", "language", "split", "dialogues", "rights", "url", "sha256"]
        )
        for book in sorted(books, key=lambda book: (book.authors, book.title, book.id)):
            facts = [book.id, book.work_id, book.language, book.split, book.dialogues, book.rights]
            writer.writerow(["; ".join(book.authors), book.title, *facts, book.url, book.sha256])
