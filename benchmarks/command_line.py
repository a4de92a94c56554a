"""What the command lines of the benchmarks share: options, and how they end when something fails."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from dialogue_etl.errors import DialogueEtlError

HERE = Path(__file__).resolve().parent

Texts = Annotated[
    Path | None,
    typer.Option(
        help="Folder of *.txt to grow from; without it the embedded sample.", exists=True, file_okay=False
    ),
]
Language = Annotated[str, typer.Option(help="BCP-47 tag of the texts.")]
Seed = Annotated[int, typer.Option(help="Of the grown books.")]
Corpora = Annotated[Path, typer.Option(help="Folder that keeps grown corpora.", file_okay=False)]


def main(app: typer.Typer) -> None:
    """Run a command line; an error of ours is its message, without a traceback."""
    try:
        app()
    except DialogueEtlError as error:
        typer.secho(str(error), fg="red", err=True)
        sys.exit(1)
