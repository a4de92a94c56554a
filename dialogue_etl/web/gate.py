"""Politeness: requests to a server are apart, over all stages and threads of a machine."""

from __future__ import annotations

import fcntl
import re
import time
from contextlib import contextmanager
from threading import Event
from typing import IO, TYPE_CHECKING

from dialogue_etl.web.failures import StoppedError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_AT_MOST = 7 * 86_400  # seconds: a time further ahead was written by a clock that has been set back since


class Gate:
    """Lets one request through, then the next one no sooner than some seconds later, for each server.

    The next time is kept in a file per server, so that the download stages of seven languages together
    are as polite as one.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "gates"
        self._stopped = Event()

    def stop(self) -> None:
        """Let nobody through any more."""
        self._stopped.set()

    def wait(self, server: str, delay: float) -> None:
        """Wait for one's turn.

        Args:
            server: host and port.
            delay: seconds to the next turn.

        Raises:
            StoppedError: `stop` was called.
        """
        self.rest(0)
        # Not a turn given beforehand: the server may be closed while we wait.
        while left := self._left(server, delay):
            self.rest(left)

    def rest(self, seconds: float) -> None:
        """Wait, apart from any server.

        Raises:
            StoppedError: `stop` was called.
        """
        if self._stopped.wait(seconds):
            raise StoppedError("stopped")

    def close(self, server: str, seconds: float) -> None:
        """Let nobody through for some seconds: the server asked for it, or has trouble."""
        with self._opened(server) as file:
            now = time.time()
            _write(file, max(_turn(file, now), now + seconds))

    def _left(self, server: str, delay: float) -> float:
        """Seconds to the next turn; 0 if it is now, and then it is ours."""
        with self._opened(server) as file:
            now = time.time()
            left = _turn(file, now) - now
            if left <= 0:
                _write(file, now + delay)
        return max(left, 0.0)

    @contextmanager
    def _opened(self, server: str) -> Iterator[IO[str]]:
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / re.sub(r"[^\w.-]", "_", server)).open("a+", encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield file


def _turn(file: IO[str], now: float) -> float:
    """When the next turn is; now, if nothing sensible is written there."""
    file.seek(0)
    try:
        turn = float(file.read())
    except ValueError:
        return now
    return turn if now < turn < now + _AT_MOST else now


def _write(file: IO[str], turn: float) -> None:
    file.truncate(0)
    file.write(repr(turn))
