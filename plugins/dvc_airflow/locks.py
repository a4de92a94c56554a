"""File locks of the kernel, which are released when their holder ends, however that happens."""

import contextlib
import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path


@contextlib.contextmanager
def hold(
    path: Path, *, shared: bool = False, wait: bool = True, waiting: Callable[[], None] = lambda: None
) -> Iterator[bool]:
    """Hold a lock while the block runs; yields whether it is held, False only without `wait`.

    Args:
        path: Its file; created if missing, never removed here. To remove it, hold the lock.
        shared: Whether others may hold it shared, too.
        wait: Whether to wait until it is free.
        waiting: Called before waiting.
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
                waiting()
                fcntl.flock(file, kind)
            if os.fstat(file.fileno()).st_nlink:  # else it was removed before we had the lock: try again
                yield True
                return
