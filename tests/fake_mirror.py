"""A mirror of Project Gutenberg on this machine: files over HTTP, and what may go wrong with them."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pytest_httpserver import HTTPServer
from werkzeug import Response

if TYPE_CHECKING:
    from werkzeug import Request

    Fault = Callable[[Request, bytes], Response]

MODIFIED = "Fri, 01 Mar 2024 12:00:00 GMT"


class Server(HTTPServer):
    """One that ends at once: the usual one looks every half second whether it is to end."""

    def thread_target(self) -> None:
        """Serve until it is stopped."""
        assert self.server is not None
        self.server.serve_forever(poll_interval=0.01)


class FakeMirror:
    """Serves `files` with validators, conditional requests and ranges while the context lasts.

    Attributes:
        files: path without leading slash → bytes; may be changed meanwhile.
        faults: path → faults of its next requests, used up one by one.
        always: path → a fault of every request.
        requests: those that came, in order.
        sent: bytes of bodies.
    """

    def __init__(self, files: Mapping[str, bytes] | None = None, **always: Fault) -> None:
        self.files = dict(files or {})
        self.faults: dict[str, list[Fault]] = {}
        self.always: dict[str, Fault] = dict(always)
        self.requests: list[Request] = []
        self.sent = 0
        self._server = Server(threaded=True)
        self._server.expect_request(re.compile(".*")).respond_with_handler(self._answer)

    def __enter__(self) -> FakeMirror:
        self._server.start()
        self.url = self._server.url_for("").rstrip("/").replace("localhost", "127.0.0.1")
        return self

    def __exit__(self, *_: object) -> None:
        self._server.stop()

    @property
    def paths(self) -> list[str]:
        """The paths that were requested, in order, without robots.txt."""
        return [path for request in self.requests if (path := request.path.lstrip("/")) != "robots.txt"]

    def headers(self, name: str) -> list[str]:
        """A header of each of these requests, empty where it was not sent."""
        return [request.headers.get(name, "") for request in self.requests if request.path != "/robots.txt"]

    def _answer(self, request: Request) -> Response:
        self.requests.append(request)
        path = request.path.lstrip("/")
        data = self.files.get(path)
        fault = self.faults[path].pop(0) if self.faults.get(path) else self.always.get(path)
        if fault is None and data is None:
            return Response(status=404)
        response = (fault or honest)(request, data or b"")
        pieces = response.iter_encoded()

        def counted() -> Iterator[bytes]:
            for piece in pieces:
                self.sent += len(piece)
                yield piece

        if response.is_sequence and response.status_code != 304:
            response.headers["Content-Length"] = str(len(response.get_data()))
        response.response = counted()
        return response


def honest(request: Request, data: bytes) -> Response:
    """The right answer for a file."""
    response = Response(data, headers={"Last-Modified": MODIFIED})
    response.set_etag(sha256(data).hexdigest())
    return response.make_conditional(request, accept_ranges=True, complete_length=len(data))


def answers(status: int, body: bytes = b"", **headers: Any) -> Fault:
    """An answer of a status."""
    named = {name.replace("_", "-"): str(value) for name, value in headers.items()}
    return lambda request, data: Response(body, status, named)


def hangs_up(request: Request, data: bytes) -> Response:
    """The connection is lost before any answer."""
    with suppress(OSError):
        request.environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
    return Response()


def cut_after(size: int, **headers: str) -> Fault:
    """The right headers, then so many bytes of the body, then the end of the connection."""

    def fault(request: Request, data: bytes) -> Response:
        response = honest(request, data)
        response.headers.update(headers)
        return _in_pieces(response, iter([response.get_data()[:size]]))

    return fault


def slow(bytes_per_second: float, piece: int = 1) -> Fault:
    """The right answer, a piece at a time."""

    def fault(request: Request, data: bytes) -> Response:
        response = honest(request, data)
        body = response.get_data()

        def pieces() -> Iterator[bytes]:
            for start in range(0, len(body), piece):
                time.sleep(piece / bytes_per_second)
                yield body[start : start + piece]

        return _in_pieces(response, pieces())

    return fault


def _in_pieces(response: Response, pieces: Iterator[bytes]) -> Response:
    if response.status_code != 304:
        response.headers["Content-Length"] = str(len(response.get_data()))
        response.response = pieces
    return response
