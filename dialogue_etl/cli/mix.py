"""`dialogue-etl mix …`: a sub-command per stage, as dvc.yaml calls them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dialogue_etl.cli.stages import PARAMS, Metrics, Output, ParamsFile, add_stage, read_params, stage

app = typer.Typer(help="Mixing: one dataset of several sources and languages.", no_args_is_help=True)


add_stage(
    app,
    "dataset",
    "dialogue_etl.mix.stage:mix",
    "Choose from the datasets of all sources, by weights and caps, and write them as one.",
    data="Folder that holds the outputs of all sources.",
)


@app.command()
def check(
    dataset: Annotated[Path, typer.Option(help="Output of `dataset`.")],
    output: Output,
    metrics: Metrics,
    params: ParamsFile = PARAMS,
) -> None:
    """Read the dataset again and count what is wrong with it."""
    values = read_params(params)
    with stage(values, output, metrics) as given:
        from dialogue_etl.check import mix as module
        from dialogue_etl.mix.card import NAME

        module.check(dataset=dataset, name=NAME, **given)


add_stage(
    app,
    "report",
    "dialogue_etl.mix.report:report",
    "Write one page about what the mix is made of.",
    dataset="Output of `dataset`.",
    figures="Metrics of `dataset`.",
)
