"""`dialogue-etl subtitles …`: add, list and remove files; make a corpus of pairs without a workspace."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    help="Subtitles: OPUS archives, your own files, or the embedded sample.", no_args_is_help=True
)


@app.command()
def add(
    paths: Annotated[
        list[Path],
        typer.Argument(help="Subtitle files, XML or archives of OPUS, or folders of them.", exists=True),
    ],
    language: Annotated[str, typer.Option(help="BCP-47 tag.")],
    rights: Annotated[str, typer.Option(help="Such as `CC BY 4.0`; goes with every dialogue.")],
    film: Annotated[
        str | None, typer.Option(help="IMDb id or another name of the film; by default that of the file.")
    ] = None,
    title: Annotated[str, typer.Option(help="Title of the film.")] = "",
    year: Annotated[int | None, typer.Option(help="Year of the film.", min=1800, max=2200)] = None,
    encoding: Annotated[
        str, typer.Option(help="Of the files, such as cp1256; by default it is detected.")
    ] = "",
) -> None:
    """Add subtitle files to the workspace's library. Files with the same --film are versions of it."""
    from dialogue_etl.cli.source_commands.subtitles import add_subtitles

    add_subtitles.add(paths, add_subtitles.Given(language, rights, film, title, year, encoding))


@app.command("list")
def list_() -> None:
    """Show the subtitle files of the workspace."""
    from dialogue_etl.cli.source_commands.subtitles import library_files

    library_files.show()


@app.command()
def remove(
    names: Annotated[
        list[str], typer.Argument(metavar="NAME...", help="Films, or files as `list` shows them.")
    ],
) -> None:
    """Take subtitle files out of the workspace; DVC's cache still has them."""
    from dialogue_etl.cli.source_commands.subtitles import library_files

    library_files.remove(names)


@app.command()
def run(
    config: Annotated[Path, typer.Argument(help="Configuration file; see docs/pairs.md.")],
    output: Annotated[
        Path | None, typer.Option(help="Folder of the corpus; by default named after the file.")
    ] = None,
) -> None:
    """Make a corpus of pairs from subtitle files by a configuration, without workspace, DVC or Airflow."""
    from dialogue_etl.cli.source_commands.subtitles import run_corpus

    run_corpus.run(config, output or Path(config.stem))
