"""`dialogue-etl books select`: what a selection gives, before anything is downloaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.table import Table

from dialogue_etl import params as parameters
from dialogue_etl.sources.books.catalogues import entries, selection

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.params import Params


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
    found = selection.summary(selection.select(entries.listed(catalogue), language, params))
    table = Table("books of the catalogue", language)
    table.add_row("listed", f"{found.listed:,}")
    for reason, number in found.left_out.items():
        table.add_row(f"left out by {reason}", f"{number:,}")
    if params.books.ids:
        rest = found.listed - found.chosen - sum(found.left_out.values())
        table.add_row("not among books.ids", f"{rest:,}")
    table.add_row("selected", f"{found.chosen:,}", style="bold")
    Console().print(table)
    for id, title in found.titles.items():
        typer.echo(f"{id}  {title}")
    if found.chosen > len(found.titles):
        typer.echo("…")
    for id in found.unknown:
        typer.secho(f"{id}: books.ids names it, but the catalogue does not list it", fg="yellow")
