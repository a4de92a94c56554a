"""One writer per output: a lock of the kernel, gone with the process that held it, however it ended."""

from __future__ import annotations

import fcntl
import hashlib
import json
import logging
import os
import socket
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(".dialogue-etl") / "locks"
"""Below the working directory, which is the workspace's for every stage."""

log = logging.getLogger("dialogue_etl")


@contextmanager
def only_writer(output: Path) -> Iterator[None]:
    """Be the only process that writes an output; while another one does, say so once and wait.

    Child processes do not share the lock: of the kernel's two kinds it is the one that forks do not inherit.

    Raises:
        OSError: the lock file can't be written.
    """
    path = lock_path(output)
    path.parent.mkdir(parents=True, exist_ok=True)
    # Kept when the lock is free again: removed, two processes could each hold a file of that name.
    with path.open("a+", encoding="utf-8") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):  # which of them depends on the system
            log.info("%s is being written by %s: waiting for it to end", output, _holder(file))
            fcntl.lockf(file, fcntl.LOCK_EX)
        _sign(file)
        yield


def lock_path(output: Path) -> Path:
    """The lock file of an output: readable, and another one for every folder."""
    digest = hashlib.sha256(str(output.resolve()).encode()).hexdigest()[:12]
    return FOLDER / f"{'-'.join(output.parts[-2:])[:100]}-{digest}.lock"


def _sign(file: IO[str]) -> None:
    file.truncate(0)
    json.dump({"pid": os.getpid(), "host": socket.gethostname()}, file)
    file.flush()


def _holder(file: IO[str]) -> str:
    file.seek(0)
    try:
        holder = json.load(file)
        return f"process {holder['pid']} on {holder['host']}"
    except (ValueError, KeyError, TypeError):  # it has not signed yet
        return "another process"
