"""Nothing outlives the one that started it: a process that dies with its parent, and a guard over others.

A killed task leaves dvc running, and a killed dvc its stage; the retry would then write beside them. So
between a task and dvc stands a guard, this file run as a program: `python -I -S guard.py GRACE LOCK COMMAND`.
When the command ends, or the task does, the guard kills all that is left below it, also what made a session
of its own. It is no thread, which would be killed with the task, and no mere fork of the task, which may have
threads and copies of their locks. It imports only what comes with Python: 0.02 s of CPU (measured).

Where there is no prctl (macOS, BSD), nobody adopts what leaves dvc's group; such leftovers are found by the
mark in their environment (`stage.end_leftovers`).
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import select
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Sequence

# From <linux/prctl.h>; see prctl(2).
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_LINUX = sys.platform.startswith("linux")
_LIBC = ctypes.CDLL(None) if _LINUX else None  # now, not between fork and exec
_ASKED = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_EVERY_SECONDS = 0.2
_NOT_STARTED = 127
"""What shells return for a program that is not there."""


def die_with_parent(parent: int | None = None) -> None:
    """From now on this process is killed when the thread that started it ends, or its parent; Linux only.

    The kernel forgets it when this process starts a setuid program; children forked later have it not. Safe
    between fork and exec: `subprocess.run(…, preexec_fn=partial(die_with_parent, os.getpid()))`.

    Args:
        parent: Who started this process: if that is not the parent, it has ended already, and so do we.
            When it is not known, a parent in another session is a stranger who adopts orphans, for a process
            is in its parent's session unless it makes one.
    """
    if not _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL):
        return
    if _is_orphan(parent):
        os.kill(os.getpid(), signal.SIGKILL)


def _is_orphan(parent: int | None) -> bool:
    now = os.getppid()
    if parent:
        return now != parent
    session = os.getsid(0)
    if session == os.getpid() or now == 0:  # ours alone, or given from outside the container
        return False
    with contextlib.suppress(ProcessLookupError):  # gone this moment, so we will be
        return os.getsid(now) != session
    return False


def _prctl(option: int, value: int) -> bool:
    """Whether the kernel has this option and took the value."""
    return _LIBC is not None and bool(_LIBC.prctl(option, value, 0, 0, 0) == 0)


def guard(command: Sequence[str], grace: float) -> int:
    """Run a command; when it or our starter ends, end all that is left below us.

    Our standard input must be a pipe of the starter's into which it never writes: it is closed when the
    starter ends, however that comes. SIGTERM is passed on to everything below; what has not ended after
    `grace` seconds is killed.

    Returns:
        The command's status as of waitpid; also when it was killed because the starter had ended.
    """
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    woken = _wake_on_signals()
    first = _start(command)
    status: int | None = None
    deadline: float | None = None
    while True:
        others, ended = _reap(first)
        status = status if ended is None else ended
        if status is not None and (deadline is None or not others):
            break
        if deadline is not None and time.monotonic() > deadline:
            break
        orphaned, asked = _look(woken, None if deadline is None else _EVERY_SECONDS)
        if orphaned:
            break
        if asked and deadline is None:
            deadline = time.monotonic() + grace
            _signal(first, signal.SIGTERM)
    killed = _kill_all(first)
    return killed if status is None else status


def _wake_on_signals() -> int:
    """A descriptor that can be read once a child ended or we were asked to end."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    for sign in (signal.SIGCHLD, *_ASKED):
        signal.signal(sign, lambda *_: None)
    return reading


def _start(command: Sequence[str]) -> int:
    """Start the command in a session of its own; it dies with us, and holds neither our input nor our lock.

    Returns:
        Its pid.
    """
    ours = os.getpid()
    pid = os.fork()
    if pid:
        return pid
    try:
        os.setsid()
        die_with_parent(ours)
        signal.set_wakeup_fd(-1)
        # Python ignores these, and what is ignored stays so in a new program.
        for sign in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(sign, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.execvp(command[0], list(command))  # noqa: S606 - a shell has no part in this
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
    finally:
        os._exit(_NOT_STARTED)


def _look(woken: int, seconds: float | None) -> tuple[bool, bool]:
    """Wait for something to happen; whether the starter ended, whether we were asked to end."""
    ready, _, _ = select.select([0, woken], [], [], seconds)
    signs: set[int] = set()
    with contextlib.suppress(BlockingIOError):
        signs = set(os.read(woken, 4096))
    return 0 in ready and not os.read(0, 1), bool(signs.intersection(_ASKED))


def _reap(first: int, flags: int = os.WNOHANG) -> tuple[bool, int | None]:
    """Take leave of children that ended; whether there are others, and the first one's status if it ended."""
    status = None
    while True:
        try:
            pid, now = os.waitpid(-1, flags)
        except ChildProcessError:
            return False, status
        if pid == 0:
            return True, status
        status = now if pid == first else status
        flags = os.WNOHANG


def _kill_all(first: int) -> int:
    """Kill until nothing is left; the first one's status, if it had not ended before.

    What loses its parent becomes our child, so without children nothing is below us. (A process of another
    user, which we may not kill, is waited for.)
    """
    status = 0
    left = True
    while left:
        _signal(first, signal.SIGKILL)
        left, ended = _reap(first, 0)
        status = status if ended is None else ended
    return status


def _signal(first: int, sign: signal.Signals) -> None:
    """Send a signal to all below us; to the first one's group where the system lists no processes."""
    if not _LINUX:
        with contextlib.suppress(OSError):
            os.killpg(first, sign)
    for pid in _below():
        with contextlib.suppress(OSError):
            os.kill(pid, sign)


def _below() -> list[int]:
    """Pids of our children, their children and so on, from /proc (see proc(5)); empty where it is not."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # gone meanwhile
            # After the name, which may hold anything, come the state and the parent.
            parent = int((folder / "stat").read_bytes().rpartition(b")")[2].split()[1])
            children.setdefault(parent, []).append(int(folder.name))
    found = list(children.get(os.getpid(), ()))
    for pid in found:
        found += children.get(pid, ())
    return found


def _end_as(status: int) -> NoReturn:
    """End as the command did: with its exit code, or by its signal."""
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # if there is a core to be dumped, it is not ours
        with contextlib.suppress(OSError, ValueError):  # SIGKILL
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code if code >= 0 else 128 - code)


def main(arguments: Sequence[str]) -> NoReturn:
    """What the first lines of this file say.

    Args:
        arguments: Seconds of grace, descriptor of a lock to hold until nothing is left, and the command.
    """
    grace, lock, *command = arguments
    os.set_inheritable(int(lock), False)
    _end_as(guard(command, float(grace)))


if __name__ == "__main__":
    main(sys.argv[1:])
