"""`dialogue-etl books select`: what a selection gives, before anything is downloaded."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.table import Table

from dialogue_etl import params as parameters
from dialogue_etl.sources.books.catalogues import entries, selection

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.params import Params

_TITLES = 5


def show(language: str, catalogue: Path, params: Params, changes: list[str]) -> None:
    """Print a selection in figures.

    Args:
        language: BCP-47 tag.
        catalogue: output of the catalogue stage.
        params: the workspace's.
        changes: KEY=VALUE, over these.

    Raises:
        ParamsError: a change is wrong.
        MissingTableError: the catalogue stage has not run.
    """
    changed = dict(map(parameters.assignment, changes))
    params = parameters.parse(parameters.override(params.model_dump(), changed), origin="--set")
    found = selection.select(entries.listed(catalogue), language, params)
    table = Table("books of the catalogue", language)
    table.add_row("listed", f"{found.listed:,}")
    reasons = Counter(row["reason"] for row in found.left_out)
    for reason in sorted(reasons, key=selection.REASONS.index):
        table.add_row(f"left out by {reason}", f"{reasons[reason]:,}")
    if params.books.ids:
        rest = found.listed - len(found.chosen) - len(found.left_out)
        table.add_row("not among books.ids", f"{rest:,}")
    table.add_row("selected", f"{len(found.chosen):,}", style="bold")
    Console().print(table)
    for entry in found.chosen[:_TITLES]:
        typer.echo(f"{entry.id}  {entry.title}")
    if len(found.chosen) > _TITLES:
        typer.echo("…")
    for row in found.unknown:
        typer.secho(f"{row['id']}: {row['detail']}", fg="yellow")
