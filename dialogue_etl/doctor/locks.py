"""Locks of git and DVC whose holder is dead."""

import contextlib
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import psutil

from dialogue_etl.doctor import store
from dialogue_etl.doctor.findings import Finding, few

_RWLOCK = Path(".dvc/tmp/rwlock")
_HARDLINK = Path(".dvc/tmp/lock")
"""DVC's lock with `core.hardlink_lock`; the usual one is the kernel's and ends with its holder."""
_GIT_LOCKS = ("*.lock", "refs/**/*.lock", "worktrees/*/*.lock")
_OURS = "dvc_airflow.lock"  # of the kernel: never in the way


def check(root: Path) -> Iterator[Finding]:
    """Lock files that stop git and DVC although their holder is dead."""
    for program in ("git", "dvc"):
        if found := stale(root, program):
            names = few(str(lock.relative_to(root)) for lock in found)
            what = f"left by a {program} that was killed: {program} refuses to work"
            todo = f"remove it while no {program} is running"
            yield Finding(names, what, todo, partial(_remove, root, program))


def stale(root: Path, program: str) -> list[Path]:
    """Lock files in the way of git or dvc, if the program is not at work in the workspace or below it."""
    git = root / ".git"
    if program == "git":
        found = {lock for pattern in _GIT_LOCKS for lock in git.glob(pattern)} - {git / _OURS}
    else:
        pids = _holders(root)
        # DVC itself overlooks pids that do not exist, but not those that another program has got since.
        damaged = pids is None or any(psutil.pid_exists(pid) and not _is_dvc(pid) for pid in pids)
        found = {root / _RWLOCK} if damaged else set()
        if store.config(root, "core", "hardlink_lock").lower() == "true" and (root / _HARDLINK).is_file():
            found.add(root / _HARDLINK)
    return sorted(found) if found and not _runs(root, program) else []


def at_work(root: Path) -> list[int]:
    """Processes of DVC that read or write outputs of the workspace now."""
    return sorted({pid for pid in _holders(root) or () if _is_dvc(pid)})


def _holders(root: Path) -> list[int] | None:
    """The processes that DVC's list of holders names; None if it is damaged."""
    try:
        content = json.loads((root / _RWLOCK).read_text(encoding="utf-8"))
        readers = [one for several in content.get("read", {}).values() for one in several]
        return [int(one["pid"]) for one in (*content.get("write", {}).values(), *readers)]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _remove(root: Path, program: str) -> str:
    removed = stale(root, program)  # again: one may have begun since
    for lock in removed:
        lock.unlink(missing_ok=True)
    return f"{len(removed)} removed"


def _runs(root: Path, program: str) -> bool:
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
