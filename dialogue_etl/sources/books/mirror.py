"""Where the bytes of books come from: a folder, or an HTTP server, of the same layout."""

from __future__ import annotations

import hashlib
import logging
import os
import stat
import time
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Protocol

import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

from dialogue_etl import __version__
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.shards import write_whole
from dialogue_etl.text import forms

if TYPE_CHECKING:
    from collections.abc import Iterator

log = logging.getLogger("dialogue_etl")

MAX_BYTES = 200_000_000
_KINDS = {stat.S_IFDIR: "a directory", stat.S_IFIFO: "a named pipe", stat.S_IFSOCK: "a socket"}
_GONE = (requests.codes.not_found, requests.codes.gone)


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
            UnavailableError: no such file, not a readable one, or a path or link that leaves the folder.
        """
        file = self._root / path
        if not leads_inside(path) or not _is_below(file, self._root):
            raise UnavailableError(f"{path}: leads out of its folder")
        return read_file(file, path)


def leads_inside(path: str) -> bool:
    """Whether a path names something below the folder it is relative to, symbolic links aside."""
    pure = PurePosixPath(path)
    return not pure.is_absolute() and ".." not in pure.parts and "\0" not in path


def _is_below(file: Path, folder: Path) -> bool:
    """Whether a file is below a folder, symbolic links followed."""
    return Path(os.path.realpath(file)).is_relative_to(os.path.realpath(folder))


def read_file(file: Path, name: str) -> bytes:
    """The bytes of a regular file.

    Args:
        file: where it is.
        name: what messages call it.

    Raises:
        UnavailableError: it is gone, may not be read, is too large, or is something else than a file.
    """
    try:
        kind = stat.S_IFMT(file.stat().st_mode)
        if kind != stat.S_IFREG:
            raise UnavailableError(f"{name}: {_KINDS.get(kind, 'a device')}, not a file")
        with open(file, "rb", opener=_without_waiting) as opened:
            return b"".join(_limited(iter(lambda: opened.read(1 << 20), b""), name))
    except FileNotFoundError:
        raise MissingError(f"{name}: no such file") from None
    except OSError as error:
        raise UnavailableError(f"{name}: {error.strerror}") from None


def _without_waiting(path: str, flags: int) -> int:
    # A named pipe that took the file's place meanwhile would wait for somebody to write to it.
    return os.open(path, flags | os.O_NONBLOCK)


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
        if forms.markup(data) == forms.WEB_PAGE:
            raise UnavailableError(f"{path}: a web page came instead of the file")
        return data


def _limited(chunks: Iterator[bytes], path: str) -> Iterator[bytes]:
    total = 0
    for chunk in chunks:
        total += len(chunk)
        if total > MAX_BYTES:
            raise UnavailableError(f"{path}: larger than {MAX_BYTES:,} bytes")
        yield chunk
