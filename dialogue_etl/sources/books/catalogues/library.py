"""The user's own books: a folder of texts with a small catalogue, filled by `dialogue-etl books add`."""

import hashlib
import re
import unicodedata
from pathlib import Path

from dialogue_etl.shards import write_atomic
from dialogue_etl.sources import catalogue_file
from dialogue_etl.sources.books.catalogues.entries import CatalogueError, Entry, language_tag

COLUMNS = ("id", "language", "title", "authors", "rights", "file", "sha256")
_LONGEST_ID = 80


def read(folder: Path) -> list[Entry]:
    """The books of a library folder, by id.

    Raises:
        CatalogueError: its catalogue.csv is missing, can't be read, lacks a column, or lists a book twice.
    """
    path = folder / catalogue_file.NAME
    rows = catalogue_file.read(path, COLUMNS, source="books", error=CatalogueError, absent=None)
    seen: set[str] = set()
    for number, row in enumerate(rows, start=1):
        if empty := [name for name in COLUMNS if row[name] is None]:
            raise CatalogueError(f"{path}: book {number} ({row['id']}) has no {', '.join(empty)}")
        if row["id"] in seen:
            raise CatalogueError(f"{path}: book {number} ({row['id']}) is listed twice")
        seen.add(row["id"])
    return [
        Entry(
            id=row["id"],
            languages=tuple(map(language_tag, row["language"].split("; "))),
            title=row["title"],
            authors=tuple(filter(None, row["authors"].split("; "))),
            rights=row["rights"],
            file=row["file"],
            sha256=row["sha256"] or None,
        )
        for row in sorted(rows, key=lambda row: row["id"])
    ]


def read_if_there(folder: Path) -> list[Entry]:
    """The books of a library folder; none if it does not exist yet."""
    return read(folder) if (folder / catalogue_file.NAME).exists() else []


def add(folder: Path, entries: list[tuple[Entry, bytes]]) -> None:
    """Put books into the library; one with the same id is replaced. The catalogue is written last."""
    books = {entry.id: entry for entry in read_if_there(folder)}
    for entry, data in entries:
        write_atomic(folder / str(entry.file), data)
        books[entry.id] = entry
    catalogue_file.write(folder / catalogue_file.NAME, COLUMNS, (_row(books[id]) for id in sorted(books)))


def _row(book: Entry) -> list[str | None]:
    languages, authors = "; ".join(book.languages), "; ".join(book.authors)
    return [book.id, languages, book.title, authors, book.rights, book.file, book.sha256]


def entry(*, id: str, language: str, title: str, authors: tuple[str, ...], rights: str, data: bytes) -> Entry:
    """A book for the library."""
    return Entry(
        id=id,
        languages=(language,),
        title=title,
        authors=authors,
        rights=rights,
        file=f"books/{id}.txt",
        sha256=hashlib.sha256(data).hexdigest(),
    )


def name(authors: tuple[str, ...], title: str) -> str:
    """An id made of author and title: stable, and safe as a file name."""
    plain = unicodedata.normalize("NFKD", "-".join((*authors[:1], title))).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")
    digest = hashlib.sha256("\n".join((*authors, title)).encode()).hexdigest()[:8]
    return f"{slug[:_LONGEST_ID]}-{digest}" if len(slug) > _LONGEST_ID or not slug else slug
