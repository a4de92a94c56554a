"""Project Gutenberg's pg_catalog.csv: all there is, but neither rights nor downloads."""

from __future__ import annotations

import csv
import gzip
import io
import re
import zlib
from typing import TYPE_CHECKING

from dialogue_etl.sources.books.catalogues.entries import (
    MAX_CELL,
    NUMBER,
    CatalogueError,
    Entry,
    Found,
    Unreadable,
    iso_date,
)
from dialogue_etl.sources.books.catalogues.language_tags import language_tag
from dialogue_etl.text import forms

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATHS = ("cache/epub/feeds/pg_catalog.csv.gz", "cache/epub/feeds/pg_catalog.csv")
"""Where a mirror keeps it, the smaller file first."""

COLUMNS = ("Text#", "Type", "Issued", "Title", "Language", "Authors", "Subjects", "Bookshelves")
"""Those that are read; LoCC is not."""

_GZIP = b"\x1f\x8b"
_HEAD = 4096  # bytes that tell a web page
_MAX_LINE = 1_000_000  # longer ones come in pieces, so that a file without line ends fills no memory
_MAX_CHARACTERS = 1_000_000_000  # fifty times the real file: more is a decompression bomb
_NUMBER = re.compile(NUMBER)
_ROW_WITHIN = re.compile(rf"[\r\n]{NUMBER},[A-Za-z]*,(?:[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})?,")
_YEARS = re.compile(r"(?:-?\d{1,4}\??(?: BCE)?)?-(?:\d{1,4}\??(?: BCE)?)?")


def read(path: Path, name: str) -> Iterator[Found]:
    """The entries of a pg_catalog.csv in its order, plain or compressed by gzip.

    Titles hold line breaks; languages, authors, subjects and bookshelves are lists parted by semicolons.

    Args:
        path: where its bytes are.
        name: what messages call it.

    Raises:
        CatalogueError: it is no such file, or cut short.
    """
    try:
        with path.open("rb") as file:
            packed = file.read(len(_GZIP)) == _GZIP
            file.seek(0)
            with gzip.open(file) if packed else file as plain:
                yield from _entries(_Lines(plain, name), name)
    except EOFError:
        raise CatalogueError(f"{name}: cut short; fetch it again") from None
    except (OSError, zlib.error) as error:
        raise CatalogueError(f"{name}: {getattr(error, 'strerror', None) or error}") from None


class _Lines:
    """The lines of a file, or pieces of those beyond all measure."""

    def __init__(self, plain: io.BufferedReader | gzip.GzipFile, name: str) -> None:
        self._plain = plain
        self._name = name

    def __iter__(self) -> Iterator[str]:
        if forms.markup(self._plain.peek(_HEAD)) == forms.WEB_PAGE:
            raise CatalogueError(f"{self._name}: a web page, not a pg_catalog.csv")
        text = io.TextIOWrapper(self._plain, "utf-8-sig", "replace", newline="")
        left = _MAX_CHARACTERS
        while line := text.readline(_MAX_LINE):
            left -= len(line)
            if left < 0:
                raise CatalogueError(f"{self._name}: more than {_MAX_CHARACTERS:,} characters")
            yield line


def _entries(lines: _Lines, name: str) -> Iterator[Found]:
    csv.field_size_limit(MAX_CELL)
    reader = csv.reader(iter(lines))
    places, width = _header(reader, name)
    number = 0
    while True:
        first = reader.line_num + 1
        try:
            cells = next(reader)
            problem = _problem(cells, places["Text#"], width)
        except csv.Error as error:
            cells, problem = [], str(error)
        except StopIteration:
            return
        if not cells and not problem:
            continue
        number += 1
        if problem:
            where = f"row {number} (lines {first} to {reader.line_num})"
            yield Unreadable(_id(cells, places["Text#"]) or f"row {number}", f"{name}: {where}: {problem}")
        else:
            row = {column: cells[place] for column, place in places.items()}
            yield _entry(_id(cells, places["Text#"]), row)


def _problem(cells: list[str], place: int, width: int) -> str:
    """What is wrong with a row; empty if nothing is, as with an empty line."""
    if cells and len(cells) != width:
        return f"{len(cells)} cells under {width} columns"
    if cells and not _id(cells, place):
        return f"{cells[place][:20]!r} is no number of a book"
    if any(_ROW_WITHIN.search(cell) for cell in cells):
        return "a quotation mark that does not end swallows the rows after it"
    return ""


def _id(cells: list[str], place: int) -> str:
    """The id of a row's book, empty if it has no number."""
    number = cells[place].strip() if place < len(cells) else ""
    return f"pg{number}" if _NUMBER.fullmatch(number) else ""


def _header(reader: Iterator[list[str]], name: str) -> tuple[dict[str, int], int]:
    """Where each column is, and how many there are."""
    try:
        header = next(reader, [])
    except csv.Error as error:
        raise CatalogueError(f"{name}: {error}") from None
    if missing := [column for column in COLUMNS if column not in header]:
        raise CatalogueError(f"{name}: no column {', '.join(missing)}")
    return {column: header.index(column) for column in COLUMNS}, len(header)


def _entry(id: str, row: dict[str, str]) -> Entry:
    return Entry(
        id=id,
        type=row["Type"].strip(),
        issued=iso_date(row["Issued"].strip()),
        title=" ".join(row["Title"].split()),
        languages=tuple(dict.fromkeys(map(language_tag, _parts(row["Language"])))),
        authors=tuple(dict.fromkeys(map(_person, _parts(row["Authors"])))),
        subjects=_parts(row["Subjects"]),
        bookshelves=_parts(row["Bookshelves"]),
    )


def _parts(cell: str) -> tuple[str, ...]:
    parts = (" ".join(part.split()) for part in cell.split(";"))
    return tuple(part for part in parts if part)


def _person(name: str) -> str:
    """`Butler, Samuel, 1835-1902 [Translator]` without years and role."""
    if name.endswith("]"):
        name = name.rpartition("[")[0].rstrip() or name
    surname, _, years = name.rpartition(", ")
    return surname if surname and _YEARS.fullmatch(years) else name
