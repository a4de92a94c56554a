"""`dialogue-etl threads …`: a sub-command per stage, as dvc.yaml calls them, `add` and `noise`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dialogue_etl.cli.stages import (
    PARAMS,
    Language,
    Metrics,
    Output,
    ParamsFile,
    Stages,
    known_language,
    read_params,
    stage,
)
from dialogue_etl.cli.writing import writing

if TYPE_CHECKING:
    from dialogue_etl.params import Params

app = typer.Typer(
    help="Threads: comment trees and session corpora, your own or the embedded sample.", no_args_is_help=True
)

Dialogues = Annotated[Path, typer.Option(help="Output of the stage before.")]


def _params(path: Path, language: str) -> Params:
    values = read_params(path)
    known_language(language, values.threads.languages, path)
    return values


@app.command()
def ingest(
    language: Language,
    corpora: Annotated[Path, typer.Option(help="Folder of the imported corpora.")],
    output: Output,
    metrics: Metrics,
    params: ParamsFile = PARAMS,
) -> None:
    """Read the corpora of a language: comments, by thread."""
    values = _params(params, language)
    with stage(values, output, metrics) as given:
        from dialogue_etl.sources.threads import ingest as module

        module.ingest(language=language, corpora=corpora, **given)


@app.command()
def extract(
    language: Language,
    threads: Annotated[Path, typer.Option(help="Output of `ingest`.")],
    output: Output,
    metrics: Metrics,
    params: ParamsFile = PARAMS,
) -> None:
    """Take every path from a root comment to a leaf as a dialogue."""
    values = _params(params, language)
    with stage(values, output, metrics) as given:
        from dialogue_etl.sources.threads import extract as module

        module.extract(language=language, threads=threads, **given)


@app.command()
def rules(
    language: Language,
    dialogues: Dialogues,
    blacklists: Annotated[Path, typer.Option(help="Folder of further blacklists.")],
    output: Output,
    metrics: Metrics,
    params: ParamsFile = PARAMS,
) -> None:
    """Cut noise out, part dialogues at it, or leave them out."""
    values = _params(params, language)
    with stage(values, output, metrics) as given:
        from dialogue_etl.sources.threads import clean as module

        module.clean(language=language, dialogues=dialogues, blacklists=blacklists, **given)


@app.command()
def train(
    language: Language,
    dialogues: Dialogues,
    annotations: Annotated[Path, typer.Option(help="Folder of labels that people gave.")],
    output: Output,
    metrics: Metrics,
    extracted: Annotated[
        Path | None, typer.Option(help="Output of `extract`: what the rules left out is learnt from, too.")
    ] = None,
    params: ParamsFile = PARAMS,
) -> None:
    """Train the classifiers the knobs ask for."""
    values = _params(params, language)
    with stage(values, output, metrics) as given:
        from dialogue_etl.sources.threads.classify import train as module

        module.train(
            language=language, dialogues=dialogues, annotations=annotations, extracted=extracted, **given
        )


@app.command()
def classify(
    language: Language,
    dialogues: Dialogues,
    models: Annotated[Path, typer.Option(help="Output of `train`.")],
    output: Output,
    metrics: Metrics,
    params: ParamsFile = PARAMS,
) -> None:
    """Leave out dialogues that the classifiers take for noisy or not understandable."""
    values = _params(params, language)
    with stage(values, output, metrics) as given:
        from dialogue_etl.sources.threads.classify import stage as module

        module.classify(language=language, dialogues=dialogues, models=models, **given)


@app.command()
def split(
    language: Language, dialogues: Dialogues, output: Output, metrics: Metrics, params: ParamsFile = PARAMS
) -> None:
    """Deal the threads to train, validation and test."""
    values = _params(params, language)
    with writing(output, metrics):
        from dialogue_etl import split as module

        module.split(
            language=language,
            dialogues=dialogues,
            unit="thread",
            output=output,
            metrics=metrics,
            params=values,
        )


@app.command()
def package(stages: Stages, output: Output, metrics: Metrics, params: ParamsFile = PARAMS) -> None:
    """Write the dataset people take away, with its card."""
    values = read_params(params)
    with stage(values, output, metrics) as given:
        from dialogue_etl.sources.threads import package as module

        module.package(stages=stages, **given)


@app.command()
def report(stages: Stages, output: Output, metrics: Metrics, params: ParamsFile = PARAMS) -> None:
    """Write tables, plots and one page about the dataset."""
    values = read_params(params)
    with stage(values, output, metrics) as given:
        from dialogue_etl.sources.threads.report import build as module

        module.build(stages=stages, **given)


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
    from dialogue_etl.cli import add_corpus

    add_corpus.add(paths, name, form, language, rights)


@app.command()
def inspect(
    id: Annotated[
        str | None, typer.Argument(help="Id of a dialogue or thread; without it some are listed.")
    ] = None,
    stages: Annotated[Path, typer.Option(help="Outputs of all stages.")] = Path("data/threads"),
    blacklists: Annotated[Path, typer.Option(help="Folder of further blacklists.")] = Path(
        "threads/blacklists"
    ),
    params: ParamsFile = PARAMS,
) -> None:
    """Show a dialogue before and after each rule, and what became of it."""
    from dialogue_etl.cli import inspect_threads

    inspect_threads.inspect(id, stages, blacklists, read_params(params))


@app.command()
def noise(
    paths: Annotated[list[Path], typer.Argument(help="Files of any corpus.", exists=True)],
    language: Annotated[str, typer.Option(help="BCP-47 tag.")],
    form: Annotated[str, typer.Option(help="Of the files; found out if it is clear.")] = "",
    csv: Annotated[Path | None, typer.Option(help="Write the table here too.")] = None,
    blacklists: Annotated[Path | None, typer.Option(help="Folder of further blacklists.")] = None,
    change: Annotated[
        list[str] | None, typer.Option("--set", help="Another value of a knob, as KEY=VALUE; repeatable.")
    ] = None,
    params: ParamsFile = PARAMS,
) -> None:
    """Count what each rule would find in a corpus; nothing is changed."""
    from rich.console import Console

    from dialogue_etl import params as knobs
    from dialogue_etl.sources.threads import noise_table

    written = knobs.read_values(params) if params.is_file() else {}
    values = knobs.parse(knobs.override(written, dict(map(knobs.assignment, change or []))), origin="--set")
    noise_table.audit_corpus(
        paths, language, values, console=Console(), blacklists=blacklists, form=form, output=csv
    )
