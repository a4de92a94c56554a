"""What killed runs leave: worktrees, partial outputs, temporary folders, records of Airflow's processes."""

import contextlib
import fcntl
import json
import re
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import psutil

from dialogue_etl import locks
from dialogue_etl.workspace import airflow, programs, settings
from dialogue_etl.workspace.doctor.findings import Finding, few, put_aside
from dialogue_etl.workspace.root import WorkspaceError

DAYS = 7
"""Days that what a failed run left is kept: the default of the DAG `clean_up`."""
_DRAFT = re.compile(r"\..+\.(\d+)")
"""A folder that a process makes before it gives it its name: `.NAME.PID`."""
_PARTIAL = re.compile(r"\.(.+?)(?:\.(\d+)-\d+)?\.partial")
"""A partial output of a stage, or with pid and thread a partial file."""


def check(root: Path) -> Iterator[Finding]:
    """Worktrees, partial outputs, drafts, and what Airflow left."""
    yield from _worktrees(root)
    if partials := _partials(root):
        yield _removable(root, partials, "begun by a process that was killed", lambda: _partials(root))
    if drafts := _drafts(root):
        yield _removable(
            root, drafts, "temporary folders of processes that were killed", lambda: _drafts(root)
        )
    yield from _processes(root)
    yield from _airflow_files(root)


def _removable(root: Path, found: list[Path], what: str, again: Callable[[], list[Path]]) -> Finding:
    def remove() -> str:
        for path in (gone := again()):
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        return f"{len(gone)} removed"

    return Finding(few(_relative(root, path) for path in found), what, "remove them", remove)


def _relative(root: Path, path: Path) -> str:
    return str(path.relative_to(root) if path.is_relative_to(root) else path)


def _worktrees(root: Path) -> Iterator[Finding]:
    home = root / ".worktrees"
    folders = [path for path in sorted(home.glob("*--*")) if path.is_dir()]
    over = [path for path in folders if _is_over(path)]
    if over:
        what = "worktrees of runs that are published or never began"
        yield Finding(
            few(_relative(root, one) for one in over),
            what,
            "trigger the DAG clean_up",
            partial(_remove, root, over),
        )
    old = [one for one in folders if one not in over and time.time() - one.stat().st_mtime > DAYS * 86_400]
    if old:
        names = few(_relative(root, one) for one in old)
        yield Finding(names, f"worktrees of runs, unchanged for {DAYS} days", "trigger the DAG clean_up")
    with contextlib.suppress(WorkspaceError):
        known = programs.git(root, "worktree", "list", "--porcelain").split("\n\n")
        if gone := [one.split("\n")[0].partition(" ")[2] for one in known if "\nprunable" in one]:
            what = "a worktree that git knows, but whose folder is gone"
            yield Finding(few(gone), what, "git worktree prune", partial(_prune, root))


def _is_over(worktree: Path) -> bool:
    """Its state is written last and removed first; tasks of the run hold its lock."""
    if worktree.with_name(f"{worktree.name}.json").exists():
        return False
    with _alone(worktree.parent / ".locks" / f"{worktree.name}.lock") as ours:
        return ours


@contextlib.contextmanager
def _alone(lock: Path) -> Iterator[bool]:
    """Hold a lock of a run's tasks, if there is one; yields whether no other process holds it."""
    if not lock.is_file():
        yield True
        return
    with lock.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def _remove(root: Path, worktrees: list[Path]) -> str:
    number = 0
    for worktree in worktrees:
        with _alone(worktree.parent / ".locks" / f"{worktree.name}.lock") as ours:
            if ours:
                shutil.rmtree(worktree)
                number += 1
    _prune(root)
    return f"{number} removed"


def _prune(root: Path) -> str:
    programs.git(root, "worktree", "prune")
    return "git has forgotten them"


