"""All commands except `run`, as one typer application."""

from importlib import import_module
from importlib.util import find_spec
from typing import Annotated

import typer

from dialogue_etl.cli import (
    agent,
    audit,
    blind,
    corpus,
    diff,
    doctor,
    generative,
    inspect,
    languages,
    metrics,
    pairs,
    params,
    source_commands,
    sources,
    try_files,
    upload,
    versions,
    workspace,
)
from dialogue_etl.sources import SOURCES

app = typer.Typer(
    name="dialogue-etl",
    help="Raw text to dialogue datasets, versioned by DVC, scheduled by Airflow.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for name in SOURCES:
    if find_spec(f"{source_commands.__name__}.{name}"):
        app.add_typer(import_module(f"{source_commands.__name__}.{name}").app, name=name)
audit.app.command("compare")(blind.compare)
audit.app.command("survey")(blind.survey)
agent.app.command("train")(generative.train_command)
agent.app.command("evaluate")(generative.evaluate_command)
agent.app.command("effect")(generative.effect_command)
app.add_typer(agent.app, name="agent")
app.add_typer(audit.app, name="audit")
app.add_typer(pairs.app, name="pairs")
app.add_typer(sources.app, name="sources")
app.command("try")(try_files.try_files)
app.command("params")(params.params)
app.command("inspect")(inspect.inspect)
app.command("languages")(languages.languages)
app.command("corpus")(corpus.corpus)
app.command("diff")(diff.diff)
app.command("publish")(versions.publish)
app.command("push")(versions.push)
app.command("upload")(upload.upload)
app.command("clone")(versions.clone)
app.command("restore")(versions.restore)
app.command("metrics")(metrics.metrics)
app.command("doctor")(doctor.doctor)
app.command("init")(workspace.init)
app.command("demo")(workspace.demo)
app.command("up")(workspace.up)
app.command("down")(workspace.down)


def _version(wanted: bool) -> None:
    if wanted:
        from dialogue_etl import __version__

        typer.echo(f"dialogue-etl {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


@app.command("run", add_help_option=False, context_settings={"ignore_unknown_options": True})
def _run(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="STAGE [OPTIONS]",
            help="A stage, without a language, and its options in dvc.yaml; `run STAGE --help` lists them.",
        ),
    ] = None,
) -> None:
    """Run one stage by itself, as the `cmd` in dvc.yaml does; normally `dvc repro STAGE` calls this."""
    from dialogue_etl.cli import run

    run.run(words or [])
