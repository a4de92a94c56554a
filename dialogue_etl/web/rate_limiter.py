"""Limits the rate of requests to a server over all processes and threads of a machine."""

import fcntl
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import IO

from dialogue_etl.web.failures import StoppedError

_FURTHEST = 7 * 86_400  # seconds; a time further ahead was written before the clock was set back


class RateLimiter:
    """A token bucket that holds one token per server.

    The time of the next token is kept in a locked file per server, so that the download stages of all
    languages share one limit.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stopped = Event()

    def stop(self) -> None:
        """End all waits, now and later, with a `StoppedError`."""
        self._stopped.set()

    def acquire(self, server: str, interval: float) -> None:
        """Wait for the token of a server and take it.

        Args:
            server: host and port.
            interval: seconds until there is a new token.

        Raises:
            StoppedError: `stop` was called.
        """
        self.sleep(0)
        # Looked up again after each wait, because `block` may have moved it meanwhile.
        while left := self._try_to_take(server, interval):
            self.sleep(left)

    def block(self, server: str, seconds: float) -> None:
        """Delay the next token for all processes, because the server asked for a pause."""
        with self._locked(server) as file:
            now = time.time()
            _write(file, max(_next_token(file, now), now + seconds))

    def sleep(self, seconds: float) -> None:
        """Wait.

        Raises:
            StoppedError: `stop` was called.
        """
        if self._stopped.wait(seconds):
            raise StoppedError("stopped")

    def _try_to_take(self, server: str, interval: float) -> float:
        """Seconds until there is a token; 0 if there was one, which is now taken."""
        with self._locked(server) as file:
            now = time.time()
            left = _next_token(file, now) - now
            if left <= 0:
                _write(file, now + interval)
        return max(left, 0.0)

    @contextmanager
    def _locked(self, server: str) -> Iterator[IO[str]]:
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / re.sub(r"[^\w.-]", "_", server)).open("a+", encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield file


def _next_token(file: IO[str], now: float) -> float:
    file.seek(0)
    try:
        stated = float(file.read())
    except ValueError:
        return now
    return stated if now < stated < now + _FURTHEST else now


def _write(file: IO[str], time_of_token: float) -> None:
    file.truncate(0)
    file.write(repr(time_of_token))
