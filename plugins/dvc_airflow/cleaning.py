"""What runs leave behind, and what of it may go: worktrees, locks, cache, pages, task logs.

Knows nothing of Airflow; `cleaning_dag` asks it for the states of runs.
"""

from __future__ import annotations

import json
import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dvc_airflow.locks import hold
from dvc_airflow.programs import ProgramError, dvc, dvc_program, run
from dvc_airflow.run_states import OVER, SUCCESS
from dvc_airflow.versions import find_run
from dvc_airflow.worktrees import RUNS_LOCK, lock_of, remove_worktree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from dvc_airflow.project import Project

log = logging.getLogger(__name__)

DAY = 24 * 60 * 60
LOCK_AGE = DAY
"""Seconds after which a lock file that nobody holds goes; a lock in use may be as old as it likes."""


@dataclass(frozen=True)
class Removed:
    """Something that went."""

    what: str
    """Its path below the workspace, or below the folder of logs."""
    why: str
    bytes: int
    """On the disk; files that share their blocks with the cache count nothing."""


def clear_worktrees(
    project: Project, state_of: Callable[[str], str | None], days: float
) -> Iterator[Removed]:
    """Remove the worktrees of runs that are over: published ones at once, others after so many days.

    Args:
        project: Whose worktrees.
        state_of: Airflow's state of a run by its id; None when it knows none.
        days: Since something was last done in the worktree of a run that failed, or that Airflow no longer
            knows.
    """
    for folder in sorted(project.worktrees.glob(f"{project.name}--*/")):
        with hold(lock_of(project, folder), wait=False) as ours:
            why = _over(project, folder, state_of, days) if ours else None
            if why:
                size = disk_size(folder)
                remove_worktree(project, folder)
                yield Removed(str(folder.relative_to(project.root)), why, size)


def _over(project: Project, folder: Path, state_of: Callable[[str], str | None], days: float) -> str | None:
    """Why a worktree may go; None if it may not."""
    run_id = run_of(folder)
    if run_id is None:  # the state file is the last thing made and the first removed, and the lock is free
        return "its run is published, or never began"
    state = state_of(run_id)
    if state is not None and state not in OVER:
        return None
    if state == SUCCESS or find_run(project.published, run_id):
        return "its run is over"
    age = (time.time() - last_use(folder)) / DAY
    if age < days:
        log.info("%s: failed or given up %.1f days ago: it stays for %g days", folder.name, age, days)
        return None
    return "its run failed" if state else "Airflow does not know its run"


def run_of(folder: Path) -> str | None:
    """The run a worktree is of; None without a state file, or when that is unreadable."""
    try:
        return str(json.loads(folder.with_name(f"{folder.name}.json").read_text(encoding="utf-8"))["run_id"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def last_use(folder: Path) -> float:
    """When something was last done in a worktree, in seconds since 1970: prepared, or a stage recorded."""
    looked_at = (folder, folder / "dvc.lock", folder.with_name(f"{folder.name}.json"))
    return max(path.stat().st_mtime for path in looked_at if path.exists())


def disk_size(path: Path) -> int:
    """Bytes that go free when a file or folder goes: what is linked from elsewhere stays."""
    files = [path] if path.is_file() else path.rglob("*")
    stats = (file.lstat() for file in files if not file.is_dir() or file.is_symlink())
    return sum(stat.st_size for stat in stats if stat.st_nlink == 1)


def clear_shared(project: Project, active: Callable[[], int], *, cache: bool) -> tuple[list[Removed], str]:
    """Remove what all runs share and none needs any more: lock files, and the cache.

    Nothing may run meanwhile, so it is left for the next time when something does.

    Args:
        project: Whose workspace.
        active: How many runs are queued or running.
        cache: Whether DVC's cache is looked through as well.

    Returns:
        What went, and why not all of it; empty if it did.
    """
    with hold(project.locks / RUNS_LOCK, wait=False) as alone:
        if not alone:
            return [], "a task of a run is at work"
        if number := active():
            return [], f"{number} runs are queued or running"
        removed = list(_clear_locks(project))
        if not cache:
            return removed, ""
        try:
            return [*removed, *_clear_cache(project)], ""
        except ProgramError as error:
            return removed, str(error)


def _clear_locks(project: Project) -> Iterator[Removed]:
    """To be called by who holds the lock of all runs: nobody else takes or opens one then."""
    for lock in sorted(project.locks.rglob("*.lock")):
        if lock == project.locks / RUNS_LOCK or time.time() - lock.stat().st_mtime < LOCK_AGE:
            continue
        with hold(lock, wait=False) as ours:
            if ours:
                lock.unlink()
                yield Removed(str(lock.relative_to(project.root)), "nobody holds it", 0)


def _clear_cache(project: Project) -> Iterator[Removed]:
    """`dvc gc`: what no tag, no branch, no worktree and not the workspace itself needs.

    DVC leaves its run cache alone: a stage whose outputs went is found there, not restored, and runs again.
    """
    cache = project.root / dvc(project.root, "cache", "dir").strip()
    kept = sorted(str(path.parent) for path in project.worktrees.glob("*/.dvc") if path.is_dir())
    projects = ["--projects", *kept] if kept else []
    before = disk_size_all(cache)
    # Not `--wait-for-lock`: a person's `dvc repro` may take hours, and tomorrow is another day.
    # Not `--skip-failed`: what DVC cannot read is not what nobody needs.
    command = ["gc", "--force", "--workspace", "--all-tags", "--all-branches", *projects]
    for line in run([dvc_program(), *command], project.root).splitlines():
        log.info("%s", line)
    freed = before - disk_size_all(cache)
    if freed > 0:
        yield Removed("DVC's cache", "no tag, branch or worktree needs it", freed)


def disk_size_all(folder: Path) -> int:
    """Bytes of all files of a folder, linked or not."""
    return sum(file.lstat().st_size for file in folder.rglob("*") if file.is_file())


def clear_files(folder: Path, patterns: Iterable[str], days: float, why: str) -> Iterator[Removed]:
    """Remove files that were not written to for so many days, and folders left empty.

    Args:
        folder: Where to look.
        patterns: Of what lies directly in it, such as `dag_id=books`.
        days: Age of a file.
        why: The reason to give.

    Yields:
        One entry for all files of one of those, if any went.
    """
    limit = time.time() - days * DAY
    for top in sorted({found for pattern in patterns for found in folder.glob(pattern)}):
        size = sum(_unlink(file) for file in _old_files(top, limit))
        _remove_empty(top)
        if size:
            yield Removed(str(top.relative_to(folder)), f"{why}, older than {days:g} days", size)


def _old_files(top: Path, limit: float) -> list[Path]:
    files = [top] if top.is_file() else top.rglob("*")
    return [file for file in files if file.is_file() and file.lstat().st_mtime < limit]


def _unlink(file: Path) -> int:
    size = file.lstat().st_size
    file.unlink(missing_ok=True)
    return size


def _remove_empty(top: Path) -> None:
    folders = sorted(
        (path for path in top.rglob("*") if path.is_dir() and not path.is_symlink()), reverse=True
    )
    for folder in folders:
        if not any(folder.iterdir()):
            folder.rmdir()
