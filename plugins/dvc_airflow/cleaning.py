"""Removes what runs leave, daily or on demand: worktrees, locks, unused data in the cache."""

from __future__ import annotations

import json
import logging
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from airflow.sdk import DAG, CronTriggerTimetable, task

from dvc_airflow.airflow_runs import NOT_STARTED, OVER, SUCCESS, active_runs, state_of
from dvc_airflow.form import Fields, section
from dvc_airflow.locks import hold
from dvc_airflow.operators import SPARE
from dvc_airflow.programs import ProgramError, dvc_program, run
from dvc_airflow.versions import find_run
from dvc_airflow.worktrees import RUNS_LOCK, lock_of, remove_worktree

if TYPE_CHECKING:
    from dvc_airflow.project import Project

log = logging.getLogger(__name__)

DAYS, GC = "clean.days", "clean.gc"
DAY = 24 * 60 * 60


def clear_worktrees(project: Project, ask: Callable[[str], str], days: float) -> Iterator[str]:
    """Remove worktrees of published runs, and of failed and unknown ones after so many days without changes.

    `ask` returns Airflow's state of a run by its id. Yields each removed folder with the reason.
    """
    for folder in sorted(project.worktrees.glob(f"{project.name}--*/")):
        with hold(lock_of(project, folder), wait=False) as ours:
            why = _over(project, folder, ask, days) if ours else None
            if why:
                remove_worktree(project, folder)
                yield f"{folder.relative_to(project.root)}: {why}"


def _over(project: Project, folder: Path, ask: Callable[[str], str], days: float) -> str | None:
    """Why a worktree can be removed; None if it cannot."""
    state_file = folder.with_name(f"{folder.name}.json")
    try:
        run_id = json.loads(state_file.read_text(encoding="utf-8"))["run_id"]
    except (OSError, ValueError, KeyError, TypeError):
        # The state file is made last and removed first, and we hold the lock.
        return "its run is published, or never began"
    state = ask(run_id)
    if state not in {*OVER, NOT_STARTED}:
        return None
    if state == SUCCESS or find_run(project.published, run_id, project.name):
        return "its run is over"
    used = max(path.stat().st_mtime for path in (folder, folder / "dvc.lock", state_file) if path.exists())
    if time.time() - used < days * DAY:
        return None
    return "Airflow does not know its run" if state == NOT_STARTED else "its run failed"


def clear_kept(folders: Iterable[Path], days: float) -> Iterator[str]:
    """Remove entries of folders that can be recomputed, if they have not changed for so many days."""
    for entry in [entry for folder in folders if folder.is_dir() for entry in sorted(folder.iterdir())]:
        written = max(path.lstat().st_mtime for path in (entry, *entry.rglob("*")))
        if time.time() - written >= days * DAY:
            shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
            yield f"{entry}: not written to for {days:g} days"


def clear_shared(project: Project, active: Callable[[], int], *, cache: bool) -> str:
    """Remove lock files, cached graphs and, with `cache`, unused data in DVC's cache, unless runs are active.

    `active` returns the number of runs that are queued or running. Returns why it was not done; empty if it
    was.
    """
    all_runs = project.locks / RUNS_LOCK
    with hold(all_runs, wait=False) as alone:
        if not alone:
            return "a task of a run is at work"
        if number := active():
            return f"{number} runs are queued or running"
        for lock in set(project.locks.rglob("*.lock")) - {all_runs}:
            with hold(lock, wait=False) as ours:
                if ours:
                    lock.unlink()
        for answer in project.graphs.glob("*.json"):  # made again in a second or two
            answer.unlink()
        try:
            if cache:
                _clear_cache(project)
        except ProgramError as error:
            return str(error)
        return ""


def _clear_cache(project: Project) -> None:
    """Remove from DVC's cache what no tag, branch, worktree and not the workspace needs.

    DVC does not clear its run cache: a stage whose outputs were removed is found there, but runs again.
    """
    kept = sorted(str(path.parent) for path in project.worktrees.glob("*/.dvc") if path.is_dir())
    projects = ["--projects", *kept] if kept else []
    # Without `--wait-for-lock`: a user's `dvc repro` may take hours; it is tried again tomorrow.
    # Without `--skip-failed`: it would remove data of revisions that DVC cannot read.
    command = ["gc", "--force", "--workspace", "--all-tags", "--all-branches", *projects]
    for line in run([*dvc_program(), *command], project.root).splitlines():
        log.info("%s", line)


def clean_up_dag(
    projects: Sequence[Project],
    kept: Iterable[Path] = (),
    *,
    description: str,
    doc_md: str,
    tags: Iterable[str] = (),
) -> DAG:
    """The DAG `clean_up` of the projects of one workspace, and of folders that can be recomputed."""
    project = projects[0]  # locks and cache are shared by all of them

    @task
    def worktrees(ti: Any = None, params: Any = None) -> list[str]:
        removed = [
            line
            for one in projects
            for line in clear_worktrees(one, partial(state_of, ti, one.name), params[DAYS])
        ]
        removed += clear_kept(kept, params[DAYS])
        log.info("removed:\n%s", "\n".join(removed) or "nothing")
        return removed

    @task
    def cache(ti: Any = None, params: Any = None) -> None:
        def active() -> int:
            return sum(active_runs(ti, one.name) for one in projects)

        if why_not := clear_shared(project, active, cache=bool(params[GC])):
            log.warning("the cache is left for the next time: %s", why_not)

    with DAG(
        dag_id="clean_up",
        description=description,
        doc_md=doc_md,
        tags=list(tags),
        # At night; not immediately when Airflow first sees it, which may be during somebody's first run.
        schedule=CronTriggerTimetable("30 3 * * *", timezone="UTC", run_immediately=False),
        catchup=False,
        max_active_runs=1,
        is_paused_upon_creation=False,
        default_args={"retries": SPARE, "retry_delay": timedelta(seconds=30)},
        params=section(None, _FORM),
        **(project.alert.of_dag() if project.alert else {}),
    ) as dag:
        worktrees() >> cache()
    return dag


_FORM: Fields = {
    DAYS: ("Days", 7, {"type": "number", "minimum": 0}, "Days that what a failed run left is kept."),
    GC: ("Clear the cache", True, {"type": "boolean"}, "Remove what no tag, branch or worktree needs."),
}
