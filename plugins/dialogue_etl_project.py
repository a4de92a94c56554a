"""What the DAG files share: the workspace as a `Project`, and its parameters as form fields."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from airflow.sdk import DAG
from dialogue_etl_datasets import dataset_project, sections_of
from dialogue_etl_links import STAGE_LINKS
from dialogue_etl_schedules import schedules
from dvc_airflow.dags import stage_dag
from dvc_airflow.form import FormField
from dvc_airflow.graph import DVC_YAML, drawn_by
from dvc_airflow.params_values import lookup
from dvc_airflow.project import Project

from dialogue_etl import params
from dialogue_etl.errors import DOCTOR, DialogueEtlError
from dialogue_etl.workspace.change import Files
from dialogue_etl.workspace.product import presets
from dialogue_etl.workspace.root import find_root


@contextmanager
def _naming_doctor() -> Iterator[None]:
    """Errors of damaged files, as Airflow shows them above the DAGs, name the command that looks at all."""
    try:
        yield
    except (OSError, ValueError, DialogueEtlError) as error:
        if DOCTOR in str(error):
            raise
        raise DialogueEtlError(f"{error}. {DOCTOR}") from error


@_naming_doctor()
def present(source: str) -> bool:
    """Whether the workspace of this Airflow has a source: it has no DAG otherwise.

    Raises:
        DialogueEtlError: the workspace is missing, or its dvc.yaml cannot be read.
    """
    return source in Files.of(find_root()).pipelines


@_naming_doctor()
def source_project(source: str, **more: Any) -> Project:
    """The workspace of this Airflow as the project of a source.

    Args:
        source: its name.
        more: further arguments of `Project`.

    Raises:
        DialogueEtlError: the workspace is missing, or its files cannot be read.
    """
    root = find_root()
    # Worktrees share the store, so that a killed run can be resumed. In Airflow a variable names the
    # workspace; it is cleared for stages, whose workspace is the worktree they run in.
    store = os.environ.get("DIALOGUE_ETL_STORE", str(root / ".dialogue-etl/store"))
    sections = sections_of(root, source)
    return dataset_project(
        root,
        source,
        presets={
            name: fitting
            for name, values in presets().items()
            if (fitting := {key: value for key, value in values.items() if key in sections})
            and _has_tasks(root, fitting)
        },
        advice=f"If the messages above do not explain it: {DOCTOR}",
        several_hosts=os.environ.get("DIALOGUE_ETL_SEVERAL_HOSTS", "") not in {"", "0"},
        stage_links=STAGE_LINKS,
        stage_env={"DIALOGUE_ETL_STORE": store, "DIALOGUE_ETL_WORKSPACE": ""},
        **schedules(root, source),
        **more,
    )


def _has_tasks(root: Path, preset: dict[str, Any]) -> bool:
    """Whether the DAGs of a workspace have the tasks that the languages of a preset need."""
    present, keys = params.read_values(root / "params.yaml"), drawn_by(root / DVC_YAML)
    asked = {key: set(lookup(preset, key) or ()) for key in keys}
    return all(items <= set(lookup(present, key) or ()) for key, items in asked.items())


def source_dag(source: str, description: str, about: str) -> DAG | None:
    """The DAG of a source: its stages, and a form with its parameters; none if the workspace lacks it.

    Airflow ignores files that do not contain the words `dag` and `airflow`.

    Args:
        source: its name.
        description: one line for the list of DAGs.
        about: Markdown.
    """
    if not present(source):
        return None
    project = source_project(source)
    return stage_dag(
        project,
        prefix=project.prefix,
        fields=form_fields(project.root, source),
        description=description,
        doc_md=about,
        tags=["dialogue-etl", source],
    )


def form_fields(root: Path, source: str) -> Iterator[FormField]:
    """Parameters that change a source's dataset, with the workspace's value, in the order of params.yaml."""
    values = params.read_values(root / "params.yaml")
    wanted = sections_of(root, source)
    for parameter in params.parameters():
        section, _, name = parameter.key.rpartition(".")
        if (section or name) not in wanted:
            continue
        value = (values.get(section) or {}).get(name) if section else values.get(name)
        yield FormField(
            key=parameter.key,
            value=parameter.default if value is None else value,
            description=f"{parameter.description}. Range: {parameter.range or 'any'}; unit: "
            f"{parameter.unit}; source: {parameter.source}.",
            section=(section or name).capitalize(),
            schema=parameter.json_schema,
        )
