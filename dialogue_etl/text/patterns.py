"""Regular expressions of users, with a time limit for each search and for all slow ones together."""

import re
from collections.abc import Callable
from functools import lru_cache
from time import process_time
from typing import Any

import regex

from dialogue_etl.errors import DialogueEtlError

SECONDS = 1.0
"""Maximum CPU time of a search; without catastrophic backtracking it takes microseconds."""
SECONDS_IN_ALL = 20.0
"""Maximum CPU time of all slow searches of a pattern in a process: a catalogue has 70,000 titles."""
LIMITS = f"at most {SECONDS:g} s of CPU time for a text"
"""For descriptions of parameters."""
_SLOW, _PER_CHARACTER = 0.01, 1e-6  # seconds; a search of long texts may take longer
_LONGEST = 2_000  # characters of a pattern
_SHOWN = 60
_ESCAPES = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_RECURSION = re.compile(r"\(\?(?:R\)|&|P>|[+-]?[0-9])")


class SlowPatternError(DialogueEtlError):
    """A search took longer than the limit, which stops the run.

    If the text were dropped instead, the result would depend on the speed of the machine.
    """


def check(pattern: str) -> str:
    """Check that a pattern can be compiled; returns it.

    Patterns that call themselves, which Python's own do not, are refused: `(?R)` takes all memory.

    Raises:
        ValueError: it is not valid.
    """
    if not 0 < len(pattern) <= _LONGEST:
        raise ValueError(f"should have 1 to {_LONGEST:,} characters")
    if found := _RECURSION.search(_ESCAPES.sub("", pattern)):
        raise ValueError(f"{found[0]} calls a part of the pattern again, which is not allowed")
    try:
        regex.compile(pattern)
    except (regex.error, ValueError, OverflowError, RecursionError, MemoryError) as error:
        raise ValueError(f"not a regular expression: {str(error) or type(error).__name__}") from None
    return pattern


@lru_cache(maxsize=64)
def searcher(pattern: str, flags: int = 0, key: str = "") -> Callable[[str], bool]:
    """A function that tells whether a pattern matches anywhere in a text; it may raise SlowPatternError.

    Args:
        pattern: one that `check` accepts.
        flags: of `regex.compile`.
        key: name of the parameter, for the error.
    """
    search: Any = regex.compile(pattern, flags).search
    spent = 0.0

    def found(text: str) -> bool:
        nonlocal spent
        start = process_time()
        try:
            matches = search(text, timeout=SECONDS) is not None
        except TimeoutError:
            raise _error(key, pattern, text, f"{SECONDS:g} s") from None
        took = process_time() - start
        if took > _SLOW + _PER_CHARACTER * len(text):
            spent += took
            if spent > SECONDS_IN_ALL:
                raise _error(key, pattern, text, f"{spent:.0f} s of slow searches, the last of them")
        return matches

    return found


def _error(key: str, pattern: str, text: str, after: str) -> SlowPatternError:
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return SlowPatternError(
        f"{f'{key}: ' if key else ''}{pattern!r}: stopped after {after} on a text of {len(text):,} "
        f"characters, {shown!r}: it backtracks without end; write it without repetitions inside repetitions"
    )
