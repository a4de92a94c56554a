"""`dialogue-etl sources`: what a workspace builds, and what it could."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dialogue_etl.cli.workspace import split
from dialogue_etl.sources import SOURCES
from dialogue_etl.workspace.root import WorkspaceError, find_root

if TYPE_CHECKING:
    from dialogue_etl.workspace.change import Files

app = typer.Typer(help="What a workspace builds: list, add or remove it.", invoke_without_command=True)
Names = Annotated[list[str], typer.Argument(help="Such as threads, or threads,mix.")]


@app.callback()
def sources(context: typer.Context) -> None:
    """List what this workspace builds, and what can be added."""
    if context.invoked_subcommand:
        return
    from dialogue_etl.workspace.change import Files, known

    try:
        files = Files.of(find_root())
    except WorkspaceError:
        typer.echo("There is no workspace here; `dialogue-etl init DIR --sources …` makes one of:\n")
        show(None, known(SOURCES))
        return
    typer.echo("This workspace builds:\n")
    show(files, files.pipelines)
    if others := [name for name in known(SOURCES) if name not in files.pipelines]:
        typer.echo("\nCan be added (dialogue-etl sources add NAME):\n")
        show(None, others)


@app.command()
def add(
    names: Names,
    languages: Annotated[
        list[str] | None, typer.Option(help="BCP-47 tags, such as en,de; by default those of the workspace.")
    ] = None,
    preset: Annotated[str | None, typer.Option(help="Values for their parameters, of presets/.")] = None,
) -> None:
    """Add sources to this workspace, or what is made of them; values and comments in its files stay.

    What is made of datasets, such as a mix, reads those that are there.
    """
    from dialogue_etl.workspace import change

    root = find_root()
    added = change.add(root, names, split(languages), preset)
    files = change.Files.of(root)
    if not added:
        typer.echo(f"{', '.join(change.known(names))}: is in this workspace already")
        return
    typer.echo("Added:\n")
    show(files, added)
    if preset:
        say_left_out(preset, files.pipelines)
    typer.echo(f"\nNext: dvc repro. To keep it: git add -A && git commit -m 'Added {', '.join(added)}'")


@app.command()
def remove(names: Names) -> None:
    """Remove stages and parameters of sources from this workspace; folders with data stay."""
    from dialogue_etl.workspace import change

    root = find_root()
    gone = change.remove(root, names)
    if not gone:
        typer.echo(f"{', '.join(change.known(names))}: is not in this workspace")
        return
    files = (file for name in gone for file in SOURCES[name].files)
    folders = sorted({*(f"data/{name}" for name in gone), *(Path(file).parent.as_posix() for file in files)})
    there = [folder for folder in folders if (root / folder).exists()]
    typer.echo(f"Removed: {', '.join(gone)}.{' What is in these folders stays:' if there else ''}")
    for folder in there:
        typer.echo(f"  {folder}")


def ask() -> list[str]:
    """Ask for what a new workspace is to build."""
    from dialogue_etl.workspace.change import DEFAULT, known

    show(None, known(SOURCES))
    return split(
        [typer.prompt("\nWhat is the workspace to build? Several with commas between", default=DEFAULT)]
    )


def show(files: Files | None, names: Iterable[str]) -> None:
    """Print a line on each of some pipelines; of those of a workspace also languages and datasets."""
    from dialogue_etl.workspace import change

    said = change.facts(files) if files else {}
    for name in names:
        typer.echo(f"  {name:<11} {SOURCES[name].about}")
        for fact in said.get(name, ()):
            typer.echo(f"  {'':<11} {fact}")


def say_left_out(preset: str, names: Iterable[str]) -> None:
    """Say which values of a preset were not set, and what to add for them."""
    from dialogue_etl.workspace import change

    for section, owners in change.left_out(preset, names).items():
        typer.secho(
            f"The preset {preset} also has values for `{section}`, which is of {' and '.join(owners)}: "
            f"dialogue-etl sources add {owners[0]} --preset {preset}",
            fg="yellow",
        )
