"""Robot rules: what a server's robots.txt lets us ask for, and how fast (RFC 9309)."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from protego import Protego

from dialogue_etl.web.asking import AGENT
from dialogue_etl.web.failures import ForbiddenError

if TYPE_CHECKING:
    from collections.abc import Callable


class Robots:
    """The rules of every server that is asked; read when first needed."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        """Prepare to read rules.

        Args:
            read: gives a robots.txt by its address; empty where there is none.
        """
        self._read = read
        self._rules: dict[str, Protego | ForbiddenError] = {}
        self._lock = Lock()

    def allow(self, url: str) -> bool:
        """Whether an address may be asked for.

        Raises:
            ForbiddenError: the server does not give its rules away, so nothing may be asked.
            NoAnswerError: it does not answer.
        """
        return bool(self._of(url).can_fetch(url, AGENT))

    def delay(self, url: str) -> float:
        """Seconds the server wants between two requests, 0 if it does not say."""
        rules = self._of(url)
        rate = rules.request_rate(AGENT)
        return max(rules.crawl_delay(AGENT) or 0.0, rate.seconds / rate.requests if rate else 0.0)

    def _of(self, url: str) -> Protego:
        parts = urlsplit(url)
        server = f"{parts.scheme}://{parts.netloc}"
        with self._lock:
            if server not in self._rules:
                self._rules[server] = self._parsed(f"{server}/robots.txt")
            rules = self._rules[server]
        if isinstance(rules, ForbiddenError):
            raise ForbiddenError(str(rules))
        return rules

    def _parsed(self, url: str) -> Protego | ForbiddenError:
        """Rules; or why there are none, so that not every file of a server asks for them again."""
        try:
            return Protego.parse(self._read(url).decode("utf-8-sig", "replace"))
        except ForbiddenError as error:
            return error
