"""One writer per output: a lock of the kernel, gone with the process that held it, however it ended.

By the standard library alone: importing `filelock` takes a quarter of a small stage's time (measured).
"""

import fcntl
import hashlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

FOLDER = Path(".dialogue-etl") / "locks"
"""Below the working directory, which is the workspace's for every stage."""

log = logging.getLogger("dialogue_etl")


@contextmanager
def hold(output: Path, *, wait: bool = True) -> Iterator[bool]:
    """Be the only process that writes an output; while another one does, say so once and wait.

    Child processes do not share the lock: of the kernel's two kinds it is the one that forks do not inherit.

    Yields:
        Whether it is held: False only without `wait`.

    Raises:
        OSError: the lock file can't be written.
    """
    path = lock_path(output)
    path.parent.mkdir(parents=True, exist_ok=True)
    # Kept when the lock is free again: removed, two processes could each hold a file of that name.
    with path.open("a") as file:
        held = _take(file)
        if wait and not held:
            log.info("%s is being written by another process: waiting for it to end", output)
            fcntl.lockf(file, fcntl.LOCK_EX)
        yield held or wait


def _take(file: IO[str]) -> bool:
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # which of them depends on the system
        return False
    return True


def lock_path(output: Path) -> Path:
    """The lock file of an output: readable, and another one for every folder."""
    digest = hashlib.sha256(str(output.resolve()).encode()).hexdigest()[:12]
    return FOLDER / f"{'-'.join(output.parts[-2:])[:100]}-{digest}.lock"
