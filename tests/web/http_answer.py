"""What an honest HTTP server answers about a file: RFC 9110, conditions (13), ranges (14), codings (8.4)."""

from __future__ import annotations

import gzip
import hashlib
import re
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from requests.structures import CaseInsensitiveDict

NOT_FOUND = b"<!DOCTYPE html><html><head><title>404 Not Found</title></head><body>No such file.</body></html>"
MODIFIED = datetime(2024, 1, 1, tzinfo=UTC)
_TYPES = {"txt": "text/plain; charset=utf-8", "csv": "text/csv", "gz": "application/gzip"}
_TAKES_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


@dataclass
class Answer:
    """Status, body and headers; without Content-Length."""

    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Habits:
    """What a server can do.

    Args:
        compress: answer with Content-Encoding gzip whoever accepts it.
        ranges: know Range.
        etags: the kind of ETag to send; "" for none.
        dated: send Last-Modified and know If-Modified-Since.
    """

    compress: bool = False
    ranges: bool = True
    etags: Literal["strong", "weak", ""] = "strong"
    dated: bool = True


@dataclass(frozen=True)
class Asked:
    """A request, its path without leading slash and query."""

    method: str
    path: str
    headers: CaseInsensitiveDict[str]


def answer(
    asked: Asked,
    data: bytes | None,
    habits: Habits,
    *,
    modified: datetime = MODIFIED,
    conditions: bool = True,
    ranges: bool = True,
) -> Answer:
    """The answer to a GET or HEAD.

    Args:
        asked: the request.
        data: the file, None if there is none.
        habits: of the server.
        modified: when the file was last changed.
        conditions: whether to heed If-None-Match, If-Modified-Since and If-Range.
        ranges: whether to heed Range.
    """
    if data is None:
        return Answer(404, NOT_FOUND, {"Content-Type": "text/html"})
    headers = {"Content-Type": content_type(asked.path)}
    if habits.compress:
        headers["Vary"] = "Accept-Encoding"
        if _TAKES_GZIP.search(asked.headers.get("Accept-Encoding") or ""):
            # Validators and ranges are those of the coded bytes (RFC 9110, 8.8.3.3 and 14.2).
            data = gzip.compress(data, mtime=0)
            headers["Content-Encoding"] = "gzip"
    if habits.etags:
        weak = "W/" if habits.etags == "weak" else ""
        headers["ETag"] = f'{weak}"{hashlib.sha256(data).hexdigest()[:16]}"'
    if habits.dated:
        headers["Last-Modified"] = format_datetime(modified, usegmt=True)
    if habits.ranges and ranges:
        headers["Accept-Ranges"] = "bytes"
    if conditions and _unchanged(asked, headers):
        return Answer(304, b"", headers)
    if habits.ranges and ranges and (not conditions or _same_version(asked, headers)):
        return _part(asked, data, headers)
    return Answer(200, data, headers)


def content_type(path: str) -> str:
    """The media type of a file of the mirror by its ending."""
    return _TYPES.get(path.rpartition(".")[2], "application/octet-stream")


def _unchanged(asked: Asked, headers: dict[str, str]) -> bool:
    tags, since = asked.headers.get("If-None-Match"), asked.headers.get("If-Modified-Since")
    if tags is not None:
        tag = headers.get("ETag", "").removeprefix("W/")
        return tags.strip() == "*" or bool(tag and tag in re.findall(r'"[^"]*"', tags))
    if since is not None and "Last-Modified" in headers:
        with suppress(ValueError, TypeError):  # what is no date, or one without zone, is not heeded
            return parsedate_to_datetime(headers["Last-Modified"]) <= parsedate_to_datetime(since)
    return False


def _same_version(asked: Asked, headers: dict[str, str]) -> bool:
    wanted, tag = asked.headers.get("If-Range"), headers.get("ETag", "W/")
    # Only a strong ETag says that the bytes are the same.
    strong = not tag.startswith("W/") and wanted == tag
    return wanted is None or strong or wanted == headers.get("Last-Modified")


def _part(asked: Asked, data: bytes, headers: dict[str, str]) -> Answer:
    whole = Answer(200, data, headers)
    found = re.fullmatch(r"bytes=(\d*)-(\d*)", asked.headers.get("Range") or "")
    if asked.method != "GET" or not found or not any(found.groups()):
        return whole
    first, last = found.groups()
    start = int(first) if first else max(0, len(data) - int(last))
    end = min(len(data), int(last) + 1) if first and last else len(data)
    if first and last and int(last) < start:
        return whole
    if start >= len(data):
        return Answer(416, b"", {**headers, "Content-Range": f"bytes */{len(data)}"})
    return Answer(206, data[start:end], {**headers, "Content-Range": f"bytes {start}-{end - 1}/{len(data)}"})
