"""Downloaded files on disk, addressed by content, and the last answer for each address.

    downloads/files/ab/abcd…           a file, named by its SHA-256
    downloads/records/12/1234….json    an address, named by its SHA-256: status, file, validators, time
    downloads/partial/1234…            the beginning of a file, to resume from; its validator in `….validator`

Writes are atomic. A file that does not have the size of its record (after a power failure) counts as absent.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter

from dialogue_etl.core.shards import write_atomic

OK = 200
_LOCK_DIGITS = 3  # hexadecimal: 4,096 locks


@dataclass(frozen=True)
class Record:
    """The last answer for an address.

    Attributes:
        url: the address.
        status: 200; 404 or 410 for a file that does not exist.
        checked: time of the answer, in seconds since 1970.
        sha256: of the file; empty without one.
        size: of the file in bytes.
        etag: the header `ETag`; empty without one.
        last_modified: the header `Last-Modified`; empty without one.
    """

    url: str
    status: int
    checked: float
    sha256: str = ""
    size: int = 0
    etag: str = ""
    last_modified: str = ""


_RECORD = TypeAdapter(Record)


class Cache:
    """Files and records below a folder; any number of processes and threads may share it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "downloads"

    def file(self, sha256: str) -> Path:
        """Where the file of that content is, or would be."""
        return self._folder / "files" / sha256[:2] / sha256

    def find(self, url: str) -> Record | None:
        """The record of an address; None without one, or if its file is missing or truncated."""
        try:
            record = _RECORD.validate_json(self._record(url).read_bytes())
        except (OSError, ValueError):
            return None
        if record.status != OK:
            return record
        file = self.file(record.sha256)
        return record if file.exists() and file.stat().st_size == record.size else None

    def store(self, url: str, partial: Partial, *, etag: str = "", last_modified: str = "") -> Record:
        """Move a complete file into the cache and write its record."""
        with partial.path.open("rb") as file:
            sha256 = hashlib.file_digest(file, "sha256").hexdigest()
        target, size = self.file(sha256), partial.size()
        target.parent.mkdir(parents=True, exist_ok=True)
        partial.path.rename(target)
        partial.remove()
        return self.write(Record(url, OK, time.time(), sha256, size, etag, last_modified))

    def write(self, record: Record) -> Record:
        """Write a record."""
        write_atomic(self._record(record.url), (json.dumps(asdict(record)) + "\n").encode())
        return record

    def partial(self, url: str) -> Partial:
        """The beginning of a file whose download is not complete."""
        return Partial(self._folder / "partial" / _key(url))

    @contextmanager
    def lock(self, url: str, kind: str = "files") -> Iterator[None]:
        """Lock an address for one thread of all processes.

        Addresses of a kind share locks, so a thread must not take two locks of the same kind.
        """
        path = self._folder / "locks" / f"{kind}-{_key(url)[:_LOCK_DIGITS]}"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)  # belongs to the open file, so it excludes threads too
            yield

    def _record(self, url: str) -> Path:
        key = _key(url)
        return self._folder / "records" / key[:2] / f"{key}.json"


class Partial:
    """The beginning of a file, and the strong validator of the version it belongs to."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._validator = path.with_name(f"{path.name}.validator")

    def size(self) -> int:
        """Size in bytes; 0 without a file."""
        return self.path.stat().st_size if self.path.exists() else 0

    def validator(self) -> str:
        """An ETag or a date; empty if the download cannot be resumed."""
        return self._validator.read_text("utf-8") if self._validator.exists() else ""

    def start(self, validator: str = "") -> None:
        """Create an empty file."""
        self.remove()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if validator:
            write_atomic(self._validator, validator.encode())
        self.path.touch()

    def remove(self) -> None:
        """Remove the file and its validator, if they exist."""
        self._validator.unlink(missing_ok=True)
        self.path.unlink(missing_ok=True)


def _key(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
