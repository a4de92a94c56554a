"""The clean-up as an Airflow DAG, daily and by hand."""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from airflow.sdk import DAG, BaseOperator, CronTriggerTimetable, Param
from airflow.sdk.configuration import conf as settings

from dvc_airflow import cleaning, comparisons
from dvc_airflow.operators import SPARE
from dvc_airflow.run_states import NOT_STARTED, active_runs, state_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from airflow.sdk import Context

    from dvc_airflow.cleaning import Removed
    from dvc_airflow.project import Project

DAYS, LOGS_DAYS, GC = "clean.days", "clean.logs_days", "clean.gc"


class CleanOperator(BaseOperator):  # type: ignore[misc]
    """A part of the clean-up. XCom: what went, each with its path, reason and bytes."""

    ui_color = "#eeeeee"

    def __init__(self, *, projects: Sequence[Project], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.projects = tuple(projects)
        self.project = projects[0]  # what they share can be reached by any of them

    def tell(self, removed: Iterable[Removed]) -> list[dict[str, Any]]:
        """Log what went as it goes."""
        found = []
        for one in removed:
            self.log.info("removed %s (%s): %s", one.what, one.why, size_text(one.bytes))
            found.append(one)
        self.log.info("%d removed, %s in all", len(found), size_text(sum(one.bytes for one in found)))
        return [asdict(one) for one in found]


class CleanWorktreesOperator(CleanOperator):
    """Remove the worktrees of runs that are over."""

    def execute(self, context: Context) -> list[dict[str, Any]]:
        """See `cleaning.clear_worktrees`."""
        ti, days = context["ti"], context["params"][DAYS]

        def ask(dag: str, run_id: str) -> str | None:
            state = state_of(ti, dag, run_id)
            return None if state == NOT_STARTED else state

        return self.tell(
            chain.from_iterable(
                cleaning.clear_worktrees(project, partial(ask, project.name), days)
                for project in self.projects
            )
        )


class CleanCacheOperator(CleanOperator):
    """Remove locks and cache that nothing needs; when that cannot be now, say why and succeed."""

    def execute(self, context: Context) -> list[dict[str, Any]]:
        """See `cleaning.clear_shared`."""
        ti = context["ti"]
        removed, why_not = cleaning.clear_shared(
            self.project,
            lambda: sum(active_runs(ti, project.name) for project in self.projects),
            cache=bool(context["params"][GC]),
        )
        if why_not:
            self.log.warning("the cache is left for the next time: %s", why_not)
        return self.tell(removed)


class CleanLogsOperator(CleanOperator):
    """Remove old task logs of some DAGs, and old comparisons."""

    def __init__(self, *, dags: Sequence[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.dags = tuple(dags)

    def execute(self, context: Context) -> list[dict[str, Any]]:
        """See `cleaning.clear_files`."""
        days = context["params"][LOGS_DAYS]
        logs = Path(settings.get_mandatory_value("logging", "base_log_folder"))
        patterns = [f"dag_id={dag}" for dag in self.dags]
        compared = self.project.published / comparisons.FOLDER
        return [
            *self.tell(cleaning.clear_files(logs, patterns, days, "task logs")),
            *self.tell(cleaning.clear_files(compared, ["*"], days, "comparisons")),
        ]


def size_text(number: float) -> str:
    """Bytes for people: 12.3 MB."""
    for unit in ("bytes", "kB", "MB"):
        if number < 1000:
            return f"{number:.3g} {unit}"
        number /= 1000
    return f"{number:,.1f} GB"


def clean_up_dag(
    projects: Sequence[Project],
    *,
    dags: Sequence[str],
    description: str,
    doc_md: str,
    tags: Iterable[str] = (),
) -> DAG:
    """The DAG `clean_up`.

    Args:
        projects: What is cleaned up: DAGs of one workspace.
        dags: Whose task logs are.
        description: One line for the list of DAGs.
        doc_md: Markdown for its page.
        tags: For the list of DAGs.
    """
    dag = DAG(
        dag_id="clean_up",
        description=description,
        doc_md=doc_md,
        tags=list(tags),
        # At night; never at once when Airflow first sees it, in the middle of somebody's first run.
        schedule=CronTriggerTimetable("30 3 * * *", timezone="UTC", run_immediately=False),
        catchup=False,
        max_active_runs=1,
        is_paused_upon_creation=False,
        params=_form(),
    )
    more: dict[str, Any] = {"projects": projects, "retries": SPARE, "retry_delay": timedelta(seconds=30)}
    with dag:
        CleanWorktreesOperator(task_id="worktrees", **more) >> CleanCacheOperator(task_id="cache", **more)
        CleanLogsOperator(task_id="logs", dags=dags, **more)
    return dag


def _form() -> dict[str, Param]:
    return {
        DAYS: Param(
            7,
            type="number",
            minimum=0,
            title=DAYS,
            description="Days that the worktree of a failed run is kept, since it was last worked in.",
        ),
        LOGS_DAYS: Param(
            30,
            type="number",
            minimum=1,
            title=LOGS_DAYS,
            description="Days that task logs and kept comparisons stay.",
        ),
        GC: Param(
            True,
            type="boolean",
            title=GC,
            description="Remove from DVC's cache what no tag, no branch and no worktree needs.",
        ),
    }
