"""What every command of a stage does around its work: it ends with dvc, writes alone, cleans up, explains."""

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

from dialogue_etl import locks, parents
from dialogue_etl.errors import DialogueEtlError

_ADVICE = {
    errno.ENOSPC: "free some, then run this again",
    errno.EDQUOT: "free some of it, then run this again",
    errno.EFBIG: "raise the limit (ulimit -f), then run this again",
    errno.EROFS: "make it writable, then run this again",
    **dict.fromkeys((errno.EACCES, errno.EPERM), "make it writable for this user, then run this again"),
}
"""Errors that are the machine's, not the program's, and what people can do about them."""


class NotWritableError(DialogueEtlError):
    """The disk is full or does not let us write; the message names the path and the cause."""


@contextmanager
def writing(output: Path, metrics: Path | None = None) -> Iterator[None]:
    """Around all that a stage does, from the first import: whatever interrupts it, the next run can go on.

    The stage ends with the dvc that started it, is the only writer of its output, and cleans up when asked
    to end.

    Args:
        output: folder it writes.
        metrics: file it writes beside.

    Raises:
        NotWritableError: the disk is full, or does not let us write.
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
    """Turn a full disk and its like into a sentence.

    Args:
        path: what is being written, for errors that do not say.

    Raises:
        NotWritableError: instead.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in _ADVICE:
            raise
        named = os.fsdecode(error.filename) if isinstance(error.filename, (str, bytes)) else path
        place = f"{named}: " if named else ""
        cause = os.strerror(error.errno)
        raise NotWritableError(f"{place}{cause}: {_ADVICE[error.errno]}") from error


@contextmanager
def _ending_cleanly() -> Iterator[None]:
    """SIGTERM and Ctrl-C unwind the stage, which removes what it has begun; a second Ctrl-C ends it."""
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
    # Whoever ends a group of processes may ask twice; a person's second Ctrl-C means it.
    signal.signal(sign, signal.SIG_DFL if sign == signal.SIGINT else signal.SIG_IGN)
    # Workers first: they would go on writing into what is being removed.
    for worker in multiprocessing.active_children():
        worker.kill()
    raise SystemExit(128 + sign)


def sweep_abandoned(folder: Path) -> None:
    """Remove the outputs that killed stages had begun, below a folder, and that nobody writes now.

    A stage sweeps its own; but DVC may bring an output back from its cache without running the stage.
    """
    for partial in list(folder.rglob(".*.partial")):
        output = partial.with_name(partial.name.removeprefix(".").removesuffix(".partial"))
        with locks.hold(output, wait=False) as ours:
            if ours:
                _sweep(output)


def _sweep(path: Path) -> None:
    """Remove what a killed run began to write; nobody else is at it now."""
    for partial in path.parent.glob(f".{glob.escape(path.name)}.*partial"):
        if partial.is_dir():
            shutil.rmtree(partial, ignore_errors=True)
        else:
            partial.unlink(missing_ok=True)
