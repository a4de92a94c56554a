"""Processes that end with those who started them, and what is left of those that did not.

A killed task would leave dvc running and a killed dvc its stage, and the retry would write beside them. Linux
kills a process with its parent if it asks (prctl(2), PR_SET_PDEATHSIG): a task asks when it begins, a program
that it starts before it is executed, and commands such as `dialogue-etl` when they begin. A command that does
not ask is found by the mark in its environment before the stage is tried again.
"""

import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import psutil

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


def end_leftovers(worktree: Path, stage: str | None = None) -> None:
    """Kill what an earlier, killed try left running in a worktree, or of one stage in it."""
    ours = [psutil.Process(), *psutil.Process().parents()]
    left = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):  # another user's, or gone
            env = process.environ()
            if (
                env.get(RUN_MARK) == str(worktree)
                and stage in {None, env.get(STAGE_MARK)}
                and process not in ours
            ):
                process.kill()
                left.append(process)
    psutil.wait_procs(left, timeout=GRACE)
