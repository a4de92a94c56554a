"""The body of an answer, written to disk as it comes: capped, not too slow, complete."""

from __future__ import annotations

import contextlib
import gzip
import http.client
import re
import socket
import ssl
import time
import zlib
from typing import TYPE_CHECKING, Any

from urllib3.exceptions import HTTPError, ReadTimeoutError

from dialogue_etl.web.failures import TryAgainError, UnavailableError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from requests import Response

GZIP = frozenset(["gzip", "x-gzip"])
_CHUNK = 1 << 16
_SLOWEST = 100  # bytes per second: slower is a connection that died without saying so
_LENGTH = re.compile(r"[0-9]{1,18}")
_RANGE = re.compile(r"bytes ([0-9]{1,18})-[0-9]{1,18}/([0-9]{1,18}|\*)")


def coding(answer: Response) -> str:
    """How the body is packed for the way, empty if it is not.

    Raises:
        UnavailableError: in a way that was not asked for.
    """
    stated = answer.headers.get("Content-Encoding", "identity").strip().lower()
    if stated not in {*GZIP, "identity", ""}:
        raise UnavailableError(f"came in the encoding {stated[:20]}, which was not asked for")
    return "gzip" if stated in GZIP else ""


def range_of(answer: Response) -> tuple[int, int | None]:
    """Where a partial body begins, and the size of the whole if that is said.

    Raises:
        TryAgainError: it does not say so.
    """
    found = _RANGE.fullmatch(answer.headers.get("Content-Range", ""))
    if not found:
        raise TryAgainError("a part came that does not say of what")
    return int(found[1]), None if found[2] == "*" else int(found[2])


def write(answer: Response, file: Path, *, at: int, max_bytes: int, timeout: float) -> int:
    """Append a body to a file; how many bytes came.

    Args:
        answer: whose body nobody has read from.
        file: to write to.
        at: size the file has.
        max_bytes: it may have.
        timeout: seconds in which something has to come.

    Raises:
        TryAgainError: the connection broke or stopped, or too little came.
        UnavailableError: the file is too large.
        OSError: it can't be written.
    """
    header = answer.headers.get("Content-Length", "")
    stated = int(header) if _LENGTH.fullmatch(header) else None
    if at + (stated or 0) > max_bytes:
        raise UnavailableError(f"larger than {max_bytes:,} bytes")
    connection = getattr(answer.raw.connection, "sock", None)
    early = _came_early(answer, connection)
    came = 0
    with file.open("ab") as out:
        for chunk in _not_too_slow(_chunks(answer), timeout):
            came += len(chunk)
            if at + came > max_bytes:
                raise UnavailableError(f"larger than {max_bytes:,} bytes")
            out.write(chunk)
            out.flush()  # what came is there, whatever happens next
    if came == stated and (early > came or _more_comes(connection)):
        raise TryAgainError(f"sent more than the {stated:,} bytes it announced")
    return came


def _chunks(answer: Response) -> Iterator[bytes]:
    try:
        while chunk := answer.raw.read1(_CHUNK, decode_content=False):
            yield chunk
    except ReadTimeoutError:
        raise TryAgainError("stopped sending") from None
    except (HTTPError, OSError) as error:
        short = isinstance(error.__cause__, http.client.IncompleteRead)
        why = "it broke off before its end" if short else f"the connection broke ({type(error).__name__})"
        raise TryAgainError(why) from None


def _came_early(answer: Response, connection: Any) -> int:
    """Bytes that came together with the headers: of the body, or more than that.

    HTTP has no place for the question whether a body was announced too short, so it goes to the buffer behind
    the answer and to the connection; where there is none, nothing is known to have come.
    """
    buffer = getattr(getattr(answer.raw, "_fp", None), "fp", None)
    with contextlib.suppress(OSError, ValueError), _not_waiting(connection):
        return len(buffer.peek(1)) if buffer and connection else 0
    return 0


def _more_comes(connection: Any) -> bool:
    """Whether there are bytes after the end that was announced."""
    if isinstance(connection, ssl.SSLSocket):
        return connection.pending() > 0
    with contextlib.suppress(OSError), _not_waiting(connection):
        return bool(connection and connection.recv(1, socket.MSG_PEEK))
    return False


@contextlib.contextmanager
def _not_waiting(connection: Any) -> Iterator[None]:
    before = connection.gettimeout() if connection else None
    try:
        if connection:
            connection.settimeout(0)
        yield
    finally:
        if connection:
            connection.settimeout(before)


def _not_too_slow(chunks: Iterator[bytes], timeout: float) -> Iterator[bytes]:
    began, came = time.monotonic(), 0
    for chunk in chunks:
        yield chunk
        came += len(chunk)
        passed = time.monotonic() - began
        if passed > timeout:
            if came < _SLOWEST * passed:
                raise TryAgainError(f"sent {came:,} bytes in {passed:.0f} s")
            began, came = time.monotonic(), 0


def unpack(packed: Path, file: Path, max_bytes: int) -> None:
    """Undo gzip, down to its last checksum.

    Raises:
        TryAgainError: the data is cut off or damaged.
        UnavailableError: it unpacks to more than `max_bytes`.
    """
    written = 0
    try:
        with gzip.open(packed) as source, file.open("wb") as out:
            while data := source.read(_CHUNK):
                written += len(data)
                if written > max_bytes:
                    raise UnavailableError(f"unpacks to more than {max_bytes:,} bytes")
                out.write(data)
    except EOFError:
        raise TryAgainError("its gzip data is cut off") from None
    except (gzip.BadGzipFile, zlib.error):
        raise TryAgainError("its gzip data is damaged") from None
