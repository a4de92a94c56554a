"""`dialogue-etl mix …`: a sub-command per stage, as dvc.yaml calls them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from dialogue_etl.cli.stages import add_stage

if TYPE_CHECKING:
    from dialogue_etl.params import Params

app = typer.Typer(help="Mixing: one dataset of several sources and languages.", no_args_is_help=True)


def _name(_params: Params) -> dict[str, str]:
    from dialogue_etl.mix.card import NAME

    return {"name": NAME}


add_stage(
    app,
    "dataset",
    "dialogue_etl.mix.stage:mix",
    "Choose from the datasets of all sources, by weights and caps, and write them as one.",
    data="Folder that holds the outputs of all sources.",
)
add_stage(
    app,
    "check",
    "dialogue_etl.check.mix:check",
    "Read the dataset again and count what is wrong with it.",
    further=_name,
    dataset="Output of `dataset`.",
)
add_stage(
    app,
    "report",
    "dialogue_etl.mix.report:report",
    "Write one page about what the mix is made of.",
    dataset="Output of `dataset`.",
    figures="Metrics of `dataset`.",
)
