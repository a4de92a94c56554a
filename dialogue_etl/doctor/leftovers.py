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

from dialogue_etl.doctor.findings import Finding, few, put_aside
from dialogue_etl.doctor.locks import at_work
from dialogue_etl.workspace import airflow, locks, programs, settings
from dialogue_etl.workspace.root import WorkspaceError

DAYS = 7
"""Days that what a failed run left is kept: the default of the DAG `clean_up`."""
_DRAFT = re.compile(r"\..+\.(\d+)")
"""A folder that a process makes before it gives it its name: `.NAME.PID`."""
_PARTIAL = re.compile(r"\.(.+?)(?:\.(\d+)-\d+)?\.partial")
"""A partial output of a stage, or with pid and thread a partial file."""

_COPIES = ".dvc/cache/files/md5/*/.*.tmp"


def check(root: Path) -> Iterator[Finding]:
    """Worktrees, partial outputs, temporary folders, and what Airflow left."""
    partials = (".*.partial", ".dvc/cache/files/md5/*/.*.partial")
    everywhere = ("data/**/.*.partial", "metrics/**/.*.partial")
    for what, folder, patterns, is_left in (
        ("worktrees of runs that are published or never began", root, (".worktrees/*--*/",), _is_over),
        ("begun by a process that was killed", root, partials + everywhere, partial(_is_partial, root)),
        ("copies that dvc could not complete", root, (_COPIES,), lambda _: not at_work(root)),
        ("temporary folders of processes that were killed", root, ("published/*/.*.*/",), _is_draft),
        ("temporary folders of `init` that was killed", root.parent, (f".{root.name}.*/",), _is_draft),
        ("pid files of dead processes: Airflow may refuse to start", root, (".airflow/*.pid",), _is_dead),
    ):
        if found := sorted(one for each in patterns for one in folder.glob(each) if is_left(one)):
            names = few(str(path.relative_to(folder)) for path in found)
            yield Finding(names, what, "remove them", partial(_remove, root, found, is_left))
    yield from _old_worktrees(root)
    yield from _airflow(root)


def _remove(root: Path, found: list[Path], is_left: Callable[[Path], bool]) -> str:
    gone = [path for path in found if is_left(path)]  # again: a process may have begun since
    for path in gone:
        with _alone(_lock_of(path)) as ours:
            if ours:
                shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    if any(path.parent.name == ".worktrees" for path in gone):
        programs.git(root, "worktree", "prune")
    return f"{len(gone)} removed"


def _is_over(worktree: Path) -> bool:
    """Its state is written last and removed first; tasks of the run hold its lock."""
    if worktree.with_name(f"{worktree.name}.json").exists():
        return False
    with _alone(_lock_of(worktree)) as ours:
        return ours


def _lock_of(worktree: Path) -> Path:
    return worktree.parent / ".locks" / f"{worktree.name}.lock"


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


def _is_partial(root: Path, path: Path) -> bool:
    """Whether the writer of a partial output or file is dead."""
    match = _PARTIAL.fullmatch(path.name)
    if match and match[2]:
        return not psutil.pid_exists(int(match[2]))
    return match is not None and not locks.is_held(root, path.with_name(match[1]))


def _is_draft(path: Path) -> bool:
    match = _DRAFT.fullmatch(path.name)
    return match is not None and not psutil.pid_exists(int(match[1]))


def _is_dead(file: Path) -> bool:
    with contextlib.suppress(OSError, ValueError, psutil.Error, OverflowError):
        return "airflow" not in " ".join(psutil.Process(int(file.read_text(encoding="utf-8"))).cmdline())
    return True


def _old_worktrees(root: Path) -> Iterator[Finding]:
    folders = [path for path in sorted(root.glob(".worktrees/*--*/")) if not _is_over(path)]
    if old := [one for one in folders if time.time() - one.stat().st_mtime > DAYS * 86_400]:
        names = few(str(one.relative_to(root)) for one in old)
        yield Finding(names, f"worktrees of runs, unchanged for {DAYS} days", "trigger the DAG clean_up")
    with contextlib.suppress(WorkspaceError):
        known = programs.git(root, "worktree", "list", "--porcelain").split("\n\n")
        if gone := [one.split("\n")[0].partition(" ")[2] for one in known if "\nprunable" in one]:
            what = "a worktree that git knows, but whose folder is gone"
            yield Finding(few(gone), what, "git worktree prune", partial(_prune, root))


def _prune(root: Path) -> str:
    programs.git(root, "worktree", "prune")
    return "git has forgotten them"


def _airflow(root: Path) -> Iterator[Finding]:
    home = settings.home(root)
    server = airflow.load(root)
    if server and not all(part.find() for part in server.parts):
        if any(part.processes() for part in server.parts):
            what = "some of its processes have ended, others run"
            yield Finding(".airflow", what, "dialogue-etl down, then up")
        else:
            what = "names processes of an Airflow that was killed"
            yield Finding(".airflow/server.json", what, "dialogue-etl down", partial(_stop, root))
    for name, what in (
        ("server.json", "the record of its processes"),
        ("secrets.json", "its secrets: passwords in Airflow's connections must be entered again"),
        ("passwords.json", "its password: the next start makes a new one"),
    ):
        path = home / name
        if path.is_file() and not _is_mapping(path):
            todo = "put it aside, then dialogue-etl up"
            yield Finding(f".airflow/{name}", f"damaged: {what}", todo, partial(put_aside, path))
    database, marker = home / "airflow.db", home / "migrated"
    if marker.exists() and not database.exists():
        todo = "restore a backup, or remove .airflow/migrated"
        what = "gone: the history of runs is lost"
        yield Finding(".airflow/airflow.db", what, todo, partial(_forget, marker))
    elif marker.exists() and (why := _unreadable(database)):
        todo = "dialogue-etl down, restore a backup; or put it aside and start with no history"
        yield Finding(".airflow/airflow.db", why, todo)


def _stop(root: Path) -> str:
    airflow.stop(root)
    return "removed"


def _is_mapping(path: Path) -> bool:
    with contextlib.suppress(OSError, ValueError):
        return isinstance(json.loads(path.read_text(encoding="utf-8")), dict)
    return False


def _forget(marker: Path) -> str:
    marker.unlink()
    return "the next start makes a new one"


def _unreadable(database: Path) -> str:
    """Why Airflow cannot use its database; empty if it can."""
    try:
        address = f"{database.as_uri()}?mode=ro"
        with contextlib.closing(sqlite3.connect(address, uri=True, timeout=1)) as opened:
            tables = opened.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    except sqlite3.DatabaseError as error:
        return "" if "locked" in str(error) else f"cannot be read: {error}"
    return "" if tables else "is empty"
