"""What every stage does around its work: end with dvc, lock its output, clean up, explain disk errors."""

import errno
import fcntl
import glob
import multiprocessing
import os
import shutil
import signal
import tempfile
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
_RESERVE = 4_000_000
"""Bytes that must be left for what DVC writes after a stage: dvc.lock, its lists, locks and databases.

It writes them in place: on a full disk it leaves empty ones, which the next `dvc repro` cannot read. For the
sample's 41 stages in one language they take 0.6 MB, most of it SQLite's.
"""
_FICLONE = 0x40049409
"""ioctl_ficlone(2): a file that shares the blocks of another one; how DVC copies where it can."""


class NotWritableError(DialogueEtlError):
    """The disk is full or not writable; the message names the path and the cause."""


@contextmanager
def writing(output: Path, metrics: Path | None = None) -> Iterator[None]:
    """The context of a stage's work, so that after any interruption the next run can go on.

    The stage ends with the dvc that started it, is the only writer of its output, cleans up when it is
    terminated, and leaves DVC the room to record its output.

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
        try:
            _require_room(output)
        except OSError:
            discard(output, metrics)
            raise


def discard(output: Path, metrics: Path | None) -> None:
    """Remove what a stage wrote, which DVC must not record."""
    if metrics:
        metrics.unlink(missing_ok=True)
    shutil.rmtree(output, ignore_errors=True)


def _require_room(output: Path) -> None:
    """Require what DVC needs on the disk of an output to record it.

    With too little room for the copy in its cache DVC 3 records the output all the same, and succeeds: a
    version without its data. A cache on another disk is not looked at.

    Raises:
        OSError: the disk is full.
    """
    files = [path for path in output.rglob("*") if path.is_file()]
    free, size = shutil.disk_usage(output).free, sum(path.stat().st_size for path in files)
    if free < _RESERVE or (free < _RESERVE + size and not _shares_blocks(files[0])):
        raise OSError(errno.ENOSPC, "too little room for DVC", str(output))


def _shares_blocks(file: Path) -> bool:
    """Whether a copy of a file on its disk takes no room."""
    with file.open("rb") as original, tempfile.TemporaryFile(dir=file.parent) as copy:
        try:
            fcntl.ioctl(copy, _FICLONE, original.fileno())
        except OSError:
            return False
        return True


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
