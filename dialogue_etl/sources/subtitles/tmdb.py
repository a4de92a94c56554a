"""Film metadata of TMDB by IMDb id; answers are kept on disk, so that no film is requested twice.

The key is an API read access token from the environment. It is sent in a header, so it is never in a URL, a
log or the store. Films that TMDB does not know or gives no answer for stay as they are.
"""

import json
import logging
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dialogue_etl.core.runtime import Runtime
from dialogue_etl.core.shards import write_atomic
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.subtitles.documents import IMDB
from dialogue_etl.web.rate_limiter import RateLimiter

KEY = "DIALOGUE_ETL_TMDB_KEY"
_FAILURES = 5  # in a row; then TMDB counts as unreachable
_WAIT = 10.0  # seconds at most that TMDB may ask for
_LARGEST = 5_000_000  # bytes of an answer
_KINDS = (
    ("movie_results", "movie", "id"),
    ("tv_results", "tv", "id"),
    ("tv_episode_results", "tv", "show_id"),  # metadata of the series holds for its episodes
)

log = logging.getLogger("dialogue_etl")


class TmdbError(DialogueEtlError):
    """TMDB can't be used: the key is missing or wrong."""


class _FailedError(Exception):
    """A request failed."""


@dataclass
class Answers:
    """Counts of TMDB's answers.

    Attributes:
        known: films it knows.
        unknown: films it does not know.
        failed: films it gave no answer for.
        asked: those of them that were requested, not read from disk.
    """

    known: int = 0
    unknown: int = 0
    failed: int = 0
    asked: int = 0


class Tmdb:
    """Metadata from TMDB, cached on disk."""

    def __init__(self, runtime: Runtime, variable: str = KEY) -> None:
        """Set up as `runtime` says, with the key from an environment variable."""
        self.answers = Answers()
        self._runtime = runtime
        self._folder = runtime.store / "tmdb"
        self._key = os.environ.get(variable, "").strip()
        self._variable = variable
        self._limiter = RateLimiter(runtime.store / "gates")
        self._down = 0
        self._session: Any = None

    def facts(self, film_id: str) -> dict[str, Any] | None:
        """Columns of the films table; None where TMDB gives none.

        Raises:
            TmdbError: the key is missing, or TMDB refuses it.
        """
        if not IMDB.fullmatch(film_id):
            return None
        path = self._folder / film_id[-2:] / f"{film_id}.json"
        try:
            found = json.loads(path.read_bytes())
        except (OSError, ValueError):
            found = self._ask(film_id, path)
        if found is None:
            self.answers.failed += 1
            return None
        self.answers.known += bool(found)
        self.answers.unknown += not found
        return found or None

    def _ask(self, film_id: str, path: Path) -> dict[str, Any] | None:
        if self._down >= _FAILURES:
            return None
        self.answers.asked += 1
        try:
            found = self._details(film_id)
        except _FailedError as error:
            self._down += 1
            log.warning("TMDB: %s: %s", film_id, error)
            return None
        self._down = 0
        write_atomic(path, (json.dumps(found, ensure_ascii=False, sort_keys=True) + "\n").encode())
        return found

    def _details(self, film_id: str) -> dict[str, Any]:
        """TMDB's metadata, or empty."""
        results = self._get(f"find/{film_id}", external_source="imdb_id")
        for name, kind, key in _KINDS:
            if listed := results.get(name):
                first = listed[0]
                id = first.get(key)
                if isinstance(id, int):
                    further = "release_dates" if kind == "movie" else "content_ratings"
                    return _columns(self._get(f"{kind}/{id}", append_to_response=further))
        return {}

    def _get(self, path: str, **query: str) -> dict[str, Any]:
        """An answer; empty if TMDB has no such resource.

        Raises:
            _FailedError: the request failed.
            TmdbError: the key is missing, or TMDB refuses it.
        """
        if not self._key:
            raise TmdbError(
                f"TMDB is enabled, but {self._variable} is not set: it is its API read access token"
            )
        import requests  # noqa: PLC0415 - only if TMDB is enabled

        for _ in range(self._runtime.attempts):
            self._limiter.acquire("tmdb", self._runtime.tmdb_delay)
            self._session = self._session or requests.Session()
            try:
                answer = self._session.get(
                    f"{self._runtime.tmdb.rstrip('/')}/{path}",
                    params=query,
                    headers={"Authorization": f"Bearer {self._key}", "Accept": "application/json"},
                    timeout=self._runtime.timeout,
                    allow_redirects=False,
                )
                if answer.status_code in {401, 403}:
                    raise TmdbError(f"TMDB refuses the key in {self._variable} ({answer.status_code})")
                if answer.status_code == 404:
                    return {}
                if answer.status_code == 200 and len(answer.content) < _LARGEST:
                    return dict(answer.json())
                problem = f"the server answers {answer.status_code}"
                if answer.status_code == 429:
                    self._limiter.block("tmdb", min(_WAIT, _seconds(answer.headers.get("Retry-After", ""))))
            except (requests.RequestException, ValueError, TypeError) as error:
                problem = type(error).__name__
            self._limiter.sleep(self._runtime.first_pause)
        raise _FailedError(problem)


def _seconds(text: str) -> float:
    return float(text) if text.isdecimal() else 1.0


def _columns(details: dict[str, Any]) -> dict[str, Any]:
    """The columns that are filled from TMDB's details of a film or series."""
    date = str(details.get("release_date") or details.get("first_air_date") or "")
    return {
        "title": details.get("title") or details.get("name") or None,
        "year": int(date[:4]) if date[:4].isdecimal() else None,
        "genres": _names(details.get("genres"), "name"),
        "countries": _names(details.get("production_countries"), "name"),
        "original_languages": _language(details),
        "minutes": float(details["runtime"]) if details.get("runtime") else None,
        "adult": details.get("adult"),
        "certifications": _certifications(details),
        "film_rating": float(details["vote_average"]) if details.get("vote_count") else None,
    }


def _language(details: dict[str, Any]) -> list[str]:
    """The English name of the original language, as in OPUS."""
    tag = details.get("original_language")
    spoken = {one.get("iso_639_1"): one.get("english_name") for one in details.get("spoken_languages") or []}
    return [spoken.get(tag) or tag] if tag else []


def _names(listed: Any, key: str) -> list[str]:
    return [str(one[key]) for one in listed or [] if one.get(key)]


def _certifications(details: dict[str, Any]) -> list[dict[str, str]]:
    films = details.get("release_dates", {}).get("results", [])
    series = details.get("content_ratings", {}).get("results", [])
    found = {
        (one["iso_3166_1"], release["certification"])
        for one in films
        for release in one.get("release_dates", [])
        if release.get("certification")
    } | {(one["iso_3166_1"], one["rating"]) for one in series if one.get("rating")}
    return [{"country": country, "value": value} for country, value in sorted(found)]
