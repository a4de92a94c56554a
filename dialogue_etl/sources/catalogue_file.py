"""catalogue.csv: what a folder filled by `dialogue-etl SOURCE add` holds, a file or corpus in each row."""

import csv
import io
from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from dialogue_etl.core.shards import write_atomic
from dialogue_etl.errors import DialogueEtlError

NAME = "catalogue.csv"
_FEW = 10  # names that a message lists
MAX_CELL = 1_000_000
"""Characters of a cell of a catalogue; the longest real ones have a few thousand."""


def read(
    path: Path,
    columns: Sequence[str],
    *,
    source: str,
    error: type[DialogueEtlError],
    absent: str | None = "",
) -> list[dict[str, Any]]:
    """The rows of a catalogue, by column.

    Args:
        path: of the file.
        columns: that it must have; others are returned as well.
        source: whose `add` command writes it.
        error: the class of what is raised.
        absent: the value of cells at the end of a row that is too short.

    Raises:
        DialogueEtlError: of the class `error`; it is missing, can't be read, or lacks a column.
    """
    if not path.is_file():
        raise error(f"{path}: no such file; `dialogue-etl {source} add` makes it")
    csv.field_size_limit(MAX_CELL)
    try:
        text = io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")
        reader = csv.DictReader(text, restval=absent)
        if missing := [name for name in columns if name not in (reader.fieldnames or ())]:
            raise error(f"{path}: no column {', '.join(missing)}")
        return list(reader)
    except UnicodeDecodeError:
        raise error(f"{path}: not UTF-8; save it as UTF-8") from None
    except (OSError, csv.Error) as reason:
        raise error(f"{path}: {reason}") from None


def check_known(
    names: Sequence[str], known: Collection[str], *, folder: Path, error: type[DialogueEtlError]
) -> None:
    """Refuse names that a catalogue does not list.

    Raises:
        DialogueEtlError: of the class `error`; it says which names are most like each.
    """
    unknown = [f"{name}: not in {folder}{_like(name, known)}" for name in names if name not in known]
    if unknown:
        raise error("\n".join(unknown))


def _like(name: str, known: Collection[str]) -> str:
    near = get_close_matches(name, sorted(known), n=3)
    if near:
        return f"; most like it: {', '.join(near)}"
    return f"; there are {', '.join(sorted(known)) or 'none'}" if len(known) <= _FEW else ""


def write(path: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a catalogue whole or not at all."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    write_atomic(path, text.getvalue().encode())
