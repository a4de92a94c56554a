"""Whether the workspace, its disks and its remotes can be used at all."""

import os
import shlex
import socket
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from dialogue_etl.core import libraries
from dialogue_etl.doctor import store
from dialogue_etl.doctor.findings import Finding, few
from dialogue_etl.workspace import programs
from dialogue_etl.workspace.root import WorkspaceError

LEAST = 1_000_000_000
"""Bytes that must be free; or as many as all outputs have: a run with other parameters writes them anew."""
SECONDS = 1.5
"""To wait for a server, its name's address included."""
_WRITTEN = (
    *(".", ".git", ".git/objects", ".git/refs", ".dvc", ".dvc/tmp", "data", "metrics", ".dialogue-etl"),
    *(".dialogue-etl/locks", ".dialogue-etl/store", ".airflow", ".worktrees", "published"),
)
"""Folders that git, DVC and stages write to."""
_PORTS = {"http": 80, "webdav": 80, "ssh": 22, "git": 9418, "https": 443, "webdavs": 443}
_EXTRAS = ("s3", "gs", "azure", "ssh", "hdfs", "oss", "gdrive", "webdav", "webdavs")
"""Addresses for which DVC needs a package (https://dvc.org/doc/user-guide/data-management/remote-storage)."""


def owner(root: Path) -> Iterator[Finding]:
    """Whether git and DVC work here, and may write: in containers a workspace may be another user's."""
    own = f'sudo chown -R "$(id -u):$(id -g)" {shlex.quote(str(root))}'
    if not (root / ".dvc").is_dir():
        yield Finding(".dvc", "is missing: this is not a DVC repository", "git checkout -- .dvc, or dvc init")
    if not (root / ".git").exists():
        yield Finding(".git", "is missing: this is not a git repository", "git init, or clone it again")
    else:
        try:
            programs.git(root, "cat-file", "-e", "HEAD^{tree}")
        except WorkspaceError as error:
            if "dubious ownership" in str(error) or "safe.directory" in str(error):
                what = "belongs to another user: git refuses it (dubious ownership)"
                trust = f"git config --global --add safe.directory {shlex.quote(str(root))}"
                yield Finding(str(root), what, f"if you trust it: {trust}; if it is yours: {own}")
            else:
                what = f"git cannot read the last commit: {error}"
                yield Finding(".git", what, "git fsck, or clone it again")
    places = [root / name for name in _WRITTEN]
    files = store.cache(root) / "files" / "md5"
    places += [files, *sorted(files.glob("??"))] if files.is_relative_to(root) else []
    if locked := [str(path.relative_to(root)) for path in places if path.is_dir() and not _writable(path)]:
        yield Finding(few(locked), "this user may not write there", own)


def _writable(path: Path) -> bool:
    return os.access(path, os.W_OK)


def disks(root: Path) -> Iterator[Finding]:
    """Disks of workspace, cache and temporary files that are full, nearly full, or not writable."""
    outputs = sum(out.get("size") or 0 for out in store.of_workspace(root).values())
    todo = "remove old versions, then trigger the DAG clean_up (docs/operations.md)"
    seen = set()
    needs = {root: outputs, store.cache(root): outputs, Path(tempfile.gettempdir()): 0}
    for place, bytes_ in needs.items():
        if not place.exists() or place.stat().st_dev in seen:
            continue
        seen.add(place.stat().st_dev)
        disk, needed = os.statvfs(place), max(LEAST, bytes_)
        free = disk.f_bavail * disk.f_frsize
        if disk.f_flag & os.ST_RDONLY:
            yield Finding(str(place), "the disk is mounted read-only", "mount it writable")
        elif disk.f_files and not disk.f_favail:
            yield Finding(str(place), "the disk has no room for another file (inodes)", todo)
        elif free < needed:
            how = "full" if free < 1_000_000 else "nearly full"
            what = f"the disk is {how}: {free / 1e6:,.0f} MB are free; a run may need {needed / 1e6:,.0f} MB"
            yield Finding(str(place), what, todo)


def remotes(root: Path) -> Iterator[Finding]:
    """Whether the default remote of DVC, and git's `origin`, can be reached."""
    if name := store.config(root, "core", "remote"):
        where, url = f"DVC's remote {name}", store.remote(root)
        scheme = urlsplit(url).scheme
        package = f"dvc-{scheme.replace('webdavs', 'webdav')}"
        if not url:
            yield Finding(where, "has no address", f"dvc remote add --force {name} URL")
        elif scheme in _EXTRAS and package not in libraries.installed():
            yield Finding(where, f"{url} needs the package {package}", f"pip install {package}")
        yield from _reach(where, store.remote(root, "endpointurl") or url)
    try:
        origin = programs.git(root, "config", "--get", "remote.origin.url")
    except WorkspaceError:
        return  # there is none
    yield from _reach("git's remote origin", str((root / origin).resolve()) if _is_path(origin) else origin)


def _is_path(address: str) -> bool:
    return "://" not in address and ":" not in address.partition("/")[0]


def _reach(where: str, address: str) -> Iterator[Finding]:
    folder = Path(address.removeprefix("file://"))
    host, port = ("", 0) if _is_path(str(folder)) else _server(address)
    if address and _is_path(str(folder)) and not folder.exists():
        yield Finding(where, f"{folder} does not exist", "mount the disk, or correct the address")
    elif address and _is_path(str(folder)) and not _writable(folder):
        yield Finding(where, f"this user may not write to {folder}", "make it writable for this user")
    elif host and (why := _refused(host, port)):
        todo = "check address, network and server; runs go on without it until they publish"
        yield Finding(where, f"{host}:{port} cannot be reached: {why}", todo)


def _server(address: str) -> tuple[str, int]:
    """Host and port of an address; no host if it is not in it."""
    if "://" not in address:  # git's user@host:path
        return address.partition(":")[0].rpartition("@")[2], _PORTS["ssh"]
    parts = urlsplit(address)
    if parts.scheme == "s3":
        return "s3.amazonaws.com", _PORTS["https"]
    return (parts.hostname or "" if parts.scheme in _PORTS else ""), parts.port or _PORTS.get(parts.scheme, 0)


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
