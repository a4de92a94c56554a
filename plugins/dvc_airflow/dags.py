"""Makes an Airflow DAG of a dvc.yaml: prepare, one task per stage (a group per language), gate, publish."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from airflow.sdk import DAG, TaskGroup
from airflow.sdk.definitions.param import ParamsDict

from dvc_airflow.form import FormField, form
from dvc_airflow.gates import GateOperator
from dvc_airflow.graph import DVC_YAML, Graph, Stage, active, drawn_by, leaves, reduced, select
from dvc_airflow.operators import SPARE, DvcStageOperator, PrepareOperator, PublishOperator
from dvc_airflow.publish_retries import Patience
from dvc_airflow.refresh import any_of
from dvc_airflow.runs import digest

if TYPE_CHECKING:
    from dvc_airflow.project import Project

_RETRY_DELAY = timedelta(seconds=10)
# A skipped task, for example of a language, must not skip those after it.
_RULE = "none_failed"
# Airflow adds nodes with these names at both ends of a group (`TaskGroup.upstream_join_id`).
_JOINS = {"upstream_join_id", "downstream_join_id"}


def stage_dag(
    project: Project,
    *,
    prefix: str,
    fields: Iterable[FormField],
    description: str,
    doc_md: str,
    tags: Iterable[str] = (),
) -> DAG:
    """The DAG of all stages whose name begins with `prefix`, and of those they need.

    Args:
        project: The workspace; its `name` is the DAG id.
        prefix: Of stage names, such as `books-`; task names omit it.
        fields: Values for the trigger form.
        description: One line for the list of DAGs.
        doc_md: Markdown.
        tags: For the list of DAGs.

    Raises:
        GraphError: dvc.yaml or params.yaml is not valid.
    """
    graph = select(active(project.graph(project.root)), prefix)
    dag = DAG(
        dag_id=project.name,
        description=description,
        doc_md=doc_md,
        tags=list(tags),
        schedule=any_of(project.wakes),
        catchup=False,
        max_active_runs=8,
        is_paused_upon_creation=False,
        params=form(fields, project.presets, graph, project.variant, drawn_by(project.root / DVC_YAML)),
        **(project.alert.of_dag() if project.alert else {}),
    )
    with dag:
        _draw(project, graph, prefix)
    for task in dag.tasks:
        # Each task has a copy of the form, and Airflow would validate each of them when it stores the DAG.
        task.params = ParamsDict()
    return dag


def _draw(project: Project, graph: Graph, prefix: str) -> None:
    names = task_names(graph, prefix)
    ids = group_ids(graph, names)
    first, gate, last = _around(project, {*names.values(), *ids.values()})
    groups = {group: TaskGroup(group_id=group_id) for group, group_id in ids.items()}
    tasks = {
        name: _task(project, stage, names[name], groups.get(stage.group or ""))
        for name, stage in graph.items()
    }
    # Only edges of the transitive reduction, to keep the picture of the DAG readable.
    for name, nearest in reduced(graph).items():
        tasks[name].set_upstream([tasks[other] for other in nearest] or first)
    gate.set_upstream([tasks[name] for name in leaves(graph)] or first)
    gate >> last


def _around(project: Project, taken: set[str]) -> tuple[PrepareOperator, GateOperator, PublishOperator]:
    """Our own tasks, before and after the stages, with names that differ from those of stages."""
    prepare, gate, publish = (free(name, taken, "_run") for name in ("prepare", "gate", "publish"))
    spare: dict[str, Any] = {"project": project, "retries": SPARE, "retry_delay": _RETRY_DELAY}
    first = PrepareOperator(
        task_id=prepare,
        drawn=digest(project.root / DVC_YAML),
        doc_md="Makes the run's own git worktree and writes the form's values into its params.yaml.",
        **spare,
    )
    spare["trigger_rule"] = _RULE
    checks = "Checks what must hold of a version; a person can let it pass where something does not."
    pushes = "Pushes to the DVC remote, commits params.yaml and dvc.lock, tags, copies the report."
    middle = GateOperator(task_id=gate, doc_md=checks, **spare)
    policy = Patience(project.patience, SPARE)
    spare |= {"retries": SPARE + len(policy.delays), "retry_policy": policy}
    return first, middle, PublishOperator(task_id=publish, gate=gate, doc_md=pushes, **spare)


def _task(project: Project, stage: Stage, name: str, group: TaskGroup | None) -> DvcStageOperator:
    limits = {key: stage.meta[key] for key in ("pool", "pool_slots") if stage.meta.get(key)}
    minutes = stage.meta.get("timeout")
    frozen = "\n\n*Frozen*: its outputs are taken as they are." if stage.frozen else ""
    return DvcStageOperator(
        task_id=name,
        task_group=group,
        project=project,
        stage=stage.name,
        retries=stage.meta.get("retries", 0) + SPARE,
        retry_delay=_RETRY_DELAY,
        execution_timeout=timedelta(minutes=minutes) if minutes else None,
        trigger_rule=_RULE,
        doc_md=f"{stage.desc}\n\n```\n{stage.cmd.strip()}\n```{frozen}",
        **limits,
    )


def task_names(graph: Graph, prefix: str) -> dict[str, str]:
    """Task name by stage: without the prefix, unless that is the name of another stage.

    Within a group Airflow prepends the group's id.
    """
    bases = {stage.base: stage.base.removeprefix(prefix) for stage in graph.values()}
    wanted = {base: base if short in bases.keys() - {base} else short for base, short in bases.items()}
    names = _apart(wanted.values(), _JOINS, "_stage")
    return {name: names[wanted[stage.base]] for name, stage in graph.items()}


def group_ids(graph: Graph, names: dict[str, str]) -> dict[str, str]:
    """Id of the TaskGroup by group, different from ids of tasks outside of groups; `names`: `task_names`."""
    beside = {names[stage.name] for stage in graph.values() if not stage.group}
    return _apart((stage.group for stage in graph.values() if stage.group), beside, "_group")


def free(name: str, taken: Set[str], more: str) -> str:
    """The name, with `more` appended as often as needed to make it unique."""
    while name in taken:
        name += more
    return name


def _apart(texts: Iterable[str], taken: Set[str], more: str) -> dict[str, str]:
    """Unique names by text, of characters that Airflow allows: letters, digits, dashes, underscores."""
    found: dict[str, str] = {}
    for text in dict.fromkeys(texts):
        found[text] = free(re.sub(r"[^\w-]", "_", text), taken | set(found.values()), more)
    return found
