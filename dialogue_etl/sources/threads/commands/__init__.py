"""`dialogue-etl threads …`: add corpora, look at a dialogue, count noise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from dialogue_etl.cli.parameters import PARAMS, ParamsFile

TOP_LEVEL: dict[str, Callable[..., None]] = {}
"""Commands beside the group of the source."""

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
        str | None, typer.Option("--format", help="Of the files; found out if it is clear.")
    ] = None,
) -> None:
    """Bring a dump of comments or sessions into the workspace."""
    from dialogue_etl.sources.threads.commands import add_corpus

    add_corpus.add(paths, name, form, language, rights)


@app.command()
def noise(
    paths: Annotated[list[Path], typer.Argument(help="Files of any corpus.", exists=True)],
    language: Annotated[str, typer.Option(help="BCP-47 tag.")],
    form: Annotated[str, typer.Option("--format", help="Of the files; found out if it is clear.")] = "",
    blacklists: Annotated[Path, typer.Option(help="Folder of further blacklists.")] = Path(
        "threads/blacklists"
    ),
    change: Annotated[
        list[str] | None,
        typer.Option("--set", help="Another value of a parameter, as KEY=VALUE; repeatable."),
    ] = None,
    params: ParamsFile = PARAMS,
) -> None:
    """Clean a temporary copy of a corpus and count what each rule does to it."""
    from dialogue_etl import params as parameters
    from dialogue_etl.sources.threads import corpora
    from dialogue_etl.sources.threads.commands import noise_rates

    corpora.check_language(language)
    written = parameters.read_values(params) if params.is_file() else {}
    fixed = {"threads.source": "corpora", "threads.corpora": [], "threads.languages": [language]}
    changes = {**dict(map(parameters.assignment, change or [])), **fixed}
    noise_rates.noise(
        paths, language, form or None, blacklists, parameters.parse(parameters.override(written, changes))
    )
