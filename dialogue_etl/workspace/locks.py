"""A lock per output, held by the kernel, so that it ends with its process, however that ends.

With the standard library only: importing `filelock` takes a quarter of a small stage's time (measured).
"""

import fcntl
import hashlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

FOLDER = Path(".dialogue-etl") / "locks"
"""Relative to the working directory, which is the workspace in every stage."""

log = logging.getLogger("dialogue_etl")


@contextmanager
def hold(output: Path, *, wait: bool = True) -> Iterator[bool]:
    """Hold the lock of an output; if another process holds it, log that once and wait.

    Child processes do not inherit it (lockf, not flock).

    Yields:
        Whether the lock is held; always true with `wait`.

    Raises:
        OSError: the lock file can't be written.
    """
    path = lock_path(output)
    path.parent.mkdir(parents=True, exist_ok=True)
    # The file is never removed: else two processes could each lock a file of that name.
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


def is_held(root: Path, output: Path) -> bool:
    """Whether a process holds the lock of an output of a workspace."""
    path = root / lock_path(output)
    if not path.is_file():
        return False
    with path.open("a") as file:
        return not _take(file)


def lock_path(output: Path) -> Path:
    """The lock file of an output, named by the end of its path and a hash of all of it."""
    digest = hashlib.sha256(str(output.resolve()).encode()).hexdigest()[:12]
    return FOLDER / f"{'-'.join(output.parts[-2:])[:100]}-{digest}.lock"
