"""What every stage does around its work: end with dvc, lock its output, clean up, explain disk errors."""

import errno
import glob
import multiprocessing
import os
import shutil
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

from dialogue_etl.errors import DOCTOR, DialogueEtlError
from dialogue_etl.workspace import locks, parents

_ADVICE = {
    errno.ENOSPC: "free some, then run this again",
    errno.EDQUOT: "free some of it, then run this again",
    errno.EFBIG: "raise the limit (ulimit -f), then run this again",
    errno.EROFS: "make it writable, then run this again",
    **dict.fromkeys((errno.EACCES, errno.EPERM), "make it writable for this user, then run this again"),
}
"""Errors of the machine, not the program, and what users can do about them."""


class NotWritableError(DialogueEtlError):
    """The disk is full or not writable; the message names the path and the cause."""


@contextmanager
def writing(output: Path, metrics: Path | None = None) -> Iterator[None]:
    """The context of a stage's work, so that after any interruption the next run can go on.

    The stage ends with the dvc that started it, is the only writer of its output, and cleans up when it is
    terminated.

    Args:
        output: folder that it writes.
        metrics: file that it writes, if any.

    Raises:
        NotWritableError: the disk is full or not writable.
        StarterGoneError: the dvc that started it has ended already.
    """
    parents.end_with_dvc()
    with ExitStack() as around:
        around.enter_context(_ending_cleanly())
        around.enter_context(explaining(output))
        around.enter_context(locks.hold(output))
        for path in filter(None, (output, metrics)):
            _sweep(path)
        yield


@contextmanager
def explaining(path: Path | None = None) -> Iterator[None]:
    """Turn errors of the disk, such as a full one, into a message with advice.

    Args:
        path: what is being written, for errors that do not name a file.

    Raises:
        NotWritableError: instead of the OSError.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in _ADVICE:
            raise
        named = os.fsdecode(error.filename) if isinstance(error.filename, (str, bytes)) else path
        place = f"{named}: " if named else ""
        cause = os.strerror(error.errno)
        raise NotWritableError(f"{place}{cause}: {_ADVICE[error.errno]}. {DOCTOR}") from error


@contextmanager
def _ending_cleanly() -> Iterator[None]:
    """On SIGTERM and Ctrl-C unwind the stage, which removes its partial outputs; a second Ctrl-C kills it."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set handlers
        return
    before = {}
    for sign in (signal.SIGTERM, signal.SIGINT):
        if signal.getsignal(sign) is not signal.SIG_IGN:  # as in the background of a script
            before[sign] = signal.signal(sign, _unwind)
    try:
        yield
    finally:
        for sign, handler in before.items():
            signal.signal(sign, handler)


def _unwind(sign: int, _frame: FrameType | None) -> NoReturn:
    # SIGTERM may come twice, from those that end a process group; a second Ctrl-C is meant.
    signal.signal(sign, signal.SIG_DFL if sign == signal.SIGINT else signal.SIG_IGN)
    # Workers first: else they would go on writing into folders that are being removed.
    for worker in multiprocessing.active_children():
        worker.kill()
    raise SystemExit(128 + sign)


def sweep_abandoned(folder: Path) -> None:
    """Remove partial outputs of killed stages below a folder, unless another process is writing them.

    A stage removes its own, but DVC may restore an output from its cache without running the stage.
    """
    for partial in list(folder.rglob(".*.partial")):
        output = partial.with_name(partial.name.removeprefix(".").removesuffix(".partial"))
        with locks.hold(output, wait=False) as ours:
            if ours:
                _sweep(output)


def _sweep(path: Path) -> None:
    """Remove the partial output of a killed run; the caller holds the lock."""
    for partial in path.parent.glob(f".{glob.escape(path.name)}.*partial"):
        if partial.is_dir():
            shutil.rmtree(partial, ignore_errors=True)
        else:
            partial.unlink(missing_ok=True)
