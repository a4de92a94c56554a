"""Sends one request for a file, follows redirects, and stores the answer in the cache."""

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from http.cookiejar import DefaultCookiePolicy
from urllib.parse import urljoin, urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3.exceptions import InvalidHeader
from urllib3.util import Retry

from dialogue_etl import __version__
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.web import body
from dialogue_etl.web.cache import Cache, Partial, Record
from dialogue_etl.web.failures import NotAllowedError, TemporaryError, UnavailableError
from dialogue_etl.web.robots import AGENT

_PORTS = {"http": 80, "https": 443}
_GONE = frozenset([404, 410])
_OVERLOADED = frozenset([429, 503])
_TEMPORARY = frozenset([408, 416, 425, 500, 502, 504, 520, 521, 522, 523, 524]) | _OVERLOADED
_MAX_REDIRECTS = 3
_HEAD = 1 << 16  # bytes of a file that are looked at


@dataclass(frozen=True)
class Expected:
    """What a file should be.

    Attributes:
        max_bytes: a larger file is refused.
        problem: checks the first bytes of a file and returns what is wrong; empty for a valid file.
    """

    max_bytes: int
    problem: Callable[[bytes], str] = field(default=lambda _head: "")


class _Session(requests.Session):
    def get_redirect_target(self, resp: requests.Response) -> str | None:  # noqa: ARG002 - named by requests
        """None: we follow redirects ourselves; requests would read the body of each, however long."""
        return None


class Requester:
    """Sends requests; threads share its connections."""

    def __init__(self, cache: Cache, allowed: Collection[str], runtime: Runtime) -> None:
        """Prepare to send requests.

        Args:
            cache: stores the files.
            allowed: servers that the user named, in the form of `server_of`.
            runtime: contact for the user agent, timeout, number of connections.
        """
        self._cache = cache
        self._allowed = allowed
        self._timeout = runtime.timeout
        self._session = _Session()
        self._session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=()))  # none: threads share it
        self._session.headers["User-Agent"] = (
            f"{AGENT}/{__version__} ({runtime.contact or 'no contact given'})"
        )
        for scheme in _PORTS:
            self._session.mount(f"{scheme}://", HTTPAdapter(pool_maxsize=runtime.connections))

    def download(
        self, url: str, expected: Expected, cached: Record | None, *, admit: Callable[[str], None]
    ) -> Record:
        """Request a file once: the rest of a partial file, else the file if it has changed.

        Args:
            url: the address.
            expected: what the file should be.
            cached: an older answer.
            admit: called with the target of each redirect; may wait or raise.

        Raises:
            TemporaryError: a retry may help.
            UnavailableError: it is not available.
            OSError: it cannot be written.
        """
        partial = self._cache.partial(url)
        with self._response(url, _headers(cached, partial), admit) as response:
            status = response.status_code
            if status == 304 and cached:
                return self._cache.write(replace(cached, checked=time.time()))
            if status in _GONE:
                return self._cache.write(Record(url, status, time.time()))
            if status in {200, 206}:
                body.save(response, partial, max_bytes=expected.max_bytes, timeout=self._timeout)
            else:
                if status == 416:  # the partial file is not the beginning of this file
                    partial.remove()
                raise _failure(response)
        with partial.path.open("rb") as file:
            problem = expected.problem(file.read(_HEAD))
        if problem:
            partial.remove()
            raise UnavailableError(problem)
        etag, last_modified = (response.headers.get(name, "") for name in ("ETag", "Last-Modified"))
        return self._cache.store(url, partial, etag=etag, last_modified=last_modified)

    def _response(
        self, url: str, headers: Mapping[str, str], admit: Callable[[str], None]
    ) -> requests.Response:
        """The answer at the end of all redirects; its body is not read yet."""
        for _ in range(_MAX_REDIRECTS + 1):
            response = self._send(url, headers)
            if not response.is_redirect:
                return response
            response.close()
            url = redirect_target(url, response.headers["Location"], self._allowed)
            admit(url)
        raise UnavailableError(f"redirects more than {_MAX_REDIRECTS} times")

    def _send(self, url: str, headers: Mapping[str, str]) -> requests.Response:
        try:
            return self._session.get(
                url, headers=headers, timeout=self._timeout, stream=True, allow_redirects=False
            )
        except requests.Timeout:
            raise TemporaryError(f"no answer in {self._timeout:g} s", answered=False) from None
        except requests.exceptions.SSLError as error:
            raise UnavailableError(
                f"no secure connection: {error.args[0] if error.args else error}"
            ) from None
        except requests.ConnectionError:
            raise TemporaryError("the connection failed", answered=False) from None
        except (requests.RequestException, ValueError) as error:
            raise UnavailableError(f"{type(error).__name__}: {error}") from None


def server_of(url: str) -> str:
    """Host and port of an address, as in `www.gutenberg.org:443`."""
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port or _PORTS.get(parts.scheme, 0)}"


def redirect_target(url: str, location: str, allowed: Collection[str]) -> str:
    """The target of a redirect: a server the user named, or the same one by https.

    Other targets are refused: they could be services of the user's own network (server-side request forgery).

    Args:
        url: the address that was requested.
        location: the header `Location` of the answer.
        allowed: servers that the user named, in the form of `server_of`.

    Raises:
        UnavailableError: the target is refused, or is not an address.
    """
    try:
        target = urljoin(url, location)
        parts, server = urlsplit(target), server_of(target)
    except ValueError:
        raise UnavailableError("redirects to something that is not an address") from None
    if parts.scheme not in _PORTS or server not in {*allowed, f"{urlsplit(url).hostname}:443"}:
        shown = f"{parts.scheme}://{parts.hostname or ''}"
        raise UnavailableError(f"redirects to {shown}; name it as a mirror to allow that")
    return target


def _headers(cached: Record | None, partial: Partial) -> dict[str, str]:
    """Headers that resume a partial file, or else ask whether the cached one has changed.

    Transfers are not compressed, so that the length can be checked and the download resumed.
    """
    headers = {"Accept-Encoding": "identity"}
    if (validator := partial.validator()) and partial.size():
        headers |= {"Range": f"bytes={partial.size()}-", "If-Range": validator}
    elif cached and cached.etag:
        headers["If-None-Match"] = cached.etag
    elif cached and cached.last_modified:
        headers["If-Modified-Since"] = cached.last_modified
    return headers


def _failure(response: requests.Response) -> Exception:
    status = response.status_code
    why = f"the server answers {status}"
    if status in _TEMPORARY:
        overloaded = status in _OVERLOADED
        return TemporaryError(why, overloaded=overloaded, retry_after=_retry_after(response))
    return (NotAllowedError if 400 <= status < 500 else UnavailableError)(why)


def _retry_after(response: requests.Response) -> float:
    try:
        return Retry(retry_after_max=10**9).get_retry_after(response.raw) or 0.0
    except InvalidHeader:
        return 0.0
