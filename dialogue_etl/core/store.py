"""A store of finished shards outside the outputs, so that a run that was killed can be resumed.

DVC removes an output before its stage runs, so finished work is kept elsewhere: one folder per shard, named
by a hash of its inputs, the parameters it depends on, and the code. A stage's output is assembled from these
folders, by hard links where the file system allows it.
"""

import contextlib
import hashlib
import json
import os
import platform
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from dialogue_etl.core import libraries, shared_shards
from dialogue_etl.core.shards import write_atomic
from dialogue_etl.core.shared_shards import RESULT

_PARTIAL = f".partial-{platform.node()}-"
_UNUSED_SECONDS = 7 * 86_400


@dataclass(frozen=True)
class Finished:
    """A finished shard.

    Attributes:
        key: hash of everything it was made from.
        folder: of its files; read only.
        result: what the work returned.
    """

    key: str
    folder: Path
    result: dict[str, Any]


class ShardStore:
    """A folder of finished shards; any number of processes may use it at the same time."""

    def __init__(self, folder: Path, shared: str = "") -> None:
        """Open it.

        Args:
            folder: on this machine, or on a file system that several machines share.
            shared: URL of a second store: shards missing here are looked up there, and new ones copied to it.
        """
        self._folder = folder / "shards"
        self._shared = shared

    def finish(
        self, work: Callable[[Path], Mapping[str, Any]], inputs: Iterable[Path], settings: Mapping[str, Any]
    ) -> Finished:
        """The shard for these inputs and settings, from the store or made now.

        Args:
            work: writes files into the folder it gets, and returns a result that can be written as JSON. If
                that holds `lasting: false`, the shard is not reused: it depends on more than is listed here.
            inputs: files whose content the result depends on.
            settings: everything else it depends on, as JSON; the code is added.
        """
        digests = [digest_of(path) for path in inputs]
        stated = json.dumps([code_digest(), settings, digests], sort_keys=True)
        key = hashlib.sha256(stated.encode()).hexdigest()
        found = self._find(key)
        if found is None or not found.get("lasting", True):
            self.remove(key)
            found = self._fetch(key)
            if found is None:
                found = self._make(key, work)
        return Finished(key, self._folder / key, found)

    def _find(self, key: str) -> dict[str, Any] | None:
        """The result of a shard whose files are all there and unchanged.

        They may be damaged: they are hard links to outputs, which people may edit, and power may fail.
        """
        folder = self._folder / key
        try:
            kept = json.loads((folder / RESULT).read_bytes())
            if any(digest_of(folder / name) != digest for name, digest in kept["files"].items()):
                return None
            os.utime(folder / RESULT)  # marks it as used, for `sweep`
        except (OSError, ValueError, KeyError):
            return None
        result: dict[str, Any] = kept["result"]
        return result

    def remove(self, key: str) -> None:
        """Remove a finished shard; other processes see it whole or not at all."""
        away = self._folder / f"{_PARTIAL}{os.getpid()}-{key}"
        with contextlib.suppress(OSError):
            (self._folder / key).rename(away)
        shutil.rmtree(away, ignore_errors=True)

    def _fetch(self, key: str) -> dict[str, Any] | None:
        """Download a shard from the shared store; its result, or None if it has none."""
        if not self._shared:
            return None
        with self._becoming(key) as partial:
            if not shared_shards.fetch(self._shared, key, partial):
                return None
        found = self._find(key)
        if found is None:  # damaged in the store
            self.remove(key)
        return found

    def _make(self, key: str, work: Callable[[Path], Mapping[str, Any]]) -> dict[str, Any]:
        with self._becoming(key) as partial:
            result = work(partial)
            files = {path.relative_to(partial).as_posix(): digest_of(path) for path in files_of(partial)}
            kept = json.dumps({"result": result, "files": files})
            write_atomic(partial / RESULT, kept.encode())
            if self._shared and result.get("lasting", True):
                shared_shards.publish(self._shared, key, partial)
        return dict(json.loads(kept)["result"])

    @contextlib.contextmanager
    def _becoming(self, key: str) -> Iterator[Path]:
        """An empty folder that is moved to its final place if it holds a result at the end."""
        self._folder.mkdir(parents=True, exist_ok=True)
        partial = Path(tempfile.mkdtemp(prefix=f"{_PARTIAL}{os.getpid()}-", dir=self._folder))
        try:
            yield partial
            if (partial / RESULT).exists():
                try:
                    partial.rename(self._folder / key)
                except OSError:
                    if not (
                        self._folder / key
                    ).is_dir():  # else another process was faster, with the same result
                        raise
        finally:
            shutil.rmtree(partial, ignore_errors=True)

    def sweep(self) -> None:
        """Remove shards unused for a week, and partial folders of killed processes."""
        limit = time.time() - _UNUSED_SECONDS
        for folder in self._folder.glob("*"):
            with contextlib.suppress(OSError):
                if _left_behind(folder) or _last_used(folder) < limit:
                    shutil.rmtree(folder, ignore_errors=True)


def _left_behind(folder: Path) -> bool:
    """Whether this is a partial folder of a process on this machine that has ended."""
    pid, _, _ = folder.name.removeprefix(_PARTIAL).partition("-")
    return folder.name.startswith(_PARTIAL) and not Path(f"/proc/{pid}").exists()


def _last_used(folder: Path) -> float:
    """When a shard was last used; if another machine is still writing it, when its folder last changed."""
    result = folder / RESULT
    return (result if result.exists() else folder).stat().st_mtime


def files_of(folder: Path) -> list[Path]:
    """Every file below a folder except the result, sorted."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name != RESULT)


def digest_of(path: Path) -> str:
    """SHA-256 of a file; for anything else a text that has the reason for its absence."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return "no file"
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return f"not readable: {error.errno}"


@cache
def code_digest() -> str:
    """SHA-256 of all code of this package, Python's minor version, and the versions of its libraries."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256(json.dumps([libraries.python(), libraries.declared()]).encode())
    for path in sorted(package.rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
