"""`dialogue-etl threads list` and `remove`: the corpora of a workspace."""

from __future__ import annotations

import typer

from dialogue_etl.cli.source_commands.threads.add_corpus import NAME
from dialogue_etl.sources.threads import corpora
from dialogue_etl.text.privacy import mask
from dialogue_etl.workspace import change, programs


def show() -> None:
    """Print a line for each corpus, with files that are not there.

    Raises:
        CorporaError: the catalogue can't be read.
    """
    root = change.find_with(NAME)
    folder = root / corpora.FOLDER
    known = corpora.read(folder)
    for corpus in known:
        paths = [folder / file for file in corpus.files]
        gone = [file for file, path in zip(corpus.files, paths, strict=True) if not path.is_file()]
        size = sum(path.stat().st_size for path in paths if path.is_file()) / 1e6
        form = " ".join(filter(None, [corpus.format, corpus.encoding, *corpus.fields]))
        files = "1 file" if len(paths) == 1 else f"{len(paths):,} files"
        facts = f"{form}, {corpus.language}, {corpus.rights}; {files}, {size:,.1f} MB"
        typer.echo(mask(f"{corpus.name}: {facts}")[0])
        if gone:
            typer.secho(f"  not there: {', '.join(gone)}", fg="yellow")
    if not known:
        typer.echo("no corpora; `dialogue-etl threads add` brings one in")


def remove(name: str) -> None:
    """Take a corpus out, and let DVC take note of it.

    Raises:
        CorporaError: there is none of this name.
    """
    root = change.find_with(NAME)
    corpora.remove(root / corpora.FOLDER, name)
    programs.track(root, corpora.FOLDER)
    typer.echo(f"{name} is out of {corpora.FOLDER}")
