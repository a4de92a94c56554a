"""Regular expressions of users, with a time limit for each search."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import regex

from dialogue_etl.errors import DialogueEtlError

SECONDS = 1.0
"""Maximum CPU time of a search; without catastrophic backtracking it takes microseconds."""
_LONGEST = 2_000  # characters of a pattern
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
    if not pattern or len(pattern) > _LONGEST:
        raise ValueError(f"should have 1 to {_LONGEST:,} characters")
    return pattern


@lru_cache(maxsize=64)
def searcher(pattern: str, flags: int = 0) -> Callable[[str], bool]:
    """A function that tells whether a pattern matches anywhere in a text; it may raise SlowPatternError."""
    search: Any = regex.compile(pattern, flags).search

    def found(text: str) -> bool:
        try:
            return search(text, timeout=SECONDS) is not None
        except TimeoutError:
            shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
            raise SlowPatternError(
                f"{pattern!r}: stopped after {SECONDS:g} s on a text of {len(text):,} characters, {shown!r}: "
                "it backtracks without end; write it without repetitions inside repetitions"
            ) from None

    return found
