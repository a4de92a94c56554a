"""One request for a file: sent, followed where it is redirected, and what came of it kept."""

from __future__ import annotations

import email.utils
import re
import time
from dataclasses import replace
from http import HTTPStatus
from threading import local
from typing import TYPE_CHECKING

import requests

from dialogue_etl import __version__
from dialogue_etl.web import body
from dialogue_etl.web.failures import NotAllowedError, RefusedError, TryAgainError, UnavailableError
from dialogue_etl.web.guard import GuardedAdapter, redirected
from dialogue_etl.web.kept import Record, Validators, digest

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from pathlib import Path

    from dialogue_etl.web.kept import Downloads, Partial
    from dialogue_etl.web.wanted import Wanted

AGENT = "dialogue-etl"
_GONE = frozenset([HTTPStatus.NOT_FOUND, HTTPStatus.GONE])
_BUSY = frozenset([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524])
_WHOLE_SERVER = frozenset([HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE])
_MAX_REDIRECTS = 3
_SEEN = 1 << 16  # bytes at either end of a file that are looked at
_SECONDS = re.compile("[0-9]{1,9}")


class _Session(requests.Session):
    """Leaves redirects to us; else it would read the page that comes with one, however long it is."""

    def get_redirect_target(self, resp: requests.Response) -> str | None:  # noqa: ARG002 - named by requests
        return None


class Asking:
    """Sends requests; each thread has its own connections."""

    def __init__(
        self,
        downloads: Downloads,
        *,
        allowed: Collection[str],
        contact: str,
        timeout: float,
    ) -> None:
        """Prepare to ask.

        Args:
            downloads: where files are kept.
            allowed: servers that the user named.
            contact: of whoever runs this.
            timeout: seconds to wait for an answer, and for each part of it.
        """
        self._downloads = downloads
        self._allowed = allowed
        self._agent = f"{AGENT}/{__version__} ({contact or 'no contact given'})"
        self._timeout = timeout
        self._threads = local()

    def once(
        self,
        url: str,
        wanted: Wanted,
        known: Record | None,
        *,
        doubtful: str,
        before_redirect: Callable[[str], None],
    ) -> Record:
        """What the server says now.

        Args:
            url: the address.
            wanted: what is asked for.
            known: an older answer.
            doubtful: SHA-256 of what came the last time, if it was doubtful.
            before_redirect: called with the address a redirect leads to; may wait, may refuse.

        Raises:
            TryAgainError: asking again may help.
            UnavailableError: it can't be had.
            OSError: it can't be kept.
        """
        partial = self._downloads.partial(url)
        with self._answer(url, _headers(wanted, known, partial), before_redirect) as answer:
            status = answer.status_code
            if status == HTTPStatus.NOT_MODIFIED and known:
                return self._downloads.note(replace(known, checked=time.time()))
            if status in _GONE:
                return self._downloads.note(Record(url, status, time.time()))
            if status in _BUSY:
                busy = status in _WHOLE_SERVER
                raise TryAgainError(f"the server answers {status}", busy=busy, after=_retry_after(answer))
            if status == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
                validators = _already_whole(answer, partial)
            elif status in {HTTPStatus.OK, HTTPStatus.PARTIAL_CONTENT}:
                validators = self._take(answer, partial, wanted)
            else:
                kind = NotAllowedError if 400 <= status < 500 else UnavailableError
                raise kind(f"the server answers {status}")
        self._look_at(partial, wanted, doubtful)
        record = self._downloads.keep(url, partial.path, validators)
        partial.remove()
        return record

    def _answer(
        self, url: str, headers: Mapping[str, str], before_redirect: Callable[[str], None]
    ) -> requests.Response:
        """The answer at the end of all redirects; its body is not read yet."""
        seen = {url}
        while True:
            answer = self._sent(url, headers)
            if not answer.is_redirect:
                return answer
            answer.close()
            url = redirected(url, answer.headers["Location"], self._allowed)
            if url in seen:
                raise RefusedError("redirects in a circle")
            if len(seen) > _MAX_REDIRECTS:
                raise RefusedError(f"redirects more than {_MAX_REDIRECTS} times")
            seen.add(url)
            before_redirect(url)

    def _sent(self, url: str, headers: Mapping[str, str]) -> requests.Response:
        try:
            return self._session().get(
                url, headers=headers, timeout=self._timeout, stream=True, allow_redirects=False
            )
        except requests.Timeout:
            raise TryAgainError(f"no answer in {self._timeout:g} s", answered=False) from None
        except requests.exceptions.SSLError as error:
            raise UnavailableError(f"no safe connection: {error.args[0] if error.args else error}") from None
        except requests.ConnectionError:
            raise TryAgainError("the connection broke, or none came about", answered=False) from None
        except (requests.RequestException, ValueError) as error:
            raise UnavailableError(f"{type(error).__name__}: {error}") from None

    def _session(self) -> requests.Session:
        found: requests.Session | None = getattr(self._threads, "session", None)
        if found is None:
            found = self._threads.session = _Session()
            found.headers["User-Agent"] = self._agent
            for scheme in ("http://", "https://"):
                found.mount(scheme, GuardedAdapter(self._allowed))
        return found

    def _take(self, answer: requests.Response, partial: Partial, wanted: Wanted) -> Validators:
        """Write the body; the version it is of."""
        said = Validators(answer.headers.get("ETag", ""), answer.headers.get("Last-Modified", ""))
        at, whole = 0, None
        packed = body.coding(answer)
        if answer.status_code == HTTPStatus.PARTIAL_CONTENT:
            at, whole = body.range_of(answer)
            before = partial.validators()
            if at != partial.size() or packed or (said.strong and said.strong != before.strong):
                partial.remove()
                raise TryAgainError("another part came than was asked for")
            said = before
        else:
            partial.begin(Validators() if packed else said)
        try:
            came = body.write(answer, partial.path, at=at, max_bytes=wanted.max_bytes, timeout=self._timeout)
            if whole is not None and at + came != whole:
                raise TryAgainError(f"ended after {at + came:,} of {whole:,} bytes")
            if packed:
                _unpack(partial, wanted.max_bytes)
        except TryAgainError:
            if not partial.validators().strong:
                partial.remove()
            raise
        except UnavailableError:
            partial.remove()
            raise
        return said

    def _look_at(self, partial: Partial, wanted: Wanted, doubtful: str) -> None:
        """Let a file pass.

        Raises:
            TryAgainError: it is doubtful.
        """
        doubt = wanted.doubt(*_ends(partial.path))
        if doubt is None:
            return
        sha256 = digest(partial.path)
        if doubt.settled and sha256 == doubtful:
            return
        partial.remove()
        raise TryAgainError(doubt.why, sha256=sha256)


