"""Where a secret would be seen by others: lists of processes, their environments, files of a clone."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path


def _with(secret: str, files: Iterable[Path]) -> Iterator[Path]:
    for file in files:
        try:
            if secret.encode() in file.read_bytes():
                yield file
        except OSError:  # it is gone, or somebody else's
            continue


def in_processes(secret: str) -> list[str]:
    """Command lines and environments of all processes that contain it now."""
    running = [folder for folder in Path("/proc").iterdir() if folder.name.isdigit()]
    files = (folder / name for folder in running for name in ("cmdline", "environ"))
    return [str(file) for file in _with(secret, files)]


def in_files(folder: Path, secret: str) -> list[str]:
    """Files below a folder that contain it."""
    files = (Path(here, name) for here, _, names in os.walk(folder) for name in names)
    return [str(file) for file in _with(secret, (file for file in files if file.is_file()))]
