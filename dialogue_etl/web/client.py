"""Downloads files into a cache, with rate limits per server, robots.txt, retries and resumption.

A lost connection, an overloaded server or a truncated file is retried with exponential backoff. Fresh files
are taken from the cache; older ones are requested conditionally (`If-None-Match`, `If-Modified-Since`).
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock

from urllib3.exceptions import MaxRetryError
from urllib3.util import Retry

from dialogue_etl.core.runtime import Runtime
from dialogue_etl.web.cache import OK, Cache, Record
from dialogue_etl.web.failures import (
    ForbiddenError,
    MissingError,
    NoAnswerError,
    NotAllowedError,
    TemporaryError,
    UnavailableError,
)
from dialogue_etl.web.rate_limiter import RateLimiter
from dialogue_etl.web.request import Expected, Requester, server_of
from dialogue_etl.web.robots import Robots

_MAX_BACKOFF = 60.0  # seconds
_LONGEST_WAIT = 300.0  # seconds; a server that asks to be left alone for longer is left alone
_DOWN_AFTER = 5  # files in a row without any answer
_DAY = 86_400.0  # seconds; also how long a robots.txt holds (RFC 9309, section 2.4)
_ROBOTS = Expected(500 * 1024)  # bytes (RFC 9309, section 2.5)


class Client:
    """Downloads files into a cache that threads and processes may share."""

    def __init__(self, runtime: Runtime, named: Sequence[str] = ()) -> None:
        """Prepare to download.

        Args:
            runtime: folder of the store, timeouts and delays.
            named: addresses that the user named; redirects to other servers are refused.
        """
        self.cache = Cache(runtime.store)
        self._runtime = runtime
        self._fresh_seconds = runtime.fresh_days * _DAY
        self._limiter = RateLimiter(runtime.store / "gates")
        self._robots = Robots(self._robots_txt)
        self._requester = Requester(self.cache, frozenset(map(server_of, named)), runtime)
        self._retry = Retry(
            total=runtime.attempts - 1,
            backoff_factor=runtime.first_pause,
            backoff_jitter=runtime.first_pause,
            backoff_max=_MAX_BACKOFF,
        )
        self._unanswered: Counter[str] = Counter()
        self._lock = Lock()

    def stop(self) -> None:
        """Make no more requests: waiting threads get a `StoppedError`."""
        self._limiter.stop()

    def fetch(self, url: str, expected: Expected) -> Path:
        """A file, from the cache or the server.

        Raises:
            MissingError: the file does not exist.
            ForbiddenError: robots.txt forbids it.
            NoAnswerError: the server does not answer.
            UnavailableError: it is not available for another reason.
            StoppedError: `stop` was called.
            OSError: it cannot be written.
        """
        record = self._fresh(url, self._fresh_seconds)
        if record is None:
            with self.cache.lock(url):
                record = self._fresh(url, self._fresh_seconds) or self._download(url, expected)
        if record.status != OK:
            raise MissingError(f"the server answers {record.status}")
        return self.cache.file(record.sha256)

    def down(self) -> list[str]:
        """Servers that left several files in a row without any answer."""
        with self._lock:
            return sorted(server for server, files in self._unanswered.items() if files >= _DOWN_AFTER)

    def _fresh(self, url: str, seconds: float) -> Record | None:
        cached = self.cache.find(url)
        return cached if cached and 0 <= time.time() - cached.checked < seconds else None

    def _download(self, url: str, expected: Expected) -> Record:
        server, cached = server_of(url), self.cache.find(url)
        try:
            if server in self.down():
                raise NoAnswerError("the server does not answer any more")
            record = self._with_retries(url, expected, cached, self._admit)
        except UnavailableError as error:
            self._note(server, answered=not isinstance(error, NoAnswerError))
            if cached is None or cached.status != OK:
                raise
            return cached  # an older version is better than none; the next run asks again
        self._note(server, answered=True)
        return record

    def _note(self, server: str, *, answered: bool) -> None:
        with self._lock:
            self._unanswered[server] = 0 if answered else self._unanswered[server] + 1

    def _admit(self, url: str) -> None:
        """Wait until an address may be requested."""
        interval = max(self._runtime.delay, self._robots.interval(url))
        self._limiter.acquire(server_of(url), interval)

    def _robots_txt(self, url: str) -> bytes:
        """A robots.txt; empty if the server has none (RFC 9309, section 2.3.1.3)."""

        def admit(url: str) -> None:  # robots.txt itself is always allowed
            self._limiter.acquire(server_of(url), self._runtime.delay)

        try:
            with self.cache.lock(url, "robots"):
                record = self._fresh(url, _DAY) or self._with_retries(
                    url, _ROBOTS, self.cache.find(url), admit
                )
        except NotAllowedError:
            return b""
        except NoAnswerError:
            raise
        except UnavailableError as error:
            why = f"its robots.txt is not available ({error}), so nothing may be requested"
            raise ForbiddenError(why) from None
        return self.cache.file(record.sha256).read_bytes() if record.status == OK else b""

    def _with_retries(
        self, url: str, expected: Expected, cached: Record | None, admit: Callable[[str], None]
    ) -> Record:
        retry = self._retry
        while True:
            admit(url)
            try:
                return self._requester.download(url, expected, cached, admit=admit)
            except TemporaryError as error:
                retry = self._wait(url, retry, error)

    def _wait(self, url: str, retry: Retry, error: TemporaryError) -> Retry:
        """Back off before the next attempt and return the remaining attempts.

        Raises:
            NoAnswerError: no attempt remains, and the server did not answer.
            UnavailableError: no attempt remains, or the server asks for too long a pause.
        """
        if error.retry_after > _LONGEST_WAIT:
            raise UnavailableError(f"{error} and asks for a pause of {error.retry_after:,.0f} s")
        try:
            retry = retry.increment("GET", url, error=error)
        except MaxRetryError:
            kind = UnavailableError if error.answered else NoAnswerError
            raise kind(f"{server_of(url)}: {error}, {self._runtime.attempts} attempts") from None
        pause = max(error.retry_after, retry.get_backoff_time())
        if error.overloaded:
            self._limiter.block(server_of(url), pause)  # for all processes; our next turn waits for it too
        else:
            self._limiter.sleep(pause)
        return retry