def _headers(wanted: Wanted, known: Record | None, partial: Partial) -> dict[str, str]:
    """Go on with a part if there is one; else ask whether what is known has changed."""
    begun, held = partial.validators().strong, partial.size()
    if begun and held:
        return {"Accept-Encoding": "identity", "Range": f"bytes={held}-", "If-Range": begun}
    headers = {"Accept-Encoding": "gzip" if wanted.packed else "identity"}
    if known and known.validators.etag:
        headers["If-None-Match"] = known.validators.etag
    elif known and known.validators.last_modified:
        headers["If-Modified-Since"] = known.validators.last_modified
    return headers


def _already_whole(answer: requests.Response, partial: Partial) -> Validators:
    """The version of a part that there is no rest of: its length had been announced wrongly.

    Raises:
        TryAgainError: it is not the whole file.
    """
    validators = partial.validators()
    if answer.headers.get("Content-Range") == f"bytes */{partial.size()}":
        return validators
    partial.remove()
    raise TryAgainError("the rest of a partial file can't be had")


def _retry_after(answer: requests.Response) -> float | None:
    """Seconds to leave the server alone (RFC 9110, section 10.2.3); None if it does not say."""
    stated = answer.headers.get("Retry-After", "").strip()
    if _SECONDS.fullmatch(stated):
        return float(stated)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(stated).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None


def _unpack(partial: Partial, max_bytes: int) -> None:
    plain = partial.path.with_name(f"{partial.path.name}.plain")
    try:
        body.unpack(partial.path, plain, max_bytes)
        plain.replace(partial.path)
    finally:
        plain.unlink(missing_ok=True)


def _ends(file: Path) -> tuple[bytes, bytes]:
    with file.open("rb") as opened:
        first = opened.read(_SEEN)
        opened.seek(max(0, file.stat().st_size - _SEEN))
        return first, opened.read()
