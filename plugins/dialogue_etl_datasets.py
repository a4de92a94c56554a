"""A source's dataset as a `Project`: what its versions are made of. Without Airflow, which the DAGs add."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from dvc_airflow.graph import active, load_graph, select
from dvc_airflow.project import Project

from dialogue_etl import params
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.base import Source
from dialogue_etl.steps import gates
from dialogue_etl.workspace.change import Files
from dialogue_etl.workspace.pipelines import sections


def dataset_project(root: Path, source: str, **more: Any) -> Project:
    """The workspace as the project of a source.

    Args:
        root: the workspace.
        source: its name.
        more: further arguments of `Project`.
    """
    return Project(
        root=root,
        name=source,
        prefix=f"{source}-",
        variant=variant_of(source),
        report=f"data/{source}/report",
        report_page="report.html",
        validate=_check,
        totals=partial(totals, source=SOURCES[source]),
        gates=partial(gates.stops, source=source),
        gate_names=gates.names(source),
        carry=("runtime.toml",),
        sections=tuple(sorted(sections_of(root, source))),
        **more,
    )


def variant_of(source: str) -> str:
    """The variant of a source that also updates the workspace; that of the first source is `default`."""
    return "default" if source == next(iter(SOURCES)) else source


def sections_of(root: Path, source: str) -> set[str]:
    """The sections of params.yaml that change a dataset: its source's, and those its stages read."""
    return read_sections(root, source) | sections(Files.of(root).pipelines) & {*SOURCES[source].sections}


def read_sections(root: Path, source: str) -> set[str]:
    """The sections of params.yaml that the stages and gates of a source's DAG read; all without a stage."""
    stages, own = select(active(load_graph(root)), f"{source}-"), {*SOURCES[source].sections}
    read = {key.partition(".")[0] for stage in stages.values() for key in stage.params}
    return sections(Files.of(root).pipelines) & (read | own & {"gates"} if stages else own)


def totals(metrics: Mapping[str, Any], source: Source) -> dict[str, int]:
    """Numbers of documents, dialogues and utterances of the packaged dataset, over all languages."""
    total = metrics.get(f"metrics/{source.name}/{source.package_stage}.json", {}).get("total", {})
    counts = total.get("all", total)
    return {name: int(counts[name]) for name in (source.units, "dialogues", "utterances") if name in counts}


def _check(values: Mapping[str, Any]) -> None:
    try:
        params.parse(dict(values), "the run's values")
    except params.ParamsError as error:
        raise ValueError(str(error)) from None
