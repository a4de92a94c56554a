"""Where a secret would be seen by others: lists of processes, their environments, files of a clone."""

from collections.abc import Iterator
from pathlib import Path


def in_processes(secret: str) -> Iterator[str]:
    """Files of /proc that contain it now, of all processes."""
    for file in Path("/proc").glob("[0-9]*/*"):
        if file.name in {"cmdline", "environ"}:
            try:
                if secret.encode() in file.read_bytes():
                    yield f"{file}: {file.with_name('cmdline').read_bytes()!r}"
            except OSError:  # it ended, or is somebody else's
                continue


def in_files(folder: Path, secret: str) -> list[str]:
    """Files below a folder that contain it."""
    files = (file for file in folder.rglob("*") if file.is_file() and not file.is_symlink())
    return [str(file) for file in files if secret.encode() in file.read_bytes()]
