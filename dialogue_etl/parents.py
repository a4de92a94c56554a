"""A process that ends with those that started it.

A killed dvc leaves its stage running, and a killed stage its workers: the next run would write beside them.
So a stage that DVC started is guarded by a small process that watches dvc and every shell in between, and a
worker watches its stage.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import psutil

from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

STAGE_VARIABLE = "DVC_STAGE"
"""What DVC sets for the commands of stages and for nothing else: neither for itself, nor for what
`dvc exp` starts to run itself in (that gets DVC_ROOT)."""

_EVERY_SECONDS = 0.25
_GRACE_SECONDS = 0.75
_KILLED = 128 + signal.SIGKILL


class StarterGoneError(DialogueEtlError):
    """The dvc that started this stage has ended already."""


@contextlib.contextmanager
def ending_with_dvc() -> Iterator[None]:
    """While the block runs, this process ends as soon as the dvc that started it does, and its workers too.

    Nothing is watched where DVC did not start it: what a person runs with `nohup` outlives their shell.
    Enter before there are threads and locks, of which the guard would get copies.

    Raises:
        StarterGoneError: that dvc has ended already.
    """
    if STAGE_VARIABLE not in os.environ:
        yield
        return
    guard = _start_guard(starters())
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError, ChildProcessError):
            os.kill(guard, signal.SIGKILL)
            os.waitpid(guard, 0)


def end_with(pid: int, created: float) -> None:
    """From now on this process ends as soon as another one does; for workers.

    Args:
        pid: of the other process.
        created: when it was made, as psutil says: pids are given anew.
    """
    try:
        other = psutil.Process(pid)
    except psutil.NoSuchProcess:
        os._exit(_KILLED)
    if other.create_time() != created:
        os._exit(_KILLED)
    threading.Thread(target=_end_after, args=(other,), name="parents", daemon=True).start()


def starters() -> list[psutil.Process]:
    """The processes between this one and the dvc that started it, nearest first; dvc is the last.

    DVC sets its variable for what it starts but not for itself, so dvc is the first ancestor without it.

    Raises:
        StarterGoneError: dvc has ended, so in its place is whoever adopts orphans.
    """
    started = psutil.Process()
    found = []
    for ancestor in started.parents():
        found.append(ancestor)
        # macOS shows the environment of its own programs, such as /bin/sh, to nobody: those come between.
        environment = _environment(ancestor)
        if environment and STAGE_VARIABLE not in environment:
            if _adopts_orphans(ancestor, started):
                break
            return found
        started = ancestor
    raise StarterGoneError(f"{os.environ[STAGE_VARIABLE]}: the dvc that started this stage has ended")


def _environment(process: psutil.Process) -> dict[str, str]:
    with contextlib.suppress(psutil.Error, OSError):
        return process.environ()
    return {}


def _adopts_orphans(ancestor: psutil.Process, started: psutil.Process) -> bool:
    """Whether an ancestor is not the one that started the process below it.

    DVC starts a command in its own session. Whoever adopts orphans is in another; or it is the first
    process of a container, which may be dvc itself.
    """
    with contextlib.suppress(OSError, psutil.Error):
        if os.getsid(ancestor.pid) == os.getsid(started.pid):
            return ancestor.pid == 1 and not _is_dvc(ancestor)
    return True


def _is_dvc(process: psutil.Process) -> bool:
    return "dvc" in {Path(word).name for word in process.cmdline()[:3]}


def _start_guard(watched: Sequence[psutil.Process]) -> int:
    """A process that ends this one when one of those watched is gone; its pid.

    A thread would not do: sorting a vocabulary of three million words kept one waiting for eight seconds
    (measured). A forked process costs next to nothing and waits for nobody.
    """
    stage = psutil.Process()
    guard = os.fork()
    if guard:
        return guard
    try:
        _detach()
        _guard(stage, watched)
    finally:
        os._exit(0)


def _detach() -> None:
    """Hold nobody's output open; leave signals sent to the whole group to the stage."""
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, signal.SIG_IGN)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(null, descriptor)


def _guard(stage: psutil.Process, watched: Sequence[psutil.Process]) -> None:
    while os.getppid() == stage.pid:
        if not all(_lives(process) for process in watched):
            _end(stage)
            return
        time.sleep(_EVERY_SECONDS)


def _end(process: psutil.Process) -> None:
    """End a process and all it started: asked first, so that it cleans up, killed soon after."""
    own = os.getpid()
    with contextlib.suppress(psutil.NoSuchProcess):
        process.terminate()
        deadline = time.monotonic() + _GRACE_SECONDS
        while _lives(process) and time.monotonic() < deadline:
            time.sleep(_EVERY_SECONDS / 5)
        started = [child for child in process.children(recursive=True) if child.pid != own]
        process.kill()
        for child in started:
            with contextlib.suppress(psutil.NoSuchProcess):
                child.kill()


def _end_after(other: psutil.Process) -> NoReturn:
    while _lives(other):
        time.sleep(_EVERY_SECONDS)
    os._exit(_KILLED)


def _lives(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False
