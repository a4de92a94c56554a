"""`dialogue-etl threads …`: add, list and remove corpora."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    help="Threads: comment trees and session corpora, your own or the embedded sample.", no_args_is_help=True
)


@app.command()
def add(
    paths: Annotated[list[Path], typer.Argument(help="Files of one corpus, packed or not.", exists=True)],
    name: Annotated[str, typer.Option(help="Of the corpus; it begins the ids of its threads.")],
    language: Annotated[str, typer.Option(help="BCP-47 tag.")],
    rights: Annotated[str, typer.Option(help="Such as `CC BY 4.0`; goes with every dialogue.")],
    form: Annotated[
        str,
        typer.Option(
            "--format", help="Of the files, such as tree; docs/threads.md has all. Told if left out."
        ),
    ] = "",
    field: Annotated[
        list[str] | None,
        typer.Option(help="Where a field lies, if elsewhere, such as parent=rootid; repeatable."),
    ] = None,
    encoding: Annotated[str, typer.Option(help="Such as big5; told if left out.")] = "",
) -> None:
    """Bring a dump of comments or sessions into the workspace."""
    from dialogue_etl.cli.source_commands.threads import add_corpus

    add_corpus.add(paths, name, language, rights, form, fields=field or (), encoding=encoding)


@app.command("list")
def list_() -> None:
    """Show the corpora of the workspace."""
    from dialogue_etl.cli.source_commands.threads import known_corpora

    known_corpora.show()


@app.command()
def remove(name: Annotated[str, typer.Argument(help="Of the corpus.")]) -> None:
    """Take a corpus out of the workspace; DVC's cache still has it."""
    from dialogue_etl.cli.source_commands.threads import known_corpora

    known_corpora.remove(name)
