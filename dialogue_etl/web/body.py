"""The body of an answer, saved as it arrives: limited in size, not too slow, complete, resumable."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from urllib3.exceptions import HTTPError

from dialogue_etl.web.failures import TemporaryError, UnavailableError

if TYPE_CHECKING:
    from requests import Response

    from dialogue_etl.web.cache import Partial

_CHUNK = 1 << 16
_MIN_SPEED = 100  # bytes per second; a slower connection died without saying so
_CONTENT_RANGE = re.compile(r"bytes ([0-9]{1,18})-[0-9]{1,18}/([0-9]{1,18}|\*)")


def save(response: Response, partial: Partial, *, max_bytes: int, timeout: float) -> None:
    """Write the body of an answer 200, or append that of an answer 206.

    A partial body is kept if the server sent a strong validator to resume with.

    Args:
        response: its body has not been read.
        partial: the file to write to.
        max_bytes: limit for the whole file.
        timeout: seconds between two checks of the transfer speed.

    Raises:
        TemporaryError: the connection broke or stalled, or the server sent another range than requested.
        UnavailableError: the file is too large.
        OSError: it cannot be written.
    """
    length = None
    if response.status_code == 206:
        length = _length_if_continued(response, partial)
    else:
        partial.start(_strong_validator(response))
    try:
        size = _append(response, partial, max_bytes, timeout)
        if length is not None and size != length:
            raise TemporaryError(f"ended after {size:,} of {length:,} bytes")
    except TemporaryError:
        if not partial.validator():
            partial.remove()
        raise
    except UnavailableError:
        partial.remove()
        raise


def _strong_validator(response: Response) -> str:
    """The strong validator of this version of the file (RFC 9110, section 8.8), or empty."""
    if "Content-Encoding" in response.headers:  # what is on disk is decoded: it cannot be continued
        return ""
    etag = response.headers.get("ETag", "")
    return "" if etag.startswith("W/") else etag or response.headers.get("Last-Modified", "")


def _length_if_continued(response: Response, partial: Partial) -> int | None:
    """The length of the whole file, if stated.

    Raises:
        TemporaryError: the answer does not continue what is on disk.
    """
    stated = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", ""))
    other_version = _strong_validator(response) not in {"", partial.validator()}
    if not stated or int(stated[1]) != partial.size() or other_version:
        partial.remove()
        raise TemporaryError("another part came than was requested")
    return None if stated[2] == "*" else int(stated[2])


def _append(response: Response, partial: Partial, max_bytes: int, timeout: float) -> int:
    """Append the body and return the size of the file; abort below the minimum speed."""
    size = partial.size()
    began, received = time.monotonic(), 0
    with partial.path.open("ab") as out:
        while chunk := _read(response):
            size, received = size + len(chunk), received + len(chunk)
            if size > max_bytes:
                raise UnavailableError(f"larger than {max_bytes:,} bytes")
            out.write(chunk)
            out.flush()  # what arrived is on disk, whatever happens next; unbuffered a full disk takes a part
            passed = time.monotonic() - began
            if passed > timeout:  # a slow trickle of bytes never reaches the timeout of the socket
                if received < _MIN_SPEED * passed:
                    raise TemporaryError(f"sent {received:,} bytes in {passed:.0f} s")
                began, received = time.monotonic(), 0
    return size


def _read(response: Response) -> bytes:
    """The next piece of the body; urllib3 checks its length, and undoes Content-Encoding."""
    try:
        piece: bytes = response.raw.read1(_CHUNK, decode_content=True)
    except (HTTPError, OSError) as error:
        raise TemporaryError(f"the connection broke off ({type(error).__name__})") from None
    return piece
