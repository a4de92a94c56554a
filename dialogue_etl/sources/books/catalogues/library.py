"""The user's own books: a folder of files with a small catalogue, filled by `dialogue-etl books add`."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from dialogue_etl.core.shards import write_atomic
from dialogue_etl.errors import UsageError
from dialogue_etl.sources import catalogue_file
from dialogue_etl.sources.books.catalogues.entries import CatalogueError, Entry, language_tag
from dialogue_etl.sources.folder import is_below, leads_inside
from dialogue_etl.text.privacy import mask

COLUMNS = ("id", "language", "title", "authors", "rights", "file", "sha256")
_LONGEST_ID, _MOST = 80, 100
_SAFE_ID = re.compile(rf"[A-Za-z0-9_](?:[A-Za-z0-9._-]{{0,{_MOST - 2}}}[A-Za-z0-9_])?")
_RESERVED = re.compile(r"con|prn|aux|nul|com\d|lpt\d")
_IN_ASCII = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
"""Letters that have no other form without their strokes."""


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


def add(folder: Path, entries: Iterable[tuple[Entry, bytes]]) -> None:
    """Put books into the library; one with the same id is replaced.

    The catalogue is written after the files, and files that it no longer lists are removed last: what is
    interrupted leaves the library as it was, or has done everything but that.
    """
    books = {entry.id: entry for entry in read_if_there(folder)}
    replaced = []
    for entry, data in entries:
        write_atomic(folder / str(entry.file), data)
        replaced += [books[entry.id]] if entry.id in books else []
        books[entry.id] = entry
    _write(folder, books, replaced)


def remove(folder: Path, ids: Sequence[str]) -> list[Entry]:
    """Take books out of the library; returns them.

    Raises:
        CatalogueError: one is not there, with the ids most like it; nothing is removed then.
    """
    books = {entry.id: entry for entry in read(folder)}
    catalogue_file.check_known(ids, books, folder=folder, error=CatalogueError)
    removed = [books.pop(id) for id in dict.fromkeys(ids)]
    _write(folder, books, removed)
    return removed


def _write(folder: Path, books: Mapping[str, Entry], gone: Iterable[Entry]) -> None:
    """Write the catalogue, then remove the files of books that are gone, if they are in the folder."""
    catalogue_file.write(folder / catalogue_file.NAME, COLUMNS, (_row(books[id]) for id in sorted(books)))
    listed = {entry.file for entry in books.values()}
    for name in {entry.file for entry in gone} - listed:
        path = folder / str(name)
        if name and leads_inside(name) and is_below(path, folder) and not path.is_dir():
            path.unlink(missing_ok=True)


def _row(book: Entry) -> list[str | None]:
    languages, authors = "; ".join(book.languages), "; ".join(book.authors)
    return [book.id, languages, book.title, authors, book.rights, book.file, book.sha256]


def entry(
    *,
    id: str,
    language: str,
    title: str,
    authors: tuple[str, ...],
    rights: str,
    data: bytes,
    suffix: str = ".txt",
) -> Entry:
    """A book for the library, from its facts and the bytes and suffix of its file."""
    return Entry(
        id=id,
        languages=(language,),
        title=title,
        authors=authors,
        rights=rights,
        file=f"books/{id}{suffix}",
        sha256=hashlib.sha256(data).hexdigest(),
    )


def name(authors: tuple[str, ...], title: str, *, distinct: bool = False) -> str:
    """An id made of author and title: stable, safe as a file name on any system, and without private data.

    Args:
        authors: of the book; the first one counts.
        title: of the book.
        distinct: whether another book has the id that it would have; else a part of a hash is added only if
            letters are lost: long titles, other scripts.
    """
    plain = mask("-".join((*authors[:1], title)))[0].lower()
    letters = unicodedata.normalize("NFKD", plain.translate(_IN_ASCII))
    slug = re.sub(r"[^a-z0-9]+", "-", letters.encode("ascii", "ignore").decode()).strip("-")
    lost = len(slug) > _LONGEST_ID or any(c.isalnum() and not c.isascii() for c in letters)
    if slug and not (lost or distinct) and not _RESERVED.fullmatch(slug):
        return slug
    digest = hashlib.sha256("\n".join((*authors, title)).encode()).hexdigest()[:8]
    return f"{slug[:_LONGEST_ID].strip('-') or 'book'}-{digest}"


def checked_id(id: str) -> str:
    """An id that the user chose.

    Raises:
        UsageError: it can't be the name of a file on every system, or of a parameter `books.ids`.
    """
    if not _SAFE_ID.fullmatch(id) or _RESERVED.fullmatch(id.partition(".")[0].lower()):
        raise UsageError(
            f"--id {id}: letters, digits, dots, hyphens and underscores only, at most {_MOST}; it begins and "
            "ends with a letter, digit or underscore, and is not the name of a device on Windows, such as con"
        )
    return id
