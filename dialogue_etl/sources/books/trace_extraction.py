"""`dialogue-etl try --trace`: prints the table of extraction after each step."""

import shutil
import sys
from typing import Any

import pandas as pd
import typer

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.languages import Language
from dialogue_etl.sources.books.extraction.document import Document
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import run_steps
from dialogue_etl.sources.books.plays import find_plays, read_plays, without

_WIDEST = 60  # characters of a text


def trace(text: str, language: Language, params: Extract, *, rows: int) -> None:
    """Print the table after each step.

    Args:
        text: of a book.
        language: of the book.
        params: of extraction; thresholds for whole books are not looked at.
        rows: how many rows of each table are shown.

    Raises:
        DialogueEtlError: the profile has no steps.
    """
    if params.profile == "reference":
        raise DialogueEtlError("--trace: the profile reference has no steps")
    passages = find_plays(text, language)
    tables = [*run_steps(Document.of(without(text, passages), language, params))]
    if passages and params.plays == "read":
        tables.append(("read_plays", read_plays(Document.of(text, language, params), passages)[0]))
    for number, (step, table) in enumerate(tables, 1):
        more = f", the first {rows:,} of them" if len(table) > rows else ""
        typer.echo(f"{number}. {step}: {len(table):,} rows{more}")
        frame = table.where(slice(rows)).to_arrow(text).to_pandas()[["text", *table.columns]]
        frame["text"] = [" ".join(said.split())[:_WIDEST] for said in frame["text"]]
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        typer.echo(f"{frame.map(_cell).to_string(index=False, line_width=width)}\n")


def _cell(value: Any) -> str:
    if value is None or value is False or value is pd.NA:
        return ""
    if isinstance(value, float):
        return f"{value:g}"
    return "yes" if value is True else str(value)
