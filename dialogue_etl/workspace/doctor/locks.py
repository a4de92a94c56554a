"""Locks of git and DVC whose holder is dead."""

import contextlib
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psutil

from dialogue_etl.workspace.doctor import config
from dialogue_etl.workspace.doctor.findings import Finding, few, put_aside

_RWLOCK = Path(".dvc/tmp/rwlock")
_GIT_LOCKS = ("*.lock", "refs/**/*.lock", "worktrees/*/*.lock")
_OURS = "dvc_airflow.lock"  # of the kernel: never in the way


def check(root: Path) -> Iterator[Finding]:
    """Lock files that stop git and DVC although their holder is dead."""
    yield from _rwlock(root)
    yield from _hardlinks(root)
    if locks := git_locks(root):
        names = few(str(lock.relative_to(root)) for lock in locks)
        what = "left by a git that was killed: git refuses to write"
        yield Finding(names, what, "remove them while no git is running", partial(_unlock_git, root))


def at_work(root: Path) -> list[int]:
    """Processes of DVC that read or write outputs of the workspace now."""
    return sorted({int(one["pid"]) for one in _holders(_read(root) or {}) if _is_dvc(int(one["pid"]))})


def _rwlock(root: Path) -> Iterator[Finding]:
    path = root / _RWLOCK
    if not path.is_file():
        return
    if (content := _read(root)) is None:
        what = "is damaged: no DVC command works" if path.stat().st_size else "is empty: no DVC command works"
        mend = None if _dvc_runs(root) else lambda: f"put aside as {put_aside(path).name}"
        yield Finding(str(_RWLOCK), what, "remove it while no dvc is running", mend)
        return
    # DVC itself overlooks pids that do not exist, but not those that another program has got since.
    foreign = [int(one["pid"]) for one in _holders(content) if not _is_dvc(int(one["pid"]))]
    if living := sorted({pid for pid in foreign if psutil.pid_exists(pid)}):
        what = f"names as holders processes that are not dvc ({few(map(str, living))}): outputs count as busy"
        todo = "remove it while no dvc is running"
        yield Finding(str(_RWLOCK), what, todo, None if _dvc_runs(root) else partial(_remove, path))


def _read(root: Path) -> dict[str, Any] | None:
    """The list of holders; None if it is damaged."""
    try:
        content = json.loads((root / _RWLOCK).read_text(encoding="utf-8"))
        [int(one["pid"]) for one in _holders(content)]
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    return dict(content)


def _holders(content: dict[str, Any]) -> list[dict[str, Any]]:
    readers = [one for several in content.get("read", {}).values() for one in several]
    return [*content.get("write", {}).values(), *readers]


def _hardlinks(root: Path) -> Iterator[Finding]:
    """DVC's lock with `core.hardlink_lock`; the usual one is the kernel's and ends with its holder."""
    path = root / ".dvc/tmp/lock"
    if config.value(root, "core", "hardlink_lock").lower() != "true" or not path.is_file():
        return
    if not _dvc_runs(root):
        what = "left by a dvc that was killed (core.hardlink_lock)"
        yield Finding(".dvc/tmp/lock", what, "remove it while no dvc is running", partial(_remove, path))


def git_locks(root: Path) -> list[Path]:
    """Lock files of git, if no git is at work in the workspace."""
    folder = root / ".git"
    found = sorted({lock for pattern in _GIT_LOCKS for lock in folder.glob(pattern)} - {folder / _OURS})
    return [] if not found or _runs(root, "git") else found


def _unlock_git(root: Path) -> str:
    removed = git_locks(root)  # again: a git may have begun since
    for lock in removed:
        lock.unlink(missing_ok=True)
    return f"{len(removed)} lock files removed"


def _remove(path: Path) -> str:
    path.unlink(missing_ok=True)
    return "removed"


def _dvc_runs(root: Path) -> bool:
    return _runs(root, "dvc")


def _runs(root: Path, program: str) -> bool:
    """Whether git or dvc is at work in the workspace or below it."""
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):  # another user's, or gone
            names = process.name().startswith(program) or (program == "dvc" and _is_dvc(process.pid))
            if names and Path(process.cwd()).is_relative_to(root.resolve()):
                return True
    return False


def _is_dvc(pid: int) -> bool:
    with contextlib.suppress(psutil.Error):
        process = psutil.Process(pid)
        # Started as a program, as a module, or by Airflow's tasks with its code in an argument.
        words = process.cmdline()[:3]
        return process.status() != psutil.STATUS_ZOMBIE and any("dvc" in Path(w).name for w in words)
    return False
