"""Metadata of books for dialogues and pairs, and the list of books in a dataset."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dialogue_etl.formats.dialogue import Document

COLUMNS = ["id", "title", "authors", "rights", "url", "sha256"]
FILE = "books.tsv"
_HEADER = ["authors", "title", "id", "work", "language", "split", "dialogues", "rights", "url", "sha256"]


PAIR_COLUMNS = ["id", "title", "encoding", "url"]


def pair_facts(row: Mapping[str, Any]) -> dict[str, Any]:
    """Metadata of a book for `tables.PAIR_DOCUMENTS`, from its row of the texts table."""
    return {"title": row["title"], "encoding": row["encoding"], "path": row["url"]}


def facts(row: Mapping[str, Any]) -> dict[str, Any]:
    """Metadata of a book for `Document`, from its row of the texts table."""
    return {**{key: row[key] for key in COLUMNS}, "authors": tuple(row["authors"])}


class Listing:
    """The list of books used: authors, titles, rights and SHA-256 of every one."""

    def __init__(self) -> None:
        self._books: list[Document] = []

    def add(self, document: Document) -> None:
        """Add a book that has dialogues."""
        self._books.append(document)

    def write(self, folder: Path) -> None:
        """Write books.tsv, by author and title."""
        with (folder / FILE).open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter="\t", lineterminator="\n")
            writer.writerow(_HEADER)
            for book in sorted(self._books, key=lambda book: (book.authors, book.title or "", book.id)):
                place = [book.id, book.work_id, book.language, book.split, book.dialogues, book.rights]
                writer.writerow(["; ".join(book.authors), book.title, *place, book.url, book.sha256])

    def rights(self) -> str:
        """Number of books by licence, as Markdown."""
        numbers = Counter(book.rights or "not stated" for book in self._books)
        return (
            "\n".join(f"- {rights} {number:,} books" for rights, number in sorted(numbers.items()))
            or "No books."
        )
