"""Makes processes end with their parents, and kills those that did not.

Else a killed task would leave dvc running and a killed dvc its stage, and the retry would write next to them.
Linux kills a process with its parent on request (prctl(2), PR_SET_PDEATHSIG): tasks request it when they
begin, programs that they start before exec, and commands such as `dialogue-etl` when they begin. Other
commands are found by a variable in their environment before the stage is tried again.
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
"""Environment variable with the worktree, of all processes that a stage starts."""
STAGE_MARK = "DVC_AIRFLOW_STAGE"
GRACE = 10
"""Seconds between SIGTERM and SIGKILL. A task that Airflow ends is killed after 5, with all its processes."""

_PR_SET_PDEATHSIG = 1  # <linux/prctl.h>
# Loaded now: nothing is imported between fork and exec.
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent(parent: int) -> None:
    """Let the kernel kill this process, not its children, when the thread that started it ends.

    If the process with the pid `parent` has ended already, kill this one immediately. Linux only.
    """
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)


def dying_with_us() -> Callable[[], None]:
    """A `preexec_fn` for `subprocess`: the program is killed when this thread or process ends."""
    parent = os.getpid()
    return lambda: die_with_parent(parent)


def end_with_supervisor() -> None:
    """Let this task be killed when Airflow's process that supervises it ends.

    Else Airflow would start it again while it still runs. Does nothing if the task has no process of its own,
    as in `dag.test()`: there the parent is a shell or pytest.
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
    """Kill processes that an earlier try left running in a worktree, or only those of one stage."""
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
