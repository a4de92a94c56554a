"""The ways a mirror goes wrong, for faulty_mirror.py. Unless said otherwise a fault starts from the honest
answer to the request, so that a part or a 404 goes wrong as well as a whole file."""

from __future__ import annotations

import gzip
import math
import re
import zlib
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from tests.web.http_answer import Answer, content_type

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.faulty_mirror import Exchange

HOP = "/hop/"
RetryAfter = int | str | timedelta
SORRY = b"<!DOCTYPE html><html><head><title>Sorry</title></head><body><p>Come back later.</p></body></html>"
_PAGE = {"Content-Type": "text/html"}
_ZEROS = bytes(1 << 16)


@dataclass(frozen=True)
class Fault:
    """One way to go wrong: its name in the record, and what it does instead of the honest answer."""

    kind: str
    act: Callable[[Exchange], None]


def silence(seconds: float = 60) -> Fault:
    """Nothing for so long, or until the mirror is told to `release`; then the honest answer."""

    def act(exchange: Exchange) -> None:
        exchange.mirror.wait(seconds, exchange.connection)
        exchange.send(exchange.honest())

    return Fault("silence", act)


def stall(after: int, seconds: float = 60) -> Fault:
    """So many bytes of the body, nothing for so long or until `release`, then the rest."""

    def act(exchange: Exchange) -> None:
        said = exchange.honest()
        exchange.head(said)
        exchange.write(said.body[:after])
        exchange.mirror.wait(seconds, exchange.connection)
        exchange.last(said.body[after:])

    return Fault("stall", act)


