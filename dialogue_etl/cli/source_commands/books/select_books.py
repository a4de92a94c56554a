"""`dialogue-etl books select`: shows the selected books before they are downloaded."""

from collections import Counter
from pathlib import Path

import typer

from dialogue_etl import params as parameters
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.sources.books.catalogues import entries, selection
from dialogue_etl.sources.books.parameters import Books

_TITLES = 5


def show(language: str, catalogue: Path, params: Params, changes: list[str]) -> None:
    """Print the numbers of selected books, and their titles.

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
    typer.echo(f"Books of the catalogue in {language}:")
    _tell("listed", found.listed)
    reasons = Counter(row["reason"] for row in found.left_out)
    for reason in sorted(reasons, key=selection.REASONS.index):
        _tell(f"left out by {reason}", reasons[reason])
    if params[Books].ids:
        _tell("not among books.ids", found.listed - len(found.chosen) - len(found.left_out))
    _tell("selected", len(found.chosen))
    for entry in found.chosen[:_TITLES]:
        typer.echo(f"{entry.id}  {entry.title}")
    if len(found.chosen) > _TITLES:
        typer.echo("…")
    for row in found.unknown:
        typer.secho(f"{row['id']}: {row['detail']}", fg="yellow")


def _tell(what: str, number: int) -> None:
    typer.echo(f"{number:>9,}  {what}")
