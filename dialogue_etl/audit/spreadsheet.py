"""CSV that spreadsheets open without harm and that is read back as they save it."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.text.encoding import UndecodableError, decode

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Separator = Literal[",", ";"]
LONGEST_CELL = 30_000
"""Characters; Excel cuts a cell at 32,767."""

# What makes a spreadsheet take a cell for a formula (OWASP, CSV Injection), also behind blanks and in the
# full-width forms that East Asian versions take.
# `form_csv.js` has the same expression.
_FORMULA = re.compile("'*+(?:[ \u00a0\u3000]*+[=+\\-@＝＋－＠]|[\t\r\n])")
_SEPARATORS = (",", ";", "\t")
_SEPARATOR_LINE = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)


def guard(text: str) -> str:
    """A cell that no spreadsheet runs: an apostrophe before what could be a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def unguard(cell: str) -> str:
    """The text that `guard` was given; any other cell as it is."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


class Row(NamedTuple):
    """A row of a file, with the line it begins in, counted from 1."""

    line: int
    cells: dict[str, str]


def write(columns: Sequence[str], rows: Sequence[Mapping[str, str]], separator: Separator = ",") -> bytes:
    """UTF-8 with a byte order mark, without which Excel takes it for the local encoding."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=separator, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([guard(row[column]) for column in columns] for row in rows)
    return file.getvalue().encode("utf-8-sig")


def read(data: bytes, columns: Sequence[str]) -> Iterator[Row]:
    """Rows of a CSV in any encoding, with commas, semicolons or tabs between the cells; empty ones left out.

    Further columns are left out, cells that are missing at the end of a row are empty.

    Raises:
        DialogueEtlError: it is no text, no CSV, or lacks a column.
    """
    text = _decode(data)
    separator_line = _SEPARATOR_LINE.match(text)
    skipped = 0
    if separator_line:
        text, skipped = text[separator_line.end() :], 1
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text, columns), strict=False)
    try:
        header = [unguard(cell).strip().lower() for cell in next(reader, [])]
        _check(header, columns)
        places = {column: header.index(column) for column in columns}
        line = reader.line_num
        for cells in reader:
            began, line = line + 1 + skipped, reader.line_num
            if any(cells):
                found = {name: cells[at] if at < len(cells) else "" for name, at in places.items()}
                yield Row(began, {name: unguard(cell) for name, cell in found.items()})
    except csv.Error as error:
        raise DialogueEtlError(f"line {reader.line_num + skipped}: not CSV: {error}") from error


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    try:
        return decode(data)[0]
    except UndecodableError as error:
        raise DialogueEtlError(f"not a CSV file ({error}): save the sheet as CSV") from error


def _separator(text: str, columns: Sequence[str]) -> str:
    """The one that makes most columns of the first line."""
    line = text[: text.find("\n") + 1 or len(text)][:LONGEST_CELL]

    def known(separator: str) -> int:
        cells = next(csv.reader([line], delimiter=separator), [])
        return len(set(columns) & {cell.strip().lower() for cell in cells})

    return max(_SEPARATORS, key=known)


def _check(header: Sequence[str], columns: Sequence[str]) -> None:
    missing = [column for column in columns if column not in header]
    if len(missing) == len(columns):
        raise DialogueEtlError("line 1: not an audit sheet: it has none of the columns of one")
    if missing:
        raise DialogueEtlError(f"line 1: no column {', '.join(missing)}")
    twice = [column for column in columns if header.count(column) > 1]
    if twice:
        raise DialogueEtlError(f"line 1: two columns {', '.join(twice)}")
