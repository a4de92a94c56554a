"""Stretches of a text measured in letters and digits, so that marks and white space do not count."""

from __future__ import annotations

from itertools import accumulate
from operator import itemgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    Stretches = tuple[tuple[int, int], ...]
    """Half open, in order, each with a letter and with letters between them; numbers of letters, not of
    characters: (3, 8) are the fourth to the eighth letter of the text."""


class Letters:
    """The letters and digits of a text (`str.isalnum`), by their number."""

    def __init__(self, text: str) -> None:
        self._before = list(accumulate(map(str.isalnum, text), initial=0))

    def count(self, start: int, end: int) -> int:
        """Letters and digits between two offsets in characters."""
        return self._before[end] - self._before[start]

    def stretches(self, spans: Iterable[tuple[int, int]]) -> Stretches:
        """Spans in characters as stretches of letters: two spans are the same speech if these are equal."""
        return union((self._before[start], self._before[end]) for start, end in spans)


def union(stretches: Iterable[tuple[int, int]]) -> Stretches:
    """Stretches of letters in order, those joined that overlap or touch; empty ones left out."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(stretches, key=itemgetter(0)):
        if start == end:
            continue
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def size(stretches: Stretches) -> int:
    """Letters of disjoint stretches."""
    return sum(end - start for start, end in stretches)
