"""Rules of a server's robots.txt: allowed addresses and request rate (RFC 9309)."""

from collections.abc import Callable
from threading import Lock
from urllib.parse import urljoin

from protego import Protego

from dialogue_etl.web.failures import ForbiddenError

AGENT = "dialogue-etl"
_NOTHING = b"User-agent: *\nDisallow: /"


class Robots:
    """The rules of all servers, each read when first needed."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        """Prepare to read rules.

        Args:
            read: returns a robots.txt by its address, empty if the server has none. Its ForbiddenError is
                cached like rules.
        """
        self._read = read
        self._rules: dict[str, tuple[Protego, str]] = {}
        self._lock = Lock()

    def interval(self, url: str) -> float:
        """Seconds that the server wants between two requests, 0 if it does not say.

        Raises:
            ForbiddenError: the rules forbid this address, or there are rules but no way to read them.
            NoAnswerError: the server does not answer.
        """
        rules, why = self._of(url)
        if not rules.can_fetch(url, AGENT):
            raise ForbiddenError(why)
        rate = rules.request_rate(AGENT)
        return max(rules.crawl_delay(AGENT) or 0.0, rate.seconds / rate.requests if rate else 0.0)

    def _of(self, url: str) -> tuple[Protego, str]:
        """The rules of a server, and the message for addresses that they forbid."""
        server = urljoin(url, "/robots.txt")
        with self._lock:
            if server not in self._rules:
                try:
                    text, why = self._read(server), "the server's robots.txt forbids it"
                except ForbiddenError as error:
                    text, why = _NOTHING, str(error)
                self._rules[server] = Protego.parse(text.decode("utf-8-sig", "replace")), why
            return self._rules[server]
