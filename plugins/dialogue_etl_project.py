"""What the DAG files share: the workspace as a project, and its knobs as form fields."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from dvc_airflow.form import FormField
from dvc_airflow.project import Project

from dialogue_etl import gates, params
from dialogue_etl.workspace.product import presets
from dialogue_etl.workspace.results import stage_rows, totals
from dialogue_etl.workspace.root import find_root

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from typing import Any


def books_project() -> Project:
    """The workspace this Airflow serves, with what `books` knows of its results.

    Raises:
        WorkspaceError: there is none.
    """
    root = find_root()
    # Worktrees share the store, so a killed run goes on where it was. The Python that runs Airflow knows
    # the workspace by a variable; a stage must take the worktree it runs in for the workspace.
    store = os.environ.get("DIALOGUE_ETL_STORE", str(root / ".dialogue-etl/store"))
    return Project(
        root=root,
        name="books",
        report="data/books/report",
        report_page="report.html",
        presets=presets(),
        validate=_check,
        totals=totals,
        rows=lambda _, metrics: stage_rows(metrics),
        gates=gates.stops,
        gate_names=gates.NAMES,
        carry=("runtime.toml",),
        stage_env={"DIALOGUE_ETL_STORE": store},
        drop_env=("DIALOGUE_ETL_WORKSPACE",),
    )


def _check(values: Mapping[str, Any]) -> None:
    params.parse(dict(values))


def form_fields(root: Path) -> Iterator[FormField]:
    """Every knob with the workspace's value, in the order of params.yaml."""
    values = params.read_values(root / "params.yaml")
    for knob in params.knobs():
        section, _, name = knob.key.rpartition(".")
        value = (values.get(section) or {}).get(name) if section else values.get(name)
        yield FormField(
            key=knob.key,
            value=knob.default if value is None else value,
            description=f"{knob.description}. Range: {knob.range or 'any'}; unit: {knob.unit}; "
            f"source: {knob.source}.",
            section=(section or name).capitalize(),
            schema=knob.json_schema,
        )