def slow(bytes_per_second: int) -> Fault:
    """The honest answer, its body slowly, in 20 pieces a second."""

    def act(exchange: Exchange) -> None:
        said = exchange.honest()
        exchange.head(said)
        step = max(1, bytes_per_second // 20)
        for start in range(0, len(said.body), step):
            exchange.mirror.wait(step / bytes_per_second, exchange.connection)
            send = exchange.write if start + step < len(said.body) else exchange.last
            send(said.body[start : start + step])

    return Fault("slow", act)


def cut(after: int | None) -> Fault:
    """So many bytes of the body and the connection is closed; None: before the status line."""
    return _broken_off("cut", after, reset=False)


def reset(after: int | None) -> Fault:
    """So many bytes of the body and the connection is reset; None: before the status line."""
    return _broken_off("reset", after, reset=True)


def _broken_off(kind: str, after: int | None, *, reset: bool) -> Fault:
    def act(exchange: Exchange) -> None:
        if after is not None:
            said = exchange.honest()
            exchange.head(said)
            exchange.write(said.body[:after])
        exchange.close(reset=reset)

    return Fault(kind, act)


def wrong_length(by: int) -> Fault:
    """The whole body with a Content-Length off by so many bytes.

    If too large, the connection is closed after it; if too small, it stays open with the surplus in it.
    """

    def act(exchange: Exchange) -> None:
        said = exchange.honest()
        exchange.head(said, length=max(0, len(said.body) + by))
        exchange.last(said.body)
        if by > 0:
            exchange.close()

    return Fault("wrong length", act)


def chunked(size: int, *, cut_after: int | None = None, inside: bool = False) -> Fault:
    """The body in chunks of so many bytes, exact, or cut off after some bytes.

    Args:
        size: bytes of a chunk.
        cut_after: bytes after which the connection is closed.
        inside: the last chunk promises a byte more than comes; else it is cut between two chunks.
    """

    def act(exchange: Exchange) -> None:
        said = exchange.honest()
        said.headers["Transfer-Encoding"] = "chunked"
        exchange.head(said, sized=False)
        body = said.body[:cut_after]
        for start in range(0, len(body), size):
            chunk = body[start : start + size]
            short = inside and start + size >= len(body)
            exchange.write(b"%x\r\n%b%b" % (len(chunk) + short, chunk, b"" if short else b"\r\n"))
        if cut_after is None:
            exchange.last(b"0\r\n\r\n")
        else:
            exchange.close()

    return Fault("chunked" if cut_after is None else "chunks cut", act)


def _answers(kind: str, change: Callable[[Exchange], Answer]) -> Fault:
    return Fault(kind, lambda exchange: exchange.send(change(exchange)))


def _gzipped(kind: str, damage: Callable[[bytes], bytes]) -> Fault:
    def change(exchange: Exchange) -> Answer:
        said = exchange.honest(conditions=False, ranges=False)
        coded = said.body if "Content-Encoding" in said.headers else gzip.compress(said.body, mtime=0)
        return Answer(said.status, damage(coded), {**said.headers, "Content-Encoding": "gzip"})

    return _answers(kind, change)


def gzip_cut(by: int = 9) -> Fault:
    """The whole file with Content-Encoding gzip but for its last bytes; the Content-Length fits what comes.

    The last eight bytes are checksum and size (RFC 1952). Sent to whoever asks, as is the next.
    """
    return _gzipped("gzip cut", lambda coded: coded[:-by])


def gzip_corrupt() -> Fault:
    """The whole file with Content-Encoding gzip, the byte in the middle of it inverted."""

    def damage(coded: bytes) -> bytes:
        middle = len(coded) // 2
        return coded[:middle] + bytes([coded[middle] ^ 255]) + coded[middle + 1 :]

    return _gzipped("gzip corrupt", damage)


def labelled_gzip() -> Fault:
    """A .gz file, exact, but labelled Content-Encoding, as Apache's AddEncoding does: clients unpack it."""

    def change(exchange: Exchange) -> Answer:
        said = exchange.honest()
        return Answer(said.status, said.body, {**said.headers, "Content-Encoding": "x-gzip"})

    return _answers("labelled gzip", change)


def status(code: int, retry_after: RetryAfter | None = None) -> Fault:
    """A page with this status.

    Args:
        code: such as 429, 503, 403.
        retry_after: seconds; or a time from now, sent as an HTTP date, rounded up to seconds; or a text.
    """

    def change(_: Exchange) -> Answer:
        headers = dict(_PAGE)
        if isinstance(retry_after, timedelta):
            then = math.ceil((datetime.now(UTC) + retry_after).timestamp())
            headers["Retry-After"] = format_datetime(datetime.fromtimestamp(then, UTC), usegmt=True)
        elif retry_after is not None:
            headers["Retry-After"] = str(retry_after)
        return Answer(code, SORRY, headers)

    return _answers(f"status {code}", change)


def web_page(media_type: str = "text/html", body: bytes = SORRY) -> Fault:
    """A page with status 200 instead of the file."""
    return _answers("web page", lambda _: Answer(200, body, {"Content-Type": media_type}))


def empty() -> Fault:
    """Status 200 and no body."""
    return _answers("empty", lambda exchange: Answer(200, b"", _typed(exchange)))


def redirect(location: str, code: int = 302) -> Fault:
    """A redirect to this Location, as it stands; to itself, or with another one back, it is a loop."""
    return _answers("redirect", lambda _: Answer(code, SORRY, {**_PAGE, "Location": location}))


def endless_redirects() -> Fault:
    """A redirect to a new path below this one, which redirects to the next, and so on."""

    def change(exchange: Exchange) -> Answer:
        path, _, hop = exchange.path.partition(HOP)
        return Answer(302, SORRY, {**_PAGE, "Location": f"{path}{HOP}{int(hop or 0) + 1}"})

    return _answers("endless redirects", change)


def other_content(content: bytes) -> Fault:
    """Status 200 with a changed file and its validators, whatever If-None-Match and Range say."""
    return _answers("other content", lambda it: it.honest(content, conditions=False, ranges=False))


def range_ignored() -> Fault:
    """Status 200 with the whole file, whatever Range says."""
    return _answers("range ignored", lambda exchange: exchange.honest(ranges=False))


def range_of_other(content: bytes) -> Fault:
    """The range asked for, but of another version of the file, whatever If-Range says."""
    return _answers("range of other", lambda exchange: exchange.honest(content, conditions=False))


def range_shifted(by: int) -> Fault:
    """Status 206 with a range so many bytes later than asked for, and truly labelled."""

    def change(exchange: Exchange) -> Answer:
        asked = exchange.asked
        found = re.fullmatch(r"bytes=(\d+)-(\d*)", asked.headers.get("Range") or "")
        if found is None:
            return exchange.honest()
        start, end = int(found[1]) + by, found[2] and str(int(found[2]) + by)
        headers = asked.headers.copy()
        headers["Range"] = f"bytes={start}-{end}"
        return exchange.honest(asked=replace(asked, headers=headers))

    return _answers("range shifted", change)


def bomb(length: int | None = None, *, limit: int = 1 << 31) -> Fault:
    """Zeros until the client hangs up.

    Args:
        length: a Content-Length to send, in bytes; without, the body ends with the connection.
        limit: bytes after which it gives up, to save this machine from a client that takes everything.
    """

    def act(exchange: Exchange) -> None:
        said = Answer(200, _ZEROS, _typed(exchange))
        exchange.head(said, length=length, sized=length is not None)
        for _ in range(0, limit, len(_ZEROS)):
            exchange.write(_ZEROS)
        exchange.close()

    return Fault("bomb", act)


def gzip_bomb(size: int = 1 << 28) -> Fault:
    """Valid Content-Encoding gzip of so many zeros."""
    coded = {"Content-Encoding": "gzip"}
    return _answers("gzip bomb", lambda it: Answer(200, zeros_gzipped(size), {**_typed(it), **coded}))


def _typed(exchange: Exchange) -> dict[str, str]:
    return {"Content-Type": content_type(exchange.asked.path)}


@lru_cache(maxsize=4)
def zeros_gzipped(size: int) -> bytes:
    """A gzip file, of one member, of so many zeros: about a thousandth of them."""
    packer = zlib.compressobj(9, wbits=31)
    whole, rest = divmod(size, len(_ZEROS))
    pieces = [packer.compress(_ZEROS) for _ in range(whole)]
    return b"".join([*pieces, packer.compress(_ZEROS[:rest]), packer.flush()])
