"""Clients in a hurry, for tests of the web."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from dialogue_etl.web.client import Client, Manners
from dialogue_etl.web.wanted import Doubt, Wanted

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.faulty_mirror import FaultyMirror

FILE = "files/1342/1342-0.txt"
TEXT = b"\r\n".join(sha256(b"%d" % line).hexdigest().encode() for line in range(3_000))  # packs badly
RULES = "robots.txt"


def _looks_wrong(first: bytes, _last: bytes) -> Doubt | None:
    if not first:
        return Doubt("the file that came is empty")
    return Doubt("a web page came instead of the file") if first.startswith(b"<!DOCTYPE") else None


WANTED = Wanted(10_000_000, doubt=_looks_wrong)
UNPACKED = Wanted(10_000_000, packed=False, doubt=_looks_wrong)


def manners(*mirrors: FaultyMirror, **changes: Any) -> Manners:
    """In a hurry, but not with a server that is slow because this machine is busy."""
    hurried = {"delay": 0.0, "timeout": 5.0, "first_pause": 0.01, "longest_wait": 5.0}
    return Manners(tuple(mirror.url for mirror in mirrors), **{**hurried, **changes})


def client(store: Path, *mirrors: FaultyMirror, **changes: Any) -> Client:
    """A client that may ask these servers."""
    return Client(store, manners(*mirrors, **changes))


def fetched(asking: Client, mirror: FaultyMirror, path: str = FILE, wanted: Wanted = WANTED) -> bytes:
    """The bytes of a file."""
    return asking.fetch(f"{mirror.url}/{path}", wanted).read_bytes()


def ranges(mirror: FaultyMirror, path: str = FILE) -> list[str]:
    """The Range of each request of a file, empty where there was none."""
    return [request.headers.get("Range") or "" for request in mirror.requests_for(path)]
