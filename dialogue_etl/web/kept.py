"""What was fetched is kept: files by their content, and for every address what its server last said of it.

    downloads/files/ab/abcd…      a file, named by its SHA-256
    downloads/records/12/1234….json   an address, named by its own SHA-256: status, file, validators, when
    downloads/partial/1234…       the beginning of a file, to go on from, with its validators beside it

Nothing is half there: files are renamed into place, and a file whose content is not that of its name (a
machine lost power, a disk is bad) counts as not there.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import time
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from pydantic import TypeAdapter

from dialogue_etl.shards import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OK = 200
_STRIPES = 3  # hexadecimal digits: 4,096 locks
_LEFT_BEHIND = 7 * 86_400  # seconds


@dataclass(frozen=True)
class Validators:
    """What a server says of the version of a file, to ask whether it is still that one."""

    etag: str = ""
    last_modified: str = ""

    @property
    def strong(self) -> str:
        """The one that stands for every byte, empty if there is none (RFC 9110, section 8.8)."""
        return self.last_modified if not self.etag else "" if self.etag.startswith("W/") else self.etag


@dataclass(frozen=True)
class Record:
    """What a server last said of an address.

    Attributes:
        url: the address.
        status: 200, or 404 and 410 where there is no such file.
        checked: when, in seconds since 1970.
        sha256: of the file, empty without one.
        validators: of the file.
    """

    url: str
    status: int
    checked: float
    sha256: str = ""
    validators: Validators = Validators()


_RECORD = TypeAdapter(Record)
_VALIDATORS = TypeAdapter(Validators)


class Downloads:
    """Files and records below a folder; any number of processes and threads may work with it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "downloads"
        self._whole: dict[str, tuple[int, int]] = {}

    def file(self, sha256: str) -> Path:
        """Where the file of that content is, or would be."""
        return self._folder / "files" / sha256[:2] / sha256

    def find(self, url: str) -> Record | None:
        """What is known of an address; None if nothing is, or if its file is gone or damaged."""
        try:
            record = _RECORD.validate_json(self._record(url).read_bytes())
        except (OSError, ValueError):
            return None
        if record.status == OK and not self._is_whole(record.sha256):
            return None
        return record

    def _is_whole(self, sha256: str) -> bool:
        """Whether a file has the content it is named by; looked at once, unless it is touched."""
        try:
            stated = self.file(sha256).stat()
        except OSError:
            return False
        version = stated.st_size, stated.st_mtime_ns
        if self._whole.get(sha256) != version:
            if digest(self.file(sha256)) != sha256:
                return False
            self._whole[sha256] = version
        return True

    def keep(self, url: str, file: Path, validators: Validators) -> Record:
        """Take a complete file in, moving it."""
        sha256 = digest(file)
        place = self.file(sha256)
        place.parent.mkdir(parents=True, exist_ok=True)
        file.rename(place)
        return self.note(Record(url, OK, time.time(), sha256, validators))

    def note(self, record: Record) -> Record:
        """Write down what a server said."""
        write_whole(self._record(record.url), (json.dumps(asdict(record)) + "\n").encode())
        return record

    def partial(self, url: str) -> Partial:
        """The beginning of a file that is not here yet."""
        return Partial(self._folder / "partial" / _key(url))

    def beside(self, name: str) -> Path:
        """A small file that says something about what is kept, by its name."""
        return self._folder / "notes" / f"{_key(name)}.json"

    @contextmanager
    def alone(self, url: str, kind: str = "files") -> Iterator[None]:
        """Be the only one, of all threads and processes, that fetches an address; wait for it.

        A lock stands for many addresses of a kind, so it must not be taken twice by one thread.
        """
        path = self._folder / "locks" / f"{kind}-{_key(url)[:_STRIPES]}"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)  # of the open file, so that it parts threads too
            yield

    def sweep(self) -> None:
        """Remove what killed processes left half written, once nobody will go on with it."""
        limit = time.time() - _LEFT_BEHIND
        for pattern in ("records/*/.*.partial", "notes/.*.partial", "partial/*"):
            for path in self._folder.glob(pattern):
                with contextlib.suppress(OSError):
                    if path.stat().st_mtime < limit:
                        path.unlink()

    def _record(self, url: str) -> Path:
        key = _key(url)
        return self._folder / "records" / key[:2] / f"{key}.json"


class Partial:
    """The beginning of a file, and which version of the file it is of."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._beside = path.with_name(f"{path.name}.json")

    def size(self) -> int:
        """Bytes that are there."""
        return self.path.stat().st_size if self.path.exists() else 0

    def validators(self) -> Validators:
        """Of the version it is the beginning of; none if it can't be gone on from."""
        try:
            return _VALIDATORS.validate_json(self._beside.read_bytes())
        except (OSError, ValueError):
            return Validators()

    def begin(self, validators: Validators) -> None:
        """Make it empty, of a version."""
        self.remove()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if validators.strong:
            write_whole(self._beside, json.dumps(asdict(validators)).encode())
        self.path.touch()

    def remove(self) -> None:
        """As if it had never been; the file may have moved on already."""
        self._beside.unlink(missing_ok=True)
        self.path.unlink(missing_ok=True)


def digest(file: Path) -> str:
    """SHA-256 of a file, empty if it can't be read."""
    try:
        with file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError:
        return ""


def _key(url: str) -> str:
    return hashlib.sha256(url.encode()).hexdigest()
