"""A dvc.yaml drawn as an Airflow DAG: prepare, one task per stage (a group per language), publish."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Any

from airflow.sdk import DAG, TaskGroup
from airflow.sdk.definitions.param import ParamsDict
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dvc_airflow.form import FormField, form
from dvc_airflow.gates import GateOperator
from dvc_airflow.graph import DVC_YAML, Graph, GraphError, Stage, active, leaves, reduced, select
from dvc_airflow.operators import SPARE, DvcStageOperator, PrepareOperator, PublishOperator
from dvc_airflow.runs import digest
from dvc_airflow.task_ids import free, group_ids, task_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dvc_airflow.project import Project

_RETRY_DELAY = timedelta(seconds=10)
# What is skipped, a language or what is taken from the base, must not skip what follows.
_RULE = "none_failed"


class Limits(BaseModel):
    """What a stage's `meta` says about how Airflow shall run it; other keys are no matter."""

    model_config = ConfigDict(strict=True, extra="ignore")

    pool: Annotated[str, Field(pattern=r"^\S(.*\S)?$", max_length=256)] | None = None
    """Airflow pool that the stage takes slots of."""
    pool_slots: Annotated[int, Field(ge=1)] = 1
    retries: Annotated[int, Field(ge=0)] = 0
    """How often a stage that failed is tried again."""
    timeout: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    """Minutes after which a try is ended."""


def limits(stage: Stage) -> Limits:
    """The limits of a stage.

    Raises:
        GraphError: a value is not allowed; the message names stage, key and what is allowed.
    """
    try:
        return Limits.model_validate({key: value for key, value in stage.meta.items() if value is not None})
    except ValidationError as error:
        first = error.errors()[0]
        key, value = first["loc"][0], first["input"]
        raise GraphError(f"{DVC_YAML}: stage {stage.name!r}: meta.{key}: {value!r}: {first['msg']}") from None


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
        prefix: Part of stage names that task names leave out, such as `books-`.
        fields: Values for the trigger form.
        description: One line for the list of DAGs.
        doc_md: Markdown put before the list of stages.
        tags: For the list of DAGs.

    Raises:
        GraphError: dvc.yaml or params.yaml cannot be drawn.
    """
    graph = select(active(project.graph(project.root)), prefix)
    dag = DAG(
        dag_id=project.name,
        description=description,
        doc_md=f"{doc_md}\n\n{stage_table(graph, prefix)}",
        tags=list(tags),
        schedule=None,
        catchup=False,
        max_active_runs=8,
        is_paused_upon_creation=False,
        params=form(fields, project.presets, graph, project.variant),
    )
    with dag:
        _draw(project, graph, prefix)
    for task in dag.tasks:
        # Each has a copy of the form, which Airflow would check anew for each task when it stores the DAG.
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
    # Only the nearest: what a path implies would make the picture a knot (see `operators.skipped_after`).
    for name, nearest in reduced(graph).items():
        tasks[name].set_upstream([tasks[other] for other in nearest] or first)
    gate.set_upstream([tasks[name] for name in leaves(graph)])
    gate >> last


def _around(project: Project, taken: set[str]) -> tuple[PrepareOperator, GateOperator, PublishOperator]:
    """Our own tasks, before and after the stages; `prepare` is a favourite name of stages, too."""
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
    return first, middle, PublishOperator(task_id=publish, gate=gate, doc_md=pushes, **spare)


def _task(project: Project, stage: Stage, name: str, group: TaskGroup | None) -> DvcStageOperator:
    limit = limits(stage)
    pool = {"pool": limit.pool, "pool_slots": limit.pool_slots} if limit.pool else {}
    frozen = "\n\n*Frozen*: its outputs are taken as they are." if stage.frozen else ""
    return DvcStageOperator(
        task_id=name,
        task_group=group,
        project=project,
        stage=stage.name,
        retries=limit.retries + SPARE,
        retry_delay=_RETRY_DELAY,
        execution_timeout=timedelta(minutes=limit.timeout) if limit.timeout else None,
        trigger_rule=_RULE,
        doc_md=f"{stage.desc}\n\n```\n{stage.cmd.strip()}\n```{frozen}",
        **pool,
    )


def stage_table(graph: Graph, prefix: str) -> str:
    """The stages as a Markdown table, one row per name in dvc.yaml."""
    groups: dict[str, list[str]] = {}
    for stage in graph.values():
        groups.setdefault(stage.base, []).extend([stage.group] if stage.group else [])
    lines = ["| stage | once per | what it does | parameters |", "|---|---|---|---|"]
    lines += [
        f"| {stage.base.removeprefix(prefix)} | {', '.join(groups.pop(stage.base)) or 'run'} | {stage.desc} "
        f"| {', '.join(stage.params)} |"
        for stage in graph.values()
        if stage.base in groups
    ]
    return "\n".join(lines)
