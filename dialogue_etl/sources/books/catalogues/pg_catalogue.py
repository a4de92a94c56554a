"""Reads Project Gutenberg's pg_catalog.csv, which lists all books, but not their rights."""

import csv
import gzip
import io
import re
import zlib
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from dialogue_etl.sources.books.catalogues.entries import (
    NUMBER,
    CatalogueError,
    Entry,
    Found,
    Unreadable,
    language_tag,
)
from dialogue_etl.sources.catalogue_file import MAX_CELL
from dialogue_etl.text import forms

PATHS = ("cache/epub/feeds/pg_catalog.csv.gz", "cache/epub/feeds/pg_catalog.csv")
"""Paths on a mirror, the smaller file first."""

COLUMNS = ("Text#", "Type", "Issued", "Title", "Language", "Authors", "Subjects", "Bookshelves")
"""Columns that are read; LoCC is not."""
_RIGHTS = "Rights"  # a column of the sample's own

_GZIP = b"\x1f\x8b"
_MAX_BYTES = 200_000_000  # ten times the real file: more is a decompression bomb
_NUMBER = re.compile(NUMBER)
_ROW_WITHIN = re.compile(rf"[\r\n]{NUMBER},[A-Za-z]*,(?:[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})?,")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_YEARS = re.compile(r"(?:-?\d{1,4}\??(?: BCE)?)?-(?:\d{1,4}\??(?: BCE)?)?")


def read(path: Path, name: str) -> Iterator[Found]:
    """The entries of a pg_catalog.csv in its order, plain or compressed by gzip.

    Titles contain line breaks; languages, authors, subjects and bookshelves are separated by semicolons.

    Args:
        path: of the file.
        name: for messages.

    Raises:
        CatalogueError: it is not such a file, or truncated.
    """
    try:
        with path.open("rb") as file:
            packed = file.read(len(_GZIP)) == _GZIP
            file.seek(0)
            with gzip.open(file) if packed else file as plain:
                data = plain.read(_MAX_BYTES + 1)
    except EOFError:
        raise CatalogueError(f"{name}: cut short; fetch it again") from None
    except (OSError, zlib.error) as error:
        raise CatalogueError(f"{name}: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > _MAX_BYTES:
        raise CatalogueError(f"{name}: more than {_MAX_BYTES:,} bytes")
    if forms.markup(data) == forms.WEB_PAGE:
        raise CatalogueError(f"{name}: a web page, not a pg_catalog.csv")
    yield from _entries(data.decode("utf-8-sig", "replace"), name)


def _entries(text: str, name: str) -> Iterator[Found]:
    csv.field_size_limit(MAX_CELL)
    reader = csv.reader(io.StringIO(text, newline=""))
    header = _header(reader, name)
    number = 0
    while True:
        first = reader.line_num + 1
        try:
            cells = next(reader)
            problem = _problem(cells, header)
        except csv.Error as error:
            cells, problem = [], str(error)
        except StopIteration:
            return
        if not cells and not problem:
            continue
        number += 1
        id = _id(cells, header)
        if problem:
            where = f"row {number} (lines {first} to {reader.line_num})"
            yield Unreadable(id or f"row {number}", f"{name}: {where}: {problem}")
        else:
            yield _entry(id, dict(zip(header, cells, strict=True)))


def _header(reader: Iterator[list[str]], name: str) -> list[str]:
    try:
        header = next(reader, [])
    except csv.Error as error:
        raise CatalogueError(f"{name}: {error}") from None
    if missing := [column for column in COLUMNS if column not in header]:
        raise CatalogueError(f"{name}: no column {', '.join(missing)}")
    return header


def _problem(cells: list[str], header: list[str]) -> str:
    """What is wrong with a row; empty if nothing is, as with an empty line."""
    if cells and len(cells) != len(header):
        return f"{len(cells)} cells under {len(header)} columns"
    if cells and not _id(cells, header):
        return f"{cells[header.index('Text#')][:20]!r} is no number of a book"
    if any(_ROW_WITHIN.search(cell) for cell in cells):
        return "a quotation mark that does not end swallows the rows after it"
    return ""


def _id(cells: list[str], header: list[str]) -> str:
    """The id of a row's book, empty if it has no number."""
    place = header.index("Text#")
    number = cells[place].strip() if place < len(cells) else ""
    return f"pg{number}" if _NUMBER.fullmatch(number) else ""


def _entry(id: str, row: dict[str, str]) -> Entry:
    return Entry(
        id=id,
        type=row["Type"].strip(),
        issued=_date(row["Issued"].strip()),
        title=" ".join(row["Title"].split()),
        languages=tuple(dict.fromkeys(map(language_tag, _parts(row["Language"])))),
        authors=tuple(dict.fromkeys(map(_person, _parts(row["Authors"])))),
        subjects=_parts(row["Subjects"]),
        bookshelves=_parts(row["Bookshelves"]),
        rights=row.get(_RIGHTS),
    )


def _date(text: str) -> str:
    """A date as YYYY-MM-DD; empty if the text is not a date."""
    try:
        return date.fromisoformat(text).isoformat() if _DATE.fullmatch(text) else ""
    except ValueError:
        return ""


def _parts(cell: str) -> tuple[str, ...]:
    parts = (" ".join(part.split()) for part in cell.split(";"))
    return tuple(part for part in parts if part)


def _person(name: str) -> str:
    """`Butler, Samuel, 1835-1902 [Translator]` without years and role."""
    if name.endswith("]"):
        name = name.rpartition("[")[0].rstrip() or name
    surname, _, years = name.rpartition(", ")
    return surname if surname and _YEARS.fullmatch(years) else name
