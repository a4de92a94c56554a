"""`dialogue-etl threads …`: add corpora."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    help="Threads: comment trees and session corpora, your own or the embedded sample.", no_args_is_help=True
)


@app.callback()
def _group() -> None:
    """A group, though it has one command."""


@app.command()
def add(
    paths: Annotated[list[Path], typer.Argument(help="Files of one corpus, packed or not.", exists=True)],
    name: Annotated[str, typer.Option(help="Of the corpus; it begins the ids of its threads.")],
    language: Annotated[str, typer.Option(help="BCP-47 tag.")],
    rights: Annotated[str, typer.Option(help="Such as `CC BY 4.0`; goes with every dialogue.")],
    form: Annotated[
        str, typer.Option("--format", help="Of the files, such as tree; docs/threads.md has all.")
    ],
) -> None:
    """Bring a dump of comments or sessions into the workspace."""
    from dialogue_etl.sources.threads.commands import add_corpus

    add_corpus.add(paths, name, form, language, rights)
