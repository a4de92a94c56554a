"""Runs that start automatically: on a schedule, or when another DAG has published a version."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from airflow.providers.standard.operators.trigger_dagrun import TriggerDagRunOperator
from airflow.sdk import DAG, AssetAny, CronTriggerTimetable

from dvc_airflow.operators import SPARE, asset_of
from dvc_airflow.request import FORCE

if TYPE_CHECKING:
    from dvc_airflow.project import Project


def any_of(versions: Sequence[str]) -> AssetAny | None:
    """A schedule triggered by a new version of any of the datasets (`<project>/<variant>`); None for none."""
    return AssetAny(*map(asset_of, versions)) if versions else None


def refresh_dag(
    project: Project, *, force: Sequence[str], description: str, doc_md: str, tags: Iterable[str] = ()
) -> DAG:
    """The DAG `<project>_refresh`: starts a run on the project's schedule in which some stages always run.

    It is paused until somebody switches it on; missed dates are not made up for.

    Args:
        project: The project to run.
        force: Stages to run even if none of their inputs have changed.
        description: One line for the list of DAGs.
        doc_md: Markdown.
        tags: For the list of DAGs.
    """
    with DAG(
        dag_id=f"{project.name}_refresh",
        description=description,
        doc_md=doc_md,
        tags=list(tags),
        schedule=CronTriggerTimetable(project.refresh, timezone="UTC", run_immediately=False),
        catchup=False,
        max_active_runs=1,
        is_paused_upon_creation=True,
        default_args={"retries": SPARE, "retry_delay": timedelta(seconds=30)},
        **(project.alert.of_dag() if project.alert else {}),
    ) as dag:
        TriggerDagRunOperator(
            task_id="start",
            trigger_dag_id=project.name,
            trigger_run_id="refresh__{{ run_id }}",
            logical_date=None,
            conf={FORCE: list(force)},
            skip_when_already_exists=True,  # on a retry
            openlineage_inject_parent_info=False,
        )
    return dag
