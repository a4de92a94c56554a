"""`dialogue-etl threads …`: a sub-command per stage, as dvc.yaml calls them, `add` and `noise`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dialogue_etl.cli.stages import PARAMS, STAGES, ParamsFile, add_stage, read_params

if TYPE_CHECKING:
    from dialogue_etl.params import Params

app = typer.Typer(
    help="Threads: comment trees and session corpora, your own or the embedded sample.", no_args_is_help=True
)

RULES = "Output of `rules`."
_IN_THREADS = "dialogue_etl.sources.threads"


def _languages(params: Params) -> list[str]:
    return params.threads.languages


add_stage(
    app,
    "ingest",
    f"{_IN_THREADS}.ingest:ingest",
    "Read the corpora of a language: comments, by thread.",
    languages=_languages,
    corpora="Folder of the imported corpora.",
)
add_stage(
    app,
    "extract",
    f"{_IN_THREADS}.extract:extract",
    "Take every path from a root comment to a leaf as a dialogue.",
    languages=_languages,
    threads="Output of `ingest`.",
)
add_stage(
    app,
    "rules",
    f"{_IN_THREADS}.rules.stage:rules",
    "Cut noise out, part dialogues at it, or leave them out.",
    languages=_languages,
    dialogues="Output of `extract`.",
    blacklists="Folder of further blacklists.",
)
add_stage(
    app,
    "train",
    f"{_IN_THREADS}.classify.train:train",
    "Train the classifiers the knobs ask for.",
    languages=_languages,
    dialogues=RULES,
    extracted="Output of `extract`: what the rules left out is learnt from, too.",
    annotations="Folder of labels that people gave.",
)
add_stage(
    app,
    "classify",
    f"{_IN_THREADS}.classify.stage:classify",
    "Leave out dialogues that the classifiers take for noisy or not understandable.",
    languages=_languages,
    dialogues=RULES,
    models="Output of `train`.",
)
add_stage(
    app,
    "split",
    "dialogue_etl.split:split",
    "Deal the threads to train, validation and test.",
    languages=_languages,
    further=lambda _: {"unit": "thread"},
    dialogues="Output of `classify`.",
)
add_stage(
    app,
    "package",
    f"{_IN_THREADS}.package:package",
    "Write the dataset people take away, with its card.",
    stages=STAGES,
)
add_stage(
    app,
    "check",
    "dialogue_etl.check.threads:check",
    "Read the dataset again and count what is wrong with it.",
    dataset="Output of `package`.",
)
add_stage(
    app,
    "report",
    f"{_IN_THREADS}.report.build:build",
    "Write tables, plots and one page about the dataset.",
    stages=STAGES,
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
    form: Annotated[str, typer.Option("--format", help="Of the files; found out if it is clear.")] = "",
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
