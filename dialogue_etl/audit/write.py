"""A folder with the sheet, as CSV and as a form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl import shards
from dialogue_etl.audit import form, sheet, spreadsheet
from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dialogue_etl.audit.spreadsheet import Separator
    from dialogue_etl.audit.units import Unit


def write(units: Sequence[Unit], output: Path, separator: Separator = ",") -> tuple[Path, Path]:
    """Write `audit.csv` and `audit.html`; the same units give the same bytes.

    Returns:
        The paths of the two.

    Raises:
        DialogueEtlError: nothing to judge, or the folder holds a sheet that somebody has begun to fill.
    """
    if not units:
        raise DialogueEtlError("nothing to judge: there is no dialogue of two utterances")
    rows = sheet.rows(units)
    table, page = output / "audit.csv", output / "audit.html"
    _refuse_to_replace(table)
    shards.write_atomic(table, spreadsheet.write(sheet.COLUMNS, rows, separator))
    shards.write_atomic(page, form.render(units, rows, separator).encode())
    return table, page


def _refuse_to_replace(table: Path) -> None:
    if not table.exists():
        return
    try:
        found = list(spreadsheet.read(table.read_bytes(), sheet.COLUMNS))
    except DialogueEtlError as error:
        raise DialogueEtlError(f"{table}: {error}; not replaced: choose another --output") from error
    filled = sum(any(row.cells[column].strip() for column in ("errors", "note")) for row in found)
    if filled:
        raise DialogueEtlError(f"{table}: {filled} rows are filled; not replaced: choose another --output")
