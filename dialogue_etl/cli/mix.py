"""`dialogue-etl mix …`: a sub-command per stage, as dvc.yaml calls them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dialogue_etl.cli.stages import PARAMS, Metrics, Output, ParamsFile, read_params
from dialogue_etl.cli.writing import writing

app = typer.Typer(help="Mixing: one dataset of several sources and languages.", no_args_is_help=True)


@app.command()
def dataset(
    data: Annotated[Path, typer.Option(help="Folder that holds the outputs of all sources.")],
    output: Output,
    metrics: Metrics,
    params: ParamsFile = PARAMS,
) -> None:
    """Choose from the datasets of all sources, by weights and caps, and write them as one."""
    values = read_params(params)
    with writing(output, metrics):
        from dialogue_etl.mix import stage as module

        module.mix(data=data, output=output, metrics=metrics, params=values)


@app.command()
def report(
    dataset: Annotated[Path, typer.Option(help="Output of `dataset`.")],
    figures: Annotated[Path, typer.Option(help="Metrics of `dataset`.")],
    output: Output,
    metrics: Metrics,
    params: ParamsFile = PARAMS,
) -> None:
    """Write one page about what the mix is made of."""
    values = read_params(params)
    with writing(output, metrics):
        from dialogue_etl.mix import report as module

        module.report(dataset=dataset, figures=figures, output=output, metrics=metrics, params=values)
