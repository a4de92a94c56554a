"""DVC's list of who reads and writes which path, freed of those who are gone."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import psutil

from dvc_airflow.locks import hold
from dvc_airflow.processes import RUN_MARK

if TYPE_CHECKING:
    from pathlib import Path


def forget_dead_holders(worktree: Path) -> None:
    """Drop from `.dvc/tmp/rwlock` whoever is no process of this worktree any more.

    DVC drops pids that do not exist, but in a container that starts anew the same numbers come again. And it
    writes the list in place: one cut short by a kill would stop every later dvc, so it is removed.
    """
    path = worktree / ".dvc" / "tmp" / "rwlock"
    if not path.exists():
        return
    with hold(path.with_name("rwlock.lock")):  # DVC's own, of the same kind
        try:
            listed = json.loads(path.read_text(encoding="utf-8"))
            read = {file: _living(worktree, of) for file, of in listed.get("read", {}).items()}
            write = {file: of for file, of in listed.get("write", {}).items() if _living(worktree, [of])}
        except (ValueError, AttributeError, TypeError, KeyError):
            read, write = {}, {}
        kept = {"read": {file: holders for file, holders in read.items() if holders}, "write": write}
        temporary = path.with_name(f".{path.name}.{os.getpid()}")
        temporary.write_text(json.dumps(kept), encoding="utf-8")
        temporary.replace(path)


def _living(worktree: Path, holders: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [holder for holder in holders if _works_in(worktree, holder["pid"])]


def _works_in(worktree: Path, pid: int) -> bool:
    try:
        return psutil.Process(pid).environ().get(RUN_MARK) == str(worktree)
    except (psutil.Error, OSError):  # gone, or another user's: none that works here
        return False
