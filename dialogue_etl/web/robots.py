"""What a server's robots.txt allows us to request, and how fast (RFC 9309)."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from protego import Protego

from dialogue_etl.web.failures import ForbiddenError

if TYPE_CHECKING:
    from collections.abc import Callable

AGENT = "dialogue-etl"


class Robots:
    """The rules of every server that is asked, read when they are first needed."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        """Prepare to read rules.

        Args:
            read: gives a robots.txt by its address; empty where there is none. Its ForbiddenError is kept
                like rules, so that not every file of a server asks for them again.
        """
        self._read = read
        self._rules: dict[str, Protego | ForbiddenError] = {}
        self._lock = Lock()

    def interval(self, url: str) -> float:
        """Seconds that the server wants between two requests, 0 if it does not say.

        Raises:
            ForbiddenError: the rules forbid this address, or there are rules but no way to read them.
            NoAnswerError: the server does not answer.
        """
        rules = self._of(url)
        if not rules.can_fetch(url, AGENT):
            raise ForbiddenError("the server's robots.txt forbids it")
        rate = rules.request_rate(AGENT)
        return max(rules.crawl_delay(AGENT) or 0.0, rate.seconds / rate.requests if rate else 0.0)

    def _of(self, url: str) -> Protego:
        parts = urlsplit(url)
        server = f"{parts.scheme}://{parts.netloc}"
        with self._lock:
            if server not in self._rules:
                try:
                    text = self._read(f"{server}/robots.txt").decode("utf-8-sig", "replace")
                    self._rules[server] = Protego.parse(text)
                except ForbiddenError as error:
                    self._rules[server] = error
            rules = self._rules[server]
        if isinstance(rules, ForbiddenError):
            raise ForbiddenError(str(rules))
        return rules
