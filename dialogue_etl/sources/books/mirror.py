"""Where the bytes of books come from: a folder, or an HTTP server, of the same layout."""

from __future__ import annotations

import hashlib
import logging
import time
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Protocol

import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

from dialogue_etl import __version__
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.shards import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator

log = logging.getLogger("dialogue_etl")

MAX_BYTES = 200_000_000
_GONE = (requests.codes.not_found, requests.codes.gone)
_HTML = (b"<!doctype html", b"<html")


class UnavailableError(DialogueEtlError):
    """A file can't be had; the message names it and says why."""


class MissingError(UnavailableError):
    """The mirror does not hold the file."""


class Mirror(Protocol):
    """Something that holds files of Project Gutenberg's layout."""

    def read(self, path: str) -> bytes:
        """The bytes of a file by its relative path.

        Raises:
            UnavailableError: it can't be had.
        """
        ...


class Folder:
    """A local copy."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, path: str) -> bytes:
        """The bytes of a file below the folder.

        Raises:
            UnavailableError: no such file, not readable, or a path that leaves the folder.
        """
        pure = PurePosixPath(path)
        if pure.is_absolute() or ".." in pure.parts:
            raise UnavailableError(f"{path}: leads out of its folder")
        file = self._root / pure
        try:
            if file.stat().st_size > MAX_BYTES:
                raise UnavailableError(f"{path}: larger than {MAX_BYTES:,} bytes")
            return file.read_bytes()
        except FileNotFoundError:
            raise MissingError(f"{path}: no such file") from None
        except UnavailableError:
            raise
        except OSError as error:
            raise UnavailableError(f"{path}: {error.strerror}") from None


class Http:
    """A mirror on the web, asked politely; what it gave once is kept in the store."""

    def __init__(self, base: str, *, store: Path, contact: str, delay: float, timeout: float) -> None:
        self._base = base.rstrip("/")
        self._store = store
        self._delay = delay
        self._timeout = timeout
        self._session = requests.Session()
        project = f"dialogue-etl/{__version__}"
        self._session.headers["User-Agent"] = f"{project} ({contact})" if contact else project
        retries = Retry(
            total=4,
            backoff_factor=1,
            backoff_jitter=1,
            status_forcelist=(429, 500, 502, 503, 504),
            raise_on_status=False,  # the last answer's status is the better message
        )
        for scheme in ("http://", "https://"):
            self._session.mount(scheme, HTTPAdapter(max_retries=retries))

    def read(self, path: str) -> bytes:
        """The bytes of a file, from the store if it was fetched before.

        Raises:
            UnavailableError: the mirror does not have it or does not answer, or answers with a web page.
        """
        url = f"{self._base}/{path}"
        kept = self._store / "downloads" / hashlib.sha256(url.encode()).hexdigest()
        if kept.is_file():
            return kept.read_bytes()
        data = self._fetch(url, path)
        write_whole(kept, data)
        return data

    def _fetch(self, url: str, path: str) -> bytes:
        time.sleep(self._delay)
        try:
            with self._session.get(url, timeout=self._timeout, stream=True, allow_redirects=False) as answer:
                if answer.status_code in _GONE:
                    raise MissingError(f"{path}: the mirror answers {answer.status_code}")
                if answer.status_code != requests.codes.ok:
                    raise UnavailableError(f"{path}: the mirror answers {answer.status_code}")
                data = b"".join(_limited(answer.iter_content(1 << 16), path))
                expected = answer.headers.get("Content-Length")
                encoded = "Content-Encoding" in answer.headers
        except requests.RequestException as error:
            raise UnavailableError(f"{path}: {type(error).__name__} from {self._base}") from None
        if expected and not encoded and len(data) != int(expected):
            raise UnavailableError(f"{path}: {len(data)} of {expected} bytes came")
        if data[:200].lstrip().lower().startswith(_HTML):
            raise UnavailableError(f"{path}: a web page came instead of the file")
        return data


def _limited(chunks: Iterator[bytes], path: str) -> Iterator[bytes]:
    total = 0
    for chunk in chunks:
        total += len(chunk)
        if total > MAX_BYTES:
            raise UnavailableError(f"{path}: larger than {MAX_BYTES:,} bytes")
        yield chunk
