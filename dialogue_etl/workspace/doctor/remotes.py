"""Remotes of DVC and git that cannot be reached."""

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from dialogue_etl import libraries
from dialogue_etl.workspace import programs
from dialogue_etl.workspace.doctor import config
from dialogue_etl.workspace.doctor.findings import Finding
from dialogue_etl.workspace.root import WorkspaceError

SECONDS = 1.5
"""To wait for a server, its name's address included."""
_PORTS = {"http": 80, "webdav": 80, "ssh": 22, "git": 9418}
_HTTPS = 443
_KINDS = {
    "s3": "dvc-s3",
    "gs": "dvc-gs",
    "azure": "dvc-azure",
    "ssh": "dvc-ssh",
    "hdfs": "dvc-hdfs",
    "oss": "dvc-oss",
    "gdrive": "dvc-gdrive",
    "webdav": "dvc-webdav",
    "webdavs": "dvc-webdav",
}
"""The package that DVC needs for an address (https://dvc.org/doc/user-guide/data-management/remote-storage)."""


def check(root: Path) -> Iterator[Finding]:
    """Whether the default remote of DVC, and git's `origin`, are there."""
    if url := config.remote(root):
        name = f"DVC's remote {config.value(root, 'core', 'remote')}"
        needed = _KINDS.get(urlsplit(url).scheme)
        if needed and needed not in libraries.installed():
            yield Finding(name, f"{url} needs the package {needed}", f"pip install {needed}")
        yield from _reach(name, config.endpoint(root) or url)
    elif named := config.value(root, "core", "remote"):
        yield Finding(f"DVC's remote {named}", "has no address", f"dvc remote add --force {named} URL")
    try:
        origin = programs.git(root, "config", "--get", "remote.origin.url")
    except WorkspaceError:
        return  # there is none
    yield from _reach("git's remote origin", str((root / origin).resolve()) if _is_path(origin) else origin)


def _is_path(address: str) -> bool:
    return "://" not in address and ":" not in address.partition("/")[0]


def _reach(name: str, address: str) -> Iterator[Finding]:
    todo = "check the address, the network and that the server runs; runs go on without it until they publish"
    if _is_path(address) or address.startswith("file://"):
        folder = Path(urlsplit(address).path if address.startswith("file://") else address)
        if not folder.exists():
            yield Finding(name, f"{folder} does not exist", "mount the disk, or correct the address")
        elif not os.access(folder, os.W_OK):
            yield Finding(name, f"this user may not write to {folder}", "make it writable for this user")
        return
    host, port = _server(address)
    if host and (why := _refused(host, port)):
        yield Finding(name, f"{host}:{port} cannot be reached: {why}", todo)


def _server(address: str) -> tuple[str, int]:
    """Host and port of an address; no host if it is not in it."""
    if "://" not in address:  # git's user@host:path
        return address.partition(":")[0].rpartition("@")[2], _PORTS["ssh"]
    parts = urlsplit(address)
    if parts.scheme == "s3":
        return "s3.amazonaws.com", _HTTPS
    if parts.scheme not in {*_PORTS, "https", "webdavs"}:
        return "", 0
    return parts.hostname or "", parts.port or _PORTS.get(parts.scheme, _HTTPS)


def _refused(host: str, port: int) -> str:
    """Why a server does not answer; empty if it does."""
    said: list[str] = []

    def connect() -> None:
        try:
            socket.create_connection((host, port), timeout=SECONDS).close()
            said.append("")
        except (OSError, UnicodeError) as error:
            said.append(str(error))

    # In a thread, since asking for a name's address cannot be limited.
    thread = threading.Thread(target=connect, daemon=True)
    thread.start()
    thread.join(SECONDS)
    return said[0] if said else f"no answer within {SECONDS} s"
