"""A mirror on this machine that answers exactly, or goes wrong in the ways mirrors do (faults.py)."""

from __future__ import annotations

import math
import socket
import struct
import sys
from contextlib import suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from itertools import pairwise
from socketserver import ThreadingTCPServer
from threading import Condition, Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import unquote

from requests.structures import CaseInsensitiveDict

from tests.web import faults as ways
from tests.web.http_answer import MODIFIED, Answer, Asked, Habits, answer

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from tests.web.faults import Fault, RetryAfter


@dataclass(eq=False)
class Request:
    """A request as it came.

    Args:
        time: when, in monotonic seconds.
        method: GET or HEAD.
        path: as sent, with query, without leading slash.
        headers: in any case.
        fault: its kind, "" for the honest answer.
        status: of the answer, 0 where there was none.
        sent: bytes of the body handed to the connection.
    """

    time: float
    method: str
    path: str
    headers: CaseInsensitiveDict[str]
    fault: str = ""
    status: int = 0
    sent: int = 0


class FaultyMirror:
    """Serves files over HTTP/1.1 from a port of its own while the context lasts.

    An answer comes from the first of these that has one: `burst`; the list `faults[path]`, used up one by
    one; `always[path]`; the file. These, `files`, `modified` and `habits` may be changed meanwhile.

    Args:
        files: path without leading slash → bytes.
        faults: path → what goes wrong with its first requests.
        always: path → what goes wrong with each of its requests.
        habits: what the server can do.
        host: an address of this machine; "::1" for IPv6.

    Raises:
        Exception: at the end of the context, what the server itself did wrong.
    """

    url: str
    port: int

    def __init__(
        self,
        files: Mapping[str, bytes],
        *,
        faults: Mapping[str, list[Fault]] | None = None,
        always: Mapping[str, Fault] | None = None,
        habits: Habits | None = None,
        host: str = "127.0.0.1",
    ) -> None:
        self.files = dict(files)
        self.faults = {path: list(listed) for path, listed in (faults or {}).items()}
        self.always = dict(always or {})
        self.habits = habits or Habits()
        self.modified: dict[str, datetime] = {}  # where it is not MODIFIED
        self.requests: list[Request] = []
        self.connections = 0
        self.most_in_flight = 0
        self._host = host
        self._changed = Condition()
        self._in_flight: dict[Request, socket.socket] = {}
        self._burst: list[Fault] = []
        self._released = Event()

    def __enter__(self) -> Self:
        self._server = _Server(self, self._host)
        self.port = self._server.server_address[1]
        self.url = f"http://{f'[{self._host}]' if ':' in self._host else self._host}:{self.port}"
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._server.shutdown()
        self._server.hang_up()
        self._server.server_close()  # waits for the threads of all connections
        self._thread.join()
        if self._server.errors and kind is None:
            raise self._server.errors[0]

    def burst(self, requests: int, status: int, retry_after: RetryAfter | None = None) -> None:
        """Answer the next requests with this status, whatever they ask for."""
        with self._changed:
            self._burst += [ways.status(status, retry_after)] * requests

    def release(self) -> None:
        """End all waiting of faults, now and from now on: what was held back goes on as if in time."""
        self._released.set()

    def requests_for(self, path: str) -> list[Request]:
        """The requests of a path, query aside, in order."""
        with self._changed:
            return [request for request in self.requests if _name(request.path) == path.lstrip("/")]

    @property
    def count(self) -> int:
        """How many requests came."""
        return len(self.requests)

    @property
    def smallest_gap(self) -> float:
        """Seconds between the starts of the two requests that came closest; infinite below two."""
        with self._changed:
            starts = [request.time for request in self.requests]
        return min((after - before for before, after in pairwise(starts)), default=math.inf)

    def wait_for_requests(self, count: int, timeout: float = 5) -> bool:
        """Wait until so many came; whether they did in time, in seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: len(self.requests) >= count, timeout)

    def begin(self, exchange: Exchange) -> tuple[Request, Fault | None]:
        """Record a request and draw its fault."""
        path = exchange.path.lstrip("/")
        with self._changed:
            headers = CaseInsensitiveDict(exchange.headers.items())
            request = Request(monotonic(), exchange.command, path, headers)
            self.requests.append(request)
            # Whoever hung up is served no more, even if its thread has not noticed yet.
            self._in_flight = {r: client for r, client in self._in_flight.items() if not _hung_up(client)}
            self._in_flight[request] = exchange.connection
            self.most_in_flight = max(self.most_in_flight, len(self._in_flight))
            fault = self._draw(path)
            request.fault = fault.kind if fault else ""
            self._changed.notify_all()
        return request, fault

    def _draw(self, path: str) -> Fault | None:
        if self._burst:
            return self._burst.pop(0)
        if ways.HOP in path:
            return ways.endless_redirects()
        listed = self.faults.get(_name(path))
        return listed.pop(0) if listed else self.always.get(_name(path))

    def end(self, request: Request) -> None:
        """Count a request as in flight no more."""
        with self._changed:
            self._in_flight.pop(request, None)

    def wait(self, seconds: float, client: socket.socket) -> None:
        """Wait for so long, or until `release`.

        Raises:
            ConnectionError: the client hung up, or the server is shut down.
        """
        until = monotonic() + seconds
        while (left := until - monotonic()) > 0 and not self._released.wait(min(left, 0.01)):
            if _hung_up(client):
                raise ConnectionAbortedError


def _name(path: str) -> str:
    return unquote(path.partition("?")[0]).lstrip("/")


def _hung_up(client: socket.socket) -> bool:
    try:
        return not client.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False
    except OSError:
        return True


class _Server(ThreadingTCPServer):
    request_queue_size = 128

    def __init__(self, mirror: FaultyMirror, host: str) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self.mirror = mirror
        self.errors: list[BaseException] = []
        self._clients: set[Any] = set()
        super().__init__((host, 0), Exchange)

    def process_request(self, request: Any, client_address: Any) -> None:
        self.mirror.connections += 1
        self._clients.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._clients.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        for client in self._clients.copy():
            with suppress(OSError):  # it went by itself
                client.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        error = sys.exception()
        if error and not isinstance(error, OSError):  # clients that hang up are what this is for
            self.errors.append(error)


class Exchange(BaseHTTPRequestHandler):
    """The server's side of a connection: knows the request at hand, and how to send an answer piecemeal."""

    server: _Server
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        """Answer a request; `http.server` calls this."""
        self.mirror = self.server.mirror
        self._record, fault = self.mirror.begin(self)
        self.asked = Asked(self.command, _name(self.path), self._record.headers)
        try:
            if fault:
                fault.act(self)
            else:
                self.send(self.honest())
        finally:
            self.mirror.end(self._record)

    do_HEAD = do_GET  # noqa: N815 - as http.server calls it

    def log_message(self, *_: Any) -> None:
        """Print nothing."""

    def honest(
        self,
        data: bytes | None = None,
        *,
        asked: Asked | None = None,
        conditions: bool = True,
        ranges: bool = True,
    ) -> Answer:
        """The answer to the request, or to another one, about the file, or another version of it."""
        path = self.asked.path
        return answer(
            asked or self.asked,
            self.mirror.files.get(path) if data is None else data,
            self.mirror.habits,
            modified=self.mirror.modified.get(path, MODIFIED),
            conditions=conditions,
            ranges=ranges,
        )

    def send(self, said: Answer) -> None:
        """Send an answer whole."""
        self.head(said)
        self.last(said.body)

    def head(self, said: Answer, *, length: int | None = None, sized: bool = True) -> None:
        """Send the status and headers.

        Args:
            said: whose.
            length: the Content-Length, where not that of the body.
            sized: whether to send a Content-Length at all.
        """
        self._record.status = said.status
        self.send_response(said.status)
        for name, value in said.headers.items():
            self.send_header(name, value)
        if sized and said.status != 304:
            self.send_header("Content-Length", str(len(said.body) if length is None else length))
        if self.command == "HEAD" or not said.body:
            self.mirror.end(self._record)
        self.end_headers()

    def write(self, data: bytes) -> None:
        """Send a piece of the body."""
        if data and self.command != "HEAD":
            self._record.sent += len(data)
            self.wfile.write(data)

    def last(self, data: bytes) -> None:
        """Send the last piece of the body.

        Whoever has its last byte may ask again at once, so the request is out of flight before that.
        """
        self.write(data[:-1])
        self.mirror.end(self._record)
        self.write(data[-1:])

    def close(self, *, reset: bool = False) -> None:
        """Close the connection, with RST instead of FIN for a reset."""
        self.close_connection = True
        self.mirror.end(self._record)
        if reset:
            # A linger of no seconds throws away what was not sent, and resets (socket(7), RFC 9293).
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.rfile.close()  # holds the socket open
            self.connection.close()
