"""`dialogue-etl try --trace`: the table of extraction after each step, as a person reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.books.extraction.pipeline import Document, run_steps

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from dialogue_etl.languages import Language
    from dialogue_etl.params import Extract
    from dialogue_etl.sources.books.extraction.table import SpeechTable

_WIDEST = 60  # characters of a cell
_PLAIN_WIDTH = 1_000  # columns of a line where the output is no terminal: as many as the table needs


def trace(text: str, language: Language, params: Extract, *, rows: int, columns: Sequence[str] = ()) -> None:
    """Print the table after each step; what a step has added stands in bold.

    Args:
        text: of a book.
        language: of the book.
        params: of extraction; thresholds for whole books are not looked at.
        rows: how many rows of each table are shown.
        columns: those that are shown, besides the text; without any all.

    Raises:
        DialogueEtlError: no step adds such a column, or the profile has no steps.
    """
    if params.profile == "reference":
        raise DialogueEtlError("--trace: the profile reference has no steps")
    tables = list(run_steps(Document.of(text, language, params)))
    known = dict.fromkeys(name for _, table in tables for name in table.columns)
    for name in columns:
        if name not in known:
            raise DialogueEtlError(f"--trace-columns {name}: not one of {', '.join(known)}")
    console = Console()
    if not console.is_terminal:
        console.width = _PLAIN_WIDTH
    before: Collection[str] = ()
    for number, (step, table) in enumerate(tables, 1):
        shown = [name for name in table.columns if not columns or name in columns]
        console.print(_drawn(f"{number}. {step}", text, table, shown, before, rows))
        before = table.columns


def _drawn(
    title: str, text: str, table: SpeechTable, columns: Sequence[str], before: Collection[str], rows: int
) -> Table:
    more = f", the first {rows:,} of them" if len(table) > rows else ""
    drawn = Table(title=f"{title}: {len(table):,} rows{more}", title_justify="left", box=box.SIMPLE)
    drawn.add_column("text", overflow="ellipsis", no_wrap=True, width=_WIDEST)
    for name in columns:
        drawn.add_column(name, header_style="dim" if name in before else "bold")
    some = table.where(slice(rows)).to_arrow(text)
    for row in some.to_pylist():
        drawn.add_row(escape(" ".join(row["text"].split())), *(_cell(row[name]) for name in columns))
    return drawn


def _cell(value: Any) -> str:
    if value is None or value is False:
        return ""
    if isinstance(value, float):
        return f"{value:g}"
    return escape("yes" if value is True else str(value))