def _partials(root: Path) -> list[Path]:
    """Partial outputs and files whose writer is dead."""
    places = [*root.glob(".*.partial"), *(root / ".dvc/cache").glob("files/md5/*/.*.partial")]
    places += [path for top in ("data", "metrics") for path in (root / top).rglob(".*.partial")]
    found = []
    for path in places:
        match = _PARTIAL.fullmatch(path.name)
        if match and (
            not psutil.pid_exists(int(match[2])) if match[2] else not _written(root, path, match[1])
        ):
            found.append(path)
    return sorted(found)


def _written(root: Path, partial_: Path, name: str) -> bool:
    """Whether a stage holds the lock of an output."""
    lock = root / locks.lock_path(partial_.with_name(name).relative_to(root))
    if not lock.is_file():
        return False
    with lock.open("a") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return True
    return False


def _drafts(root: Path) -> list[Path]:
    """Of `init`, beside the workspace, and of published versions."""
    places = [*root.parent.glob(f".{root.name}.*"), *(root / "published").glob("*/.*.*")]
    found = []
    for path in places:
        match = _DRAFT.fullmatch(path.name)
        if match and path.is_dir() and not psutil.pid_exists(int(match[1])):
            found.append(path)
    return sorted(found)


def _processes(root: Path) -> Iterator[Finding]:
    home = settings.home(root)
    if (server := airflow.load(root)) and not all(part.find() for part in server.parts):
        if any(part.processes() for part in server.parts):
            yield Finding(
                ".airflow", "some of its processes have ended, others run", "dialogue-etl down, then up"
            )
        else:
            what = "names processes of an Airflow that was killed"
            yield Finding(".airflow/server.json", what, "dialogue-etl down", partial(_stop, root))
    dead = [path for path in sorted(home.glob("*.pid")) if not _living(path)]
    if dead:
        what = "pid files of processes that have ended: Airflow may refuse to start"
        yield _removable(root, dead, what, lambda: [path for path in dead if not _living(path)])


def _stop(root: Path) -> str:
    airflow.stop(root)
    return "removed"


def _living(file: Path) -> bool:
    with contextlib.suppress(OSError, ValueError, psutil.Error, OverflowError):
        return "airflow" in " ".join(psutil.Process(int(file.read_text(encoding="utf-8"))).cmdline())
    return False


def _airflow_files(root: Path) -> Iterator[Finding]:
    home = settings.home(root)
    for name, what in (
        ("server.json", "the record of its processes"),
        ("secrets.json", "its secrets: passwords in Airflow's connections must be entered again"),
        ("passwords.json", "its password: the next start makes a new one"),
    ):
        path = home / name
        if path.is_file() and not _is_mapping(path):
            todo = "put it aside, then dialogue-etl up"
            yield Finding(f".airflow/{name}", f"damaged: {what}", todo, partial(_aside, path))
    database, marker = home / "airflow.db", home / "migrated"
    if marker.exists() and not database.exists():
        what = "gone: the history of runs is lost"
        yield Finding(
            ".airflow/airflow.db",
            what,
            "restore a backup, or remove .airflow/migrated",
            partial(_forget, marker),
        )
    elif marker.exists() and (why := _unreadable(database)):
        todo = "dialogue-etl down, restore a backup; or put it aside and start with no history"
        yield Finding(".airflow/airflow.db", why, todo)


def _is_mapping(path: Path) -> bool:
    with contextlib.suppress(OSError, ValueError):
        return isinstance(json.loads(path.read_text(encoding="utf-8")), dict)
    return False


def _aside(path: Path) -> str:
    return f"put aside as {put_aside(path).name}"


def _forget(marker: Path) -> str:
    marker.unlink()
    return "the next start makes a new one"


def _unreadable(database: Path) -> str:
    """Why Airflow cannot use its database; empty if it can."""
    try:
        with contextlib.closing(
            sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True, timeout=1)
        ) as opened:
            tables = opened.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    except sqlite3.DatabaseError as error:
        return "" if "locked" in str(error) else f"cannot be read: {error}"
    return "" if tables else "is empty"
