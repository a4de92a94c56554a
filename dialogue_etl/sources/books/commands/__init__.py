"""`dialogue-etl books …`: selects books of a catalogue, adds the user's own."""

from pathlib import Path
from typing import Annotated

import typer

from dialogue_etl.cli.parameters import PARAMS, Language, ParamsFile

NEXT_STEPS = [
    (
        "dialogue-etl params --set extract.min_turns=6 && dvc repro books-report books-check",
        "turn one parameter, rebuild",
    ),
    ("dvc repro --single-item --force books-extract@en", "run one stage again"),
    ("dialogue-etl books add BOOK.txt", "put a book of your own into the library; then build from it:"),
    ("dialogue-etl params --set books.source=library && dvc repro books-report books-check", ""),
]
"""Commands to try after the demo, each with what it is for."""

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
    from dialogue_etl.sources.books.commands.select_books import show

    need_file(params)
    values = parameters.load(params)
    check_language(language, values.languages, params)
    show(language, catalogue, values, change or [])


@app.command()
def add(
    paths: Annotated[list[Path], typer.Argument(help="Text files, or folders of *.txt.", exists=True)],
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

    What the options do not state is read from a Project Gutenberg header, or else asked for. With several
    files, those that are not texts are added too, so that a run has a row for each.
    """
    from dialogue_etl.sources.books.commands import add_books, book_facts

    given = book_facts.Given(language, title, tuple(author or ()), rights, id)
    add_books.add(paths, given, catalogue)
