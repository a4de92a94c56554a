"""Metadata of books for dialogues and pairs, and the lists of books and characters in a dataset."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.core import shards

if TYPE_CHECKING:
    from dialogue_etl.formats.dialogue import Document

COLUMNS = ["id", "title", "authors", "rights", "url", "sha256"]
FILE = "books.tsv"
CHARACTERS = "characters.tsv"
_HEADER = ["authors", "title", "id", "work", "language", "split", "dialogues", "rights", "url", "sha256"]


PAIR_COLUMNS = ["id", "title", "encoding", "url"]


def pair_facts(row: Mapping[str, Any]) -> dict[str, Any]:
    """Metadata of a book for `tables.PAIR_DOCUMENTS`, from its row of the texts table."""
    return {"title": row["title"], "encoding": row["encoding"], "path": row["url"]}


def facts(row: Mapping[str, Any]) -> dict[str, Any]:
    """Metadata of a book for `Document`, from its row of the texts table."""
    return {**{key: row[key] for key in COLUMNS}, "authors": tuple(row["authors"])}


class Listing:
    """The books used, with authors, titles, rights and SHA-256 of every one, and who speaks in them."""

    def __init__(self) -> None:
        self._books: list[Document] = []

    def add(self, document: Document) -> None:
        """Add a book that has dialogues."""
        self._books.append(document)

    def write(self, folder: Path, stages: Path) -> None:
        """Write books.tsv, by author and title, and characters.tsv, in the same order of books."""
        books = sorted(self._books, key=lambda book: (book.authors, book.title or "", book.id))
        with (folder / FILE).open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter="\t", lineterminator="\n")
            writer.writerow(_HEADER)
            for book in books:
                place = [book.id, book.work_id, book.language, book.split, book.dialogues, book.rights]
                writer.writerow(["; ".join(book.authors), book.title, *place, book.url, book.sha256])
        turns = _turns(stages, {book.language for book in books})
        found: dict[str, list[Mapping[str, Any]]] = {}
        for language in {book.language for book in books}:
            for one in shards.read(stages / "extract" / language, "characters"):
                found.setdefault(one["source_id"], []).append(one)
        with (folder / CHARACTERS).open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter="\t", lineterminator="\n")
            writer.writerow(["id", "language", "character", "names", "gender", "turns"])
            for book in books:
                for row in found.get(book.id, ()):
                    if number := turns[book.id, row["name"]]:
                        named = [row["name"], "; ".join(row["names"]), row["gender"], number]
                        writer.writerow([book.id, book.language, *named])

    def rights(self) -> str:
        """Number of books by licence, as Markdown."""
        numbers = Counter(book.rights or "not stated" for book in self._books)
        return (
            "\n".join(f"- {rights} {number:,} books" for rights, number in sorted(numbers.items()))
            or "No books."
        )


def _turns(stages: Path, languages: set[str]) -> Counter[tuple[str, str]]:
    """How many turns each character of a book has in the dialogues of the dataset."""
    counts: Counter[tuple[str, str]] = Counter()
    for path in (
        p for tag in languages for p in shards.shard_paths(stages / "postfilter" / tag, "dialogues")
    ):
        for batch in shards.read_batches(path, ["source_id", "turns.list.element.speaker"]):
            turns = batch.column("turns")
            of = batch.column("source_id").take(pc.list_parent_indices(turns))
            who = pa.table({"id": of, "who": turns.flatten().field("speaker")}).drop_null()
            for row in who.group_by(["id", "who"]).aggregate([([], "count_all")]).to_pylist():
                counts[row["id"], row["who"]] += row["count_all"]
    return counts
