"""What the DAG files share: the workspace as a `Project`, and its parameters as form fields."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from airflow.sdk import DAG
from dialogue_etl_datasets import dataset_project, read_sections, sections_of
from dialogue_etl_links import STAGE_LINKS
from dialogue_etl_schedules import schedules
from dvc_airflow.dags import stage_dag
from dvc_airflow.form import FormField
from dvc_airflow.graph import DVC_YAML, drawn_by
from dvc_airflow.params_values import lookup
from dvc_airflow.project import Project
from dvc_airflow.sweeps import Sweep, sweep_dag

from dialogue_etl import params
from dialogue_etl.errors import DOCTOR, DialogueEtlError
from dialogue_etl.report.formatting import setting
from dialogue_etl.report.sweep import named_figures
from dialogue_etl.sources import SOURCES
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


_WORDS = {"min": "minimum", "max": "maximum", "kl": "KL", "tmdb": "TMDB"}
"""Words of names that are not such in titles."""
_MARKDOWN, _PLAIN = re.compile(r"([\\*_{}\[\]<>#|~])"), r"\\\1"
SWEEP = """\
Builds a dataset for each of several combinations of values, in one run, and a page with a table and maps of
their sizes and scores. What they share is computed once.

- **plan** makes the combinations, and checks every value before any work begins.
- **cell** is one task for each, named by its values; if one fails, the others go on. Clear it to try again.
- **results** writes the page, under *Browse → Datasets → Sweeps*. *Publish this one* there makes a
  combination a version: a run of the source's DAG, whose stages are restored from DVC's cache.
"""


def source_sweep(source: str, values: Sequence[str]) -> DAG | None:
    """The DAG that builds a source's dataset for several values; none if the workspace lacks the source.

    Args:
        source: its name.
        values: the lines that the form proposes.
    """
    if not present(source):
        return None
    project = source_project(source)
    return sweep_dag(
        Sweep(project, tuple(form_fields(project.root, source)), partial(named_figures, source=source)),
        description="Datasets for several values of parameters: a table and maps of size and quality",
        doc_md=SWEEP,
        values=values,
        tags=["dialogue-etl", source],
    )


def form_fields(root: Path, source: str) -> Iterator[FormField]:
    """Parameters that a source's stages and gates read, with the workspace's value: its trade-offs first."""
    values, of = params.read_values(root / "params.yaml"), SOURCES[source]
    wanted, first = read_sections(root, source), [of.language_list, *of.trade_offs]
    parameters = [one for one in params.parameters() if one.key.partition(".")[0] in wanted]
    for parameter in sorted(parameters, key=lambda one: first.index(one.key) if one.key in first else 99):
        value = lookup(values, parameter.key)
        yield FormField(
            key=parameter.key,
            value=parameter.default if value is None else value,
            description=_about(parameter, value, of.trade_offs.get(parameter.key, "")),
            title=_title(parameter.key, whole=parameter.key not in first),
            first=parameter.key in first,
            schema=parameter.json_schema,
        )


def _title(key: str, *, whole: bool) -> str:
    """`extract.max_words` in words: Maximum words; as a whole with its section."""
    section, _, name = key.rpartition(".")
    words = " ".join(_WORDS.get(word, word) for word in name.split("_"))
    return f"{section.replace('_', ' ').capitalize()}: {words}" if whole and section else _upper(words)


def _about(parameter: params.Parameter, here: Any, effect: str) -> str:
    """What a parameter does, in Markdown: the effect of more of it, values, meaning, name and source."""
    values = [f"default {setting(parameter.default) or 'empty'}"]
    if parameter.json_schema["type"] in {"integer", "number"}:
        values.insert(0, f"{parameter.range} {parameter.unit}")
    elif parameter.range and not {"enum", "items"} & {*parameter.json_schema}:  # a form, such as of dates
        values.insert(0, parameter.range)
    if here is not None and here != parameter.default:
        values.append(f"**this workspace {setting(here)}**")
    more = f"**{_upper(effect)}.** " if effect else ""
    about = f"{parameter.description}. Parameter {parameter.key}; source: {parameter.source}."
    # Not as code: Airflow's frame around it hides the line above.
    return f"{more}{_upper('; '.join(values))}.\n\n{_MARKDOWN.sub(_PLAIN, about.replace('`', ''))}"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
