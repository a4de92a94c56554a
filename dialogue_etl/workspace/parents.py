"""Ends a stage together with the dvc process that started it.

If dvc is killed its stage would go on, and the next dvc would start a second one beside it.
"""

import contextlib
import ctypes
import os
import select
import signal
import sys
import threading
from pathlib import Path
from typing import NoReturn

from dialogue_etl.errors import DialogueEtlError

STAGE_VARIABLE = "DVC_STAGE"
"""Set by DVC for the commands of stages only: not for its own processes, such as those of `dvc exp`."""

_PR_SET_PDEATHSIG = 1  # <linux/prctl.h>


class StarterGoneError(DialogueEtlError):
    """The dvc that started this stage has ended already."""


def end_with_dvc() -> None:
    """Have this process killed when the dvc that started it ends, or a shell between them.

    Does nothing if DVC did not start this process: what a person starts with `nohup` outlives their shell.
    Linux only.

    Raises:
        StarterGoneError: that dvc has ended already.
    """
    if STAGE_VARIABLE not in os.environ or sys.platform != "linux":
        return
    parent, dvc = os.getppid(), _starter()
    try:
        ended = os.pidfd_open(dvc)
        # A process is in its parent's session unless it made its own; orphans get a parent of another one.
        gone = os.getsid(dvc) != os.getsid(0) != os.getpid()
    except ProcessLookupError:
        gone = True
    # The kernel kills us with our parent, see prctl(2): with dvc, if the shell replaced itself by exec.
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if gone or os.getppid() != parent:
        raise StarterGoneError(f"{os.environ[STAGE_VARIABLE]}: the dvc that started this stage has ended")
    if dvc != parent:  # as with Debian's sh
        threading.Thread(target=_end_after, args=(ended,), name="end with dvc", daemon=True).start()


def _starter() -> int:
    """Pid of the dvc that started us: the first ancestor without the variable that it sets for commands."""
    pid = os.getppid()
    while f"\0{STAGE_VARIABLE}=".encode() in b"\0" + _read(pid, "environ"):
        pid = int(_read(pid, "stat").rpartition(b")")[2].split()[1])
    return pid


def _read(pid: int, name: str) -> bytes:
    with contextlib.suppress(OSError):  # another user's, or gone
        return Path(f"/proc/{pid}/{name}").read_bytes()
    return b""


def _end_after(ended: int) -> NoReturn:
    """Wait until a process has ended (pidfd_open(2)), then kill this one."""
    select.select([ended], [], [])
    os.kill(os.getpid(), signal.SIGKILL)
    raise SystemExit  # not reached
