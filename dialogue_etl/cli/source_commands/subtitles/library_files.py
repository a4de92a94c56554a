"""`dialogue-etl subtitles list` and `remove`: the files of a workspace's library."""

import typer

from dialogue_etl.cli.source_commands.subtitles.add_subtitles import FOLDER, NAME
from dialogue_etl.sources.subtitles import library
from dialogue_etl.text.privacy import mask
from dialogue_etl.workspace import change, programs


def show() -> None:
    """Print a line for each file.

    Raises:
        LibraryError: the catalogue can't be read.
    """
    folder = change.find_with(NAME) / FOLDER
    items = library.read_if_there(folder)
    for item in items:
        path = folder / item.file
        size = f"{path.stat().st_size / 1e3:,.0f} kB" if path.is_file() else "not there"
        film = " ".join(filter(None, [item.film, item.title, item.year and f"({item.year})"]))
        facts = f"{item.form}, {item.language}, {item.rights}; {film or 'films'}; {size}"
        typer.echo(mask(f"{item.file}: {facts}")[0])
    if not items:
        typer.echo("no subtitles; `dialogue-etl subtitles add` brings some in")


def remove(names: list[str]) -> None:
    """Take files out, and let DVC take note of it.

    Raises:
        LibraryError: a name is neither a file nor a film; nothing is removed then.
    """
    root = change.find_with(NAME)
    gone = library.remove(root / FOLDER, names)
    programs.track(root, FOLDER)
    for item in gone:
        typer.echo(f"{item.file} is out of {FOLDER}")
