"""`dialogue-etl diff`: what differs between two versions of a dataset."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from dialogue_etl.compare.results import Comparison

_WIDTH = 130


def diff(
    before: Annotated[
        str, typer.Argument(metavar="REV_A", help="Tag, branch or commit; . is the workspace.")
    ],
    after: Annotated[str, typer.Argument(metavar="REV_B", help="The other version.")] = ".",
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
    page: Annotated[
        Path | None,
        typer.Option(help="Write the comparison to this HTML file, without scripts.", dir_okay=False),
    ] = None,
    examples: Annotated[int, typer.Option(min=0, help="Number of dialogues shown of each kind.")] = 3,
) -> None:
    """Show the differences between two versions: books and dialogues with reasons, parameters, metrics.

    Tables are read from DVC's cache; nothing is checked out.
    """
    from dialogue_etl.compare import results, versions
    from dialogue_etl.workspace.root import find_root

    comparison = versions.compare(find_root(), before, after, examples=examples)
    if page:
        _write(page, comparison)
    if as_json:
        typer.echo(json.dumps(results.as_json(comparison), ensure_ascii=False, indent=1, default=str))
    elif not page:
        _show(comparison)


def _write(path: Path, comparison: Comparison) -> None:
    from dialogue_etl.compare.page import render
    from dialogue_etl.core.shards import write_atomic

    write_atomic(path, render(comparison).encode())
    typer.echo(f"{path}: {len(path.read_bytes()):,} bytes", err=True)


def _show(comparison: Comparison) -> None:
    from rich.console import Console

    from dialogue_etl.compare.terminal import renderables

    # Without a terminal rich assumes 80 columns, which would truncate the tables.
    console = Console(highlight=False, width=None if sys.stdout.isatty() else _WIDTH)
    for shown in renderables(comparison):
        console.print(shown)
