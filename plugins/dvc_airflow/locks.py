"""Locks of the kernel: whatever kills their holder, they are free the moment it is gone."""

from __future__ import annotations

import contextlib
import fcntl
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@contextlib.contextmanager
def hold(
    path: Path, *, shared: bool = False, wait: bool = True, waiting: Callable[[], None] | None = None
) -> Iterator[bool]:
    """Hold a lock while the block runs.

    Args:
        path: Its file; made when it is not there, never removed here. Who removes one must hold it.
        shared: Whether others may hold it shared, too.
        wait: Whether to wait for its holder.
        waiting: Called once when there is one to wait for.

    Yields:
        Whether it is held; False only without `wait`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    while True:
        with path.open("a") as file:  # not inherited by programs that we start
            try:
                fcntl.flock(file, kind | fcntl.LOCK_NB)
            except BlockingIOError:
                if not wait:
                    yield False
                    return
                if waiting:
                    waiting()
                    waiting = None
                fcntl.flock(file, kind)
            if _is_still(path, file.fileno()):
                yield True
                return


def _is_still(path: Path, handle: int) -> bool:
    """Whether the file we hold is the one at its path: cleaning up may have removed it before we had it."""
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False
