"""The DAG `books`: books to dialogue datasets, drawn from the workspace's dvc.yaml and params.yaml."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from dvc_airflow.dags import stage_dag
from dvc_airflow.form import FormField
from dvc_airflow.project import Project

from dialogue_etl import params
from dialogue_etl.workspace.product import presets
from dialogue_etl.workspace.results import totals
from dialogue_etl.workspace.root import find_root

if TYPE_CHECKING:
    from collections.abc import Iterator

ABOUT = """\
Turns books into a dataset of dialogues. **prepare** makes a git worktree for the run and writes the form's
values into its `params.yaml`; each stage of `dvc.yaml` is one task, grouped by language, run by
`dvc repro --single-item`; **publish** commits, tags and copies the report.

- **Knobs**: *Trigger* opens a form with every knob, its range, unit and source. What you change there holds
  for that run only; to change the workspace's own values edit its `params.yaml`.
- **Languages** that you deselect are skipped; the dataset then holds the others.
- **Unchanged stages** are restored from DVC's cache; the last line of a task's log says which it was.
- **Results**: git tag `dataset/default/<n>`; page and figures under *Browse → Datasets* and in
  `published/<n>/`; after a run without changed values also `data/books/dataset` in the workspace.
- **A failed run** keeps its worktree in `.worktrees/` for a look; clear the failed task to go on there.
"""


def _fields(values: dict[str, Any]) -> Iterator[FormField]:
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


def _check(values: dict[str, Any]) -> None:
    params.parse(values)


root = find_root()
project = Project(
    root=root,
    name="books",
    report="data/books/report",
    report_page="report.html",
    presets=presets(),
    validate=_check,
    totals=totals,
    carry=("runtime.toml",),
    # Worktrees share the store, so a killed run goes on where it was. The Python that runs Airflow knows
    # the workspace by this variable; a stage must take the worktree it runs in for the workspace.
    stage_env={"DIALOGUE_ETL_STORE": os.environ.get("DIALOGUE_ETL_STORE", str(root / ".dialogue-etl/store"))},
    drop_env=("DIALOGUE_ETL_WORKSPACE",),
)

dag = stage_dag(
    project,
    prefix="books-",
    fields=_fields(params.read_values(root / "params.yaml")),
    description="Books to dialogue datasets: download, filter, extract, split, package, report",
    doc_md=ABOUT,
    tags=["dialogue-etl", "books"],
)
