"""`dialogue-etl books …`: selects books of a catalogue; adds, lists and removes the user's own."""

from pathlib import Path
from typing import Annotated

import typer

from dialogue_etl.cli.parameters import PARAMS, Language, ParamsFile

app = typer.Typer(help="Books: Project Gutenberg, your own, or the embedded sample.", no_args_is_help=True)


@app.command()
def select(
    language: Language,
    catalogue: Annotated[Path, typer.Option(help="Output of `catalogue`.")] = Path("data/books/catalogue"),
    change: Annotated[
        list[str] | None,
        typer.Option("--set", help="A parameter's value, as KEY=VALUE; repeatable."),
    ] = None,
    params: ParamsFile = PARAMS,
) -> None:
    """Show which books the parameters select, before anything is downloaded."""
    from dialogue_etl import params as parameters
    from dialogue_etl.cli.run import check_language, need_file
    from dialogue_etl.cli.source_commands.books.select_books import show

    need_file(params)
    values = parameters.load(params)
    check_language(language, values.languages, params)
    show(language, catalogue, values, change or [])


@app.command()
def add(
    paths: Annotated[
        list[Path],
        typer.Argument(
            help="Plain texts, HTML pages, EPUB books, packed or not, or folders of them.", exists=True
        ),
    ],
    language: Annotated[str | None, typer.Option(help="BCP-47 tag.")] = None,
    title: Annotated[str | None, typer.Option(help="Title, for a single file.")] = None,
    author: Annotated[
        list[str] | None, typer.Option(help="`Surname, First`; repeat for several authors.")
    ] = None,
    rights: Annotated[str | None, typer.Option(help="Such as `Public domain` or `CC BY 4.0`.")] = None,
    id: Annotated[
        str | None, typer.Option(help="Id, for a single file; by default made from author and title.")
    ] = None,
    catalogue: Annotated[
        Path | None,
        typer.Option(
            help="A pg_catalog.csv in which titles and authors are looked up by number.", exists=True
        ),
    ] = None,
) -> None:
    """Add your own books to the workspace's library.

    What the options do not state is read from a catalogue.csv in the folder, a Project Gutenberg header, or
    the book's own metadata; of several books titles and authors are guessed from file names. The rest is
    asked for. What can't be added is named, and the other books are added.
    """
    from dialogue_etl.cli.source_commands.books import add_books, book_facts

    given = book_facts.Given(language, title, tuple(filter(None, author or ())), rights, id)
    add_books.add(paths, given, catalogue)


@app.command("list")
def list_(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array.")] = False,
) -> None:
    """Show the books of the workspace's library, and what the latest build made of each."""
    from dialogue_etl.cli.source_commands.books import library_books

    library_books.show(as_json=as_json)


@app.command()
def remove(
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Of books, as `list` shows them.")],
) -> None:
    """Take books out of the workspace's library; DVC's cache still has them."""
    from dialogue_etl.cli.source_commands.books import library_books

    library_books.remove(ids)
