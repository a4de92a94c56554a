"""The sheet: a row per unit, to be filled in a spreadsheet or in the form."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from dialogue_etl.audit.passages import marked
from dialogue_etl.audit.spreadsheet import LONGEST_CELL

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialogue_etl.audit.units import Unit

COLUMNS = (
    "number",  # from 1
    "of",  # how many the sheet has, so that rows that went missing are noticed
    "unit",  # pair or dialogue
    "language",
    "title",
    "before",  # text of the book before the first utterance
    "passage",  # from the first to the last utterance, speech in ⟦1 white brackets⟧
    "after",
    "turns",  # the utterances as they are in the dataset, a line each
    "errors",  # to fill: keys of categories with semicolons between, or no_error; empty: not judged
    "note",  # to fill
    "annotator",  # to fill; empty: the file's name
    "authors",
    "source_id",
    "id",
    "sheet",  # tells sheets of different units apart
    "check",  # tells a row whose cells were mixed up
)
_UNFILLED = {"errors": "", "note": "", "annotator": ""}
CHECKED = ("number", "of", "unit", "language", "id", "sheet", "turns")
"""What `check` is of."""

_SURVIVING = re.compile(r"[^A-Za-z0-9]+")


def rows(units: Sequence[Unit]) -> list[dict[str, str]]:
    """The unfilled sheet: cells by column."""
    sheet = _digest("s", *(part for unit in units for part in (unit.id, *unit.turns)))
    return [_row(unit, number, len(units), sheet) for number, unit in enumerate(units, start=1)]


def _row(unit: Unit, number: int, of: int, sheet: str) -> dict[str, str]:
    row = {
        "number": str(number),
        "of": str(of),
        "unit": unit.kind,
        "language": unit.language,
        "title": unit.title,
        "before": marked(unit.passage.before),
        "passage": marked(unit.passage.inside),
        "after": marked(unit.passage.after),
        "turns": "\n".join(f"{index}. {turn}" for index, turn in enumerate(unit.turns, start=1)),
        "authors": unit.authors,
        "source_id": unit.source_id,
        "id": unit.id,
        "sheet": sheet,
        **_UNFILLED,
    }
    row = {column: _clipped(cell) for column, cell in row.items()}
    return {**row, "check": check(row)}


def check(row: Mapping[str, str]) -> str:
    """A digest of what is judged: rows sorted a column at a time, or retyped, no longer have theirs.

    Only ASCII letters and digits count: spreadsheets change line ends, and some save quotes and accents as
    question marks.
    """
    return _digest("c", *(_SURVIVING.sub("", row[column]) for column in CHECKED))


def _digest(letter: str, *parts: str) -> str:
    # With a letter before it: spreadsheets would take 12e45678 for a number.
    return letter + hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]


def _clipped(cell: str) -> str:
    return cell if len(cell) <= LONGEST_CELL else f"{cell[:LONGEST_CELL]} […]"
