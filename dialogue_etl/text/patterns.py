"""Regular expressions of users, with limits of the time and memory of searches."""

import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NoReturn

import regex

from dialogue_etl.errors import DialogueEtlError

SECONDS = 1.0
"""Maximum CPU time of a search; without catastrophic backtracking it takes microseconds."""
WHOLE_SECONDS, MEAN_SECONDS = 10.0, 0.001
"""A pattern is refused if searches took so much CPU time in all, and each so much on average."""
_LONGEST = 2_000  # characters of a pattern
_RECURSION = regex.compile(r"\(\?(?:R|\d+|&\w+|P>\w+)\)")
"""A call of a group or of the whole pattern, which can fill the memory before the time is up."""
_SHOWN = 60


class SlowPatternError(DialogueEtlError):
    """A search took longer than the limit, which stops the run.

    If the text were dropped instead, the result would depend on the speed of the machine.
    """


def check(pattern: str) -> str:
    """Check that a pattern can be compiled; returns it.

    Raises:
        ValueError: it is not valid.
    """
    try:
        regex.compile(pattern)
    except (regex.error, OverflowError, RecursionError) as error:
        raise ValueError(f"not a regular expression: {error}") from None
    if call := _RECURSION.search(pattern):
        raise ValueError(f"{call[0]}: calls of groups are not supported")
    if not pattern or len(pattern) > _LONGEST:
        raise ValueError(f"should have 1 to {_LONGEST:,} characters")
    return pattern


@lru_cache(maxsize=64)
def searcher(pattern: str, flags: int = 0) -> Callable[[str], bool]:
    """A function that tells whether a pattern matches anywhere in a text; it may raise SlowPatternError."""
    return _Searcher(pattern, regex.compile(pattern, flags).search)


class _Searcher:
    """Searches for a pattern, and counts the time that it takes."""

    def __init__(self, pattern: str, search: Any) -> None:
        self._pattern, self._search = pattern, search
        self._searches, self._seconds = 0, 0.0

    def __call__(self, text: str) -> bool:
        began = time.thread_time()
        try:
            found = self._search(text, timeout=SECONDS) is not None
        except TimeoutError:
            shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
            self._refuse(f"{SECONDS:g} s on a text of {len(text):,} characters, {shown!r}")
        self._searches += 1
        self._seconds += time.thread_time() - began
        if self._seconds > max(WHOLE_SECONDS, MEAN_SECONDS * self._searches):
            self._refuse(f"{self._seconds:.0f} s on {self._searches:,} texts")
        return found

    def _refuse(self, after: str) -> NoReturn:
        raise SlowPatternError(
            f"{self._pattern!r}: stopped after {after}: it backtracks without end; write it without "
            "repetitions inside repetitions"
        ) from None
