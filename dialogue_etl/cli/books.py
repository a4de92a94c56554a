"""`dialogue-etl books …`: a sub-command per stage, as dvc.yaml calls them, and `add` for one's own books."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dialogue_etl import runtime
from dialogue_etl.cli.stages import (
    PARAMS,
    STAGES,
    Language,
    Metrics,
    Output,
    ParamsFile,
    add_stage,
    known_language,
    read_params,
    stage,
)
from dialogue_etl.cli.writing import writing

if TYPE_CHECKING:
    from dialogue_etl.params import Params

app = typer.Typer(help="Books: Project Gutenberg, your own, or the embedded sample.", no_args_is_help=True)

Library = Annotated[Path, typer.Option(help="The workspace's library folder.")]
TEXTS, WORKS, KEPT = "Output of `download`.", "Output of `works`.", "Output of `prefilter`."


def _params(path: Path, language: str) -> Params:
    values = read_params(path)
    known_language(language, values.languages, path)
    return values


def _languages(params: Params) -> list[str]:
    return params.languages


_IN_BOOKS = "dialogue_etl.sources.books"


@app.command()
def catalogue(library: Library, output: Output, metrics: Metrics, params: ParamsFile = PARAMS) -> None:
    """Read what there is, of every language."""
    values = read_params(params)
    with writing(output, metrics):
        from dialogue_etl.sources.books import catalogue as module
        from dialogue_etl.sources.books.mirrors.fetching import Source

        source = Source(values.books.source, library, runtime.load())
        module.catalogue(
            source=values.books.source,
            choice=values.books.catalogue,
            files=source.places,
            mirror_folder=source.folder,
            library_folder=library,
            output=output,
            metrics=metrics,
        )


@app.command()
def select(
    language: Language,
    catalogue: Annotated[Path, typer.Option(help="Output of `catalogue`.")] = Path("data/books/catalogue"),
    change: Annotated[
        list[str] | None, typer.Option("--set", help="Another value of a knob, as KEY=VALUE; repeatable.")
    ] = None,
    params: ParamsFile = PARAMS,
) -> None:
    """Show which books the knobs select, before anything is downloaded."""
    from dialogue_etl.cli.select_books import show

    show(language, catalogue, _params(params, language), change or [])


@app.command()
def download(
    language: Language,
    catalogue: Annotated[Path, typer.Option(help="Output of `catalogue`.")],
    library: Library,
    output: Output,
    metrics: Metrics,
    params: ParamsFile = PARAMS,
) -> None:
    """Fetch the selected books, decode them, take header, footer and credits off."""
    values = _params(params, language)
    with stage(values, output, metrics) as given:
        from dialogue_etl.sources.books import download as module

        module.download(language=language, catalogue=catalogue, library_folder=library, **given)


add_stage(
    app,
    "works",
    f"{_IN_BOOKS}.works:works",
    "Find the editions of each work.",
    languages=_languages,
    texts=TEXTS,
)
add_stage(
    app,
    "prefilter",
    f"{_IN_BOOKS}.prefilter:prefilter",
    "Measure every book; keep those of the right language, rights, size and word distribution, once each.",
    languages=_languages,
    texts=TEXTS,
    works=WORKS,
)
add_stage(
    app,
    "boundaries",
    f"{_IN_BOOKS}.boundaries.stage:boundaries",
    "Train the boundary classifier on the kept books, if the knobs ask for one.",
    languages=_languages,
    texts=TEXTS,
    kept=KEPT,
    works=WORKS,
)
add_stage(
    app,
    "extract",
    f"{_IN_BOOKS}.extract:extract",
    "Find turns and dialogues in the kept books.",
    languages=_languages,
    texts=TEXTS,
    kept=KEPT,
    boundaries="Output of `boundaries`.",
)
add_stage(
    app,
    "postfilter",
    "dialogue_etl.postfilter:postfilter",
    "Drop dialogues of many rare words.",
    languages=_languages,
    dialogues="Output of `extract`.",
)
add_stage(
    app,
    "split",
    "dialogue_etl.split:split",
    "Deal the works to train, validation and test.",
    languages=_languages,
    further=lambda params: {"banned": params.books.banned},
    dialogues="Output of `postfilter`.",
    works=WORKS,
)
add_stage(
    app,
    "package",
    "dialogue_etl.formats.package:package",
    "Write the dataset people take away, with its card.",
    stages=STAGES,
)
add_stage(
    app,
    "check",
    "dialogue_etl.check.stage:check",
    "Read the dataset again and count what is wrong with it.",
    dataset="Output of `package`.",
    texts="Outputs of `download`, by language.",
    works="Outputs of `works`, by language.",
)


@app.command()
def evaluate(
    output: Output,
    metrics: Metrics,
    boundaries: Annotated[Path | None, typer.Option(help="Outputs of `boundaries`, by language.")] = None,
    params: ParamsFile = PARAMS,
) -> None:
    """Score the profile on the annotated texts that `evaluation.gold` names."""
    from dialogue_etl.evaluation.folder import located

    values = read_params(params)
    gold = located(values.evaluation.gold, params.resolve().parent)
    with stage(values, output, metrics) as given:
        from dialogue_etl.sources.books import evaluate as module

        module.evaluate(gold=gold, boundaries=boundaries, **given)


add_stage(
    app,
    "report",
    "dialogue_etl.report.build:build",
    "Write tables, plots and one page about the dataset.",
    stages=STAGES,
)


@app.command()
def add(
    paths: Annotated[list[Path], typer.Argument(help="Text files, or folders of *.txt.", exists=True)],
    language: Annotated[str | None, typer.Option(help="BCP-47 tag.")] = None,
    title: Annotated[str | None, typer.Option(help="For a single file.")] = None,
    author: Annotated[
        list[str] | None, typer.Option(help="`Surname, First`; repeat for several authors.")
    ] = None,
    rights: Annotated[str | None, typer.Option(help="Such as `Public domain` or `CC BY 4.0`.")] = None,
    id: Annotated[
        str | None, typer.Option(help="For a single file; made of author and title if left out.")
    ] = None,
    catalogue: Annotated[
        Path | None,
        typer.Option(help="A pg_catalog.csv to look titles and authors up by number.", exists=True),
    ] = None,
) -> None:
    """Put your own books into the workspace's library.

    What the options leave open is read from a Project Gutenberg header, then asked for. Of several files also
    those that are no texts are taken, so that a run has a row for each.
    """
    from dialogue_etl.cli import add_books, book_facts

    given = book_facts.Given(language, title, tuple(author or ()), rights, id)
    add_books.add(paths, given, catalogue)
