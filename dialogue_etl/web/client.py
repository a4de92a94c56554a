"""Asks for files politely, and does not give up easily.

One request after the other to a server, a pause between them, its robot rules respected; a broken connection,
a busy server or half a file are tried again, from where the file broke off; what is here and fresh is not
asked for at all, what is older is asked for only in case it has changed.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

from dialogue_etl.web.asking import Asking
from dialogue_etl.web.failures import (
    ForbiddenError,
    MissingError,
    NoAnswerError,
    NotAllowedError,
    TryAgainError,
    UnavailableError,
)
from dialogue_etl.web.gate import Gate
from dialogue_etl.web.guard import server_of
from dialogue_etl.web.kept import OK, Downloads, Record
from dialogue_etl.web.robots import Robots
from dialogue_etl.web.wanted import Wanted

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_LONGEST_PAUSE = 60.0  # seconds, between tries of our own accord
_WORTH_IT = 10_000_000  # bytes that came before a connection broke: a new beginning
_DOWN_AFTER = 5  # files in a row that a server gave no answer for
_RULES_FRESH = 86_400.0  # seconds (RFC 9309, section 2.4)
_MAX_RULES = 500 * 1024  # bytes (RFC 9309, section 2.5)


@dataclass(frozen=True)
class Manners:
    """How we ask.

    Attributes:
        allowed: addresses the user named; only these may be in a private network.
        contact: mail address or page of whoever runs this.
        delay: seconds between two requests to a server.
        timeout: seconds to wait for an answer, and for each part of it.
        attempts: requests for one file before it counts as unavailable.
        first_pause: seconds before the second attempt; twice as long before each further one.
        longest_wait: seconds; a server that wants more is left alone.
        fresh: seconds for which an answer holds.
    """

    allowed: tuple[str, ...]
    contact: str = ""
    delay: float = 1.0
    timeout: float = 30.0
    attempts: int = 5
    first_pause: float = 1.0
    longest_wait: float = 300.0
    fresh: float = 7 * 86_400.0


class Client:
    """Fetches files and keeps them; threads may share it."""

    def __init__(self, store: Path, manners: Manners) -> None:
        self.downloads = Downloads(store)
        self._manners = manners
        self._gate = Gate(store)
        self._robots = Robots(self._rules)
        self._asking = Asking(
            self.downloads,
            allowed={server_of(url) for url in manners.allowed},
            contact=manners.contact,
            timeout=manners.timeout,
        )
        self._silent: Counter[str] = Counter()
        self._lock = Lock()

    def stop(self) -> None:
        """Ask for nothing any more: whoever waits for a turn gets a `StoppedError`."""
        self._gate.stop()

    def fetch(self, url: str, wanted: Wanted) -> Path:
        """A file, kept or fetched.

        Raises:
            MissingError: there is no such file.
            ForbiddenError: robot rules forbid it.
            RefusedError: it leads where nobody allowed us to go.
            NoAnswerError: the server does not answer.
            UnavailableError: it can't be had for another reason.
            StoppedError: `stop` was called.
            OSError: it can't be kept.
        """
        record = self._fresh(url)
        if record is None:
            with self.downloads.alone(url):
                record = self._fresh(url) or self._fetched(url, wanted)
        if record.status != OK:
            raise MissingError(f"the server answers {record.status}")
        return self.downloads.file(record.sha256)

    def down(self) -> list[str]:
        """Servers that left several files in a row without any answer."""
        with self._lock:
            return sorted(server for server, files in self._silent.items() if files >= _DOWN_AFTER)

    def _fresh(self, url: str, seconds: float | None = None) -> Record | None:
        """What is known of an address, if that is not long ago."""
        known = self.downloads.find(url)
        limit = self._manners.fresh if seconds is None else seconds
        return known if known and 0 <= time.time() - known.checked < limit else None

    def _fetched(self, url: str, wanted: Wanted) -> Record:
        known = self.downloads.find(url)
        try:
            if server_of(url) in self.down():
                raise NoAnswerError("the server does not answer any more")
            self._turn(url)
            return self._asked(url, wanted, known, self._turn)
        except UnavailableError:
            if known is None or known.status != OK:
                raise
            return known  # an older version is better than none; it is asked for again the next time

    def _turn(self, url: str) -> None:
        """Wait until an address may be asked for.

        Raises:
            ForbiddenError: never, by the rules of its server.
        """
        if not self._robots.allow(url):
            raise ForbiddenError("the server's robots.txt forbids it")
        self._gate.wait(server_of(url), max(self._manners.delay, self._robots.delay(url)))

    def _rules(self, url: str) -> bytes:
        """A robots.txt; empty where there is none (RFC 9309, section 2.3.1.3)."""
        record = self._fresh(url, _RULES_FRESH)
        if record is None:
            try:
                with self.downloads.alone(url, "rules"):
                    record = self._fresh(url, _RULES_FRESH) or self._fetched_rules(url)
            except NotAllowedError:
                return b""
        return self.downloads.file(record.sha256).read_bytes() if record.status == OK else b""

    def _fetched_rules(self, url: str) -> Record:
        """What a server says of its robots.txt, for which no rules hold (RFC 9309, section 2.2.2)."""

        def turn(url: str) -> None:
            self._gate.wait(server_of(url), self._manners.delay)

        try:
            turn(url)
            return self._asked(url, Wanted(_MAX_RULES), self.downloads.find(url), turn)
        except (NoAnswerError, NotAllowedError):
            raise
        except UnavailableError as error:
            why = f"its robots.txt can't be had ({error}), so nothing may be asked for"
            raise ForbiddenError(why) from None

    def _asked(self, url: str, wanted: Wanted, known: Record | None, turn: Callable[[str], None]) -> Record:
        """Ask until there is an answer; the first turn is ours already, `turn` waits for a further one."""
        doubtful, attempt = "", 1
        while True:
            before = self.downloads.partial(url).size()
            try:
                record = self._asking.once(url, wanted, known, doubtful=doubtful, before_redirect=turn)
            except TryAgainError as again:
                if again.answered:
                    self._not_silent(url)
                if self.downloads.partial(url).size() - before > _WORTH_IT:
                    attempt = 1  # a long file whose connection breaks now and then gets there in the end
                pause = self._pause(attempt, again)
                last = attempt == self._manners.attempts or bool(doubtful and again.sha256)
                if last or pause > self._manners.longest_wait:
                    raise self._given_up(url, again, attempt, pause) from None
                self._rest(url, again, pause)
                turn(url)
                doubtful, attempt = again.sha256 or doubtful, attempt + 1
            except UnavailableError:
                self._not_silent(url)
                raise
            else:
                self._not_silent(url)
                return record

    def _not_silent(self, url: str) -> None:
        with self._lock:
            self._silent.pop(server_of(url), None)

    def _pause(self, attempt: int, again: TryAgainError) -> float:
        """Seconds: doubled each time, less a part by chance so that not everybody comes back at once."""
        doubled = self._manners.first_pause * 2.0 ** (attempt - 1)
        own = min(doubled, _LONGEST_PAUSE) * random.uniform(0.5, 1.0)  # noqa: S311 - no secret
        return max(own, again.after or 0.0)

    def _rest(self, url: str, again: TryAgainError, pause: float) -> None:
        if again.busy:
            self._gate.close(server_of(url), pause)
        else:
            self._gate.rest(pause)

    def _given_up(self, url: str, again: TryAgainError, attempts: int, pause: float) -> UnavailableError:
        if again.after is not None and pause > self._manners.longest_wait:
            return UnavailableError(f"{again.why} and wants to be left alone for {pause:,.0f} s")
        why = f"{again.why}, {attempts} times" if attempts > 1 else again.why
        if again.answered:
            return UnavailableError(why)
        with self._lock:
            self._silent[server_of(url)] += 1
        return NoAnswerError(why)
