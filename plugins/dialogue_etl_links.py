"""Addresses of the pages of a version, and of a task's rows, metrics and drops, for lists and buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

import dialogue_etl_datasets

from dialogue_etl.sources import SOURCES

if TYPE_CHECKING:
    from dvc_airflow.versions import Version

PREFIX = "dialogues"
"""Prefix of the addresses of all these pages."""


def of_version(version: Version) -> Mapping[str, str]:
    """The pages of a version: names by address relative to the list of all versions."""
    at = f"../{PREFIX}/v/{quote(version.folder)}"
    return {f"{at}/": "Overview", f"{at}/dialogues": "Dialogues", f"{at}/dropped": "Left out"}


def totals(metrics: Mapping[str, Any]) -> dict[str, int]:
    """The main figures of all datasets of a workspace, from its metrics files."""
    found = {name: dialogue_etl_datasets.totals(metrics, source) for name, source in SOURCES.items()}
    several = sum(map(bool, found.values())) > 1
    return {f"{name} {key}" if several else key: n for name, of in found.items() for key, n in of.items()}


def of_id(version: Version, before: Version | None = None) -> str:
    """The page of what an id of a version names, relative to the list of all versions, without the id.

    Args:
        version: with the id.
        before: another one, beside which it is shown.
    """
    if before:
        return f"../{PREFIX}/v/{quote(version.folder)}/against?{urlencode({'other': before.tag})}&amp;id="
    return of_id_in(version.tag)


def of_id_in(tag: str) -> str:
    """As `of_id`, for the tag of a version."""
    return f"../{PREFIX}/v/{quote(tag.removeprefix('dataset/'))}/find?id="


def _of_run(dag: str, run: str, page: str, **values: Any) -> str:
    query = f"?{urlencode(values, doseq=True)}" if values else ""
    return f"/{PREFIX}/run/{quote(dag)}/{quote(run)}/{page}{query}"


def _rows(dag: str, run: str, outs: Sequence[str]) -> str:
    return _of_run(dag, run, "stage", out=outs)


def _dropped(dag: str, run: str, outs: Sequence[str]) -> str:
    for out in outs:
        _, source, stage, language = (*out.split("/"), "", "", "", "")[:4]
        if source in SOURCES and stage in SOURCES[source].dropping_stages:
            return _of_run(dag, run, "dropped", dataset=f"{source} {language}", stage=stage)
    return ""


def _report(dag: str, run: str, _outs: Sequence[str]) -> str:
    return _of_run(dag, run, "report")


STAGE_LINKS: dict[str, Callable[[str, str, Sequence[str]], str]] = {
    "Rows": _rows,
    "Left out": _dropped,
    "Metrics": lambda dag, run, outs: f"{_rows(dag, run, outs)}#metrics",
    "Report": _report,
}
"""Buttons on the task of a stage: by name, the address from DAG, run and the stage's outputs."""
