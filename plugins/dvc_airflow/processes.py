"""Processes that end with those who started them, and what is left of those that did not.

A killed task would leave dvc running and a killed dvc its stage, and the retry would write beside them. Linux
kills a process with its parent if it asks (prctl(2), PR_SET_PDEATHSIG): a task asks when it begins, a program
that it starts before it is executed, and commands such as `dialogue-etl` when they begin. A command that does
not ask is found by the mark in its environment before the stage is tried again.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import sys
from typing import TYPE_CHECKING

import psutil

from dvc_airflow.locks import hold
from dvc_airflow.yaml_files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

RUN_MARK = "DVC_AIRFLOW_WORKTREE"
"""Environment variable of everything a stage starts: its worktree."""
STAGE_MARK = "DVC_AIRFLOW_STAGE"
GRACE = 10
"""Seconds between SIGTERM and SIGKILL. Airflow kills a task it ends after 5, and all goes with it at once."""

_PR_SET_PDEATHSIG = 1  # <linux/prctl.h>
# Loaded now: nothing is imported between fork and exec.
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent(parent: int) -> None:
    """From now on the kernel kills this process, not its children, when the thread that started it ends.

    If `parent`, the pid of who started it, is not the parent any more, it ends at once. Linux only.
    """
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)


def dying_with_us() -> Callable[[], None]:
    """For `subprocess`'s `preexec_fn`: the program is killed when this thread or process ends."""
    parent = os.getpid()
    return lambda: die_with_parent(parent)


def end_with_supervisor() -> None:
    """From now on this task is killed as soon as the process of Airflow's that watches over it ends.

    Airflow would start it again while it goes on. Does nothing where a task has no process of its own, as in
    `dag.test()`: there the parent is a person's shell or pytest.
    """
    from airflow.sdk.execution_time import task_runner  # noqa: PLC0415 - only in tasks
    from airflow.sdk.execution_time.comms import CommsDecoder  # noqa: PLC0415

    if isinstance(getattr(task_runner, "SUPERVISOR_COMMS", None), CommsDecoder):
        die_with_parent(os.getppid())


def end_session(leader: int, sign: signal.Signals) -> None:
    """Send a signal to the process group of a program started with `start_new_session`."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, sign)


def at_work(worktree: Path, stage: str | None = None) -> list[psutil.Process]:
    """The processes of a worktree, or of one stage in it."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):  # another user's, or gone
            env = process.environ()
            if env.get(RUN_MARK) == str(worktree) and stage in {None, env.get(STAGE_MARK)}:
                found.append(process)
    return found


def end_leftovers(worktree: Path, stage: str | None = None) -> None:
    """Kill what an earlier, killed try left running in a worktree, or of one stage in it."""
    ours = [psutil.Process(), *psutil.Process().parents()]
    left = [process for process in at_work(worktree, stage) if process not in ours]
    for process in left:
        with contextlib.suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(left, timeout=GRACE)


def forget_dead_holders(worktree: Path) -> None:
    """Drop from `.dvc/tmp/rwlock`, DVC's list of readers and writers, who is no process of this worktree.

    DVC drops pids that do not exist, but in a container that starts anew the same numbers come again. And it
    writes the list in place: one cut short by a kill would stop every later dvc, so it is emptied.
    """
    path = worktree / ".dvc" / "tmp" / "rwlock"
    if not path.exists():
        return
    with hold(path.with_name("rwlock.lock")):  # DVC's own, of the same kind
        living = {process.pid for process in at_work(worktree)}
        try:
            listed = json.loads(path.read_text(encoding="utf-8"))
            read = {
                file: [holder for holder in holders if holder["pid"] in living]
                for file, holders in listed.get("read", {}).items()
            }
            write = {file: of for file, of in listed.get("write", {}).items() if of["pid"] in living}
        except (ValueError, AttributeError, TypeError, KeyError):
            read, write = {}, {}
        write_whole(path, json.dumps({"read": {file: of for file, of in read.items() if of}, "write": write}))
