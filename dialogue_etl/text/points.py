"""Texts as arrays of code points, and classes of characters."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.unsignedinteger[Any]]
Mask = npt.NDArray[np.bool_]
Offsets = npt.NDArray[np.int64]

_UNKNOWN = 0xFF


def points_of(text: str) -> Points:
    """The code points of a text, in the smallest type that fits; array indices are offsets in the text."""
    with suppress(UnicodeEncodeError):  # succeeds for many books in languages of Western Europe
        return np.frombuffer(text.encode("latin-1"), np.uint8)
    narrow = text.encode("utf-16-le", "surrogatepass")
    if len(narrow) == 2 * len(text):
        return np.frombuffer(narrow, np.uint16)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def places_of(text: str, points: Points, character: str) -> Offsets:
    """The offsets of a character in a text with these code points; fast if it does not occur."""
    return (points == ord(character)).nonzero()[0] if character in text else np.zeros(0, np.int64)


def bounds_of_runs(length: int, parted: Mask) -> Offsets:
    """The indices at which runs of elements begin, and the end of the last run.

    Args:
        length: number of elements.
        parted: for each element but the first whether a run begins with it.
    """
    edges = np.ones(length + 1, np.bool_)
    edges[1:-1] = parted
    return edges.nonzero()[0]


def distinct(numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The distinct numbers, ascending; ten times as fast as `numpy.unique`, which hashes (NumPy 2.4)."""
    ordered = np.sort(numbers)
    found: npt.NDArray[Any] = ordered[np.diff(ordered, prepend=ordered[:1] + 1) != 0]
    return found


class Kinds:
    """A table from code points to kinds of characters (numbers below 255), filled on first use."""

    def __init__(self, kind_of: Callable[[str], int]) -> None:
        self._kind_of = kind_of
        self._table = np.full(0x110000, _UNKNOWN, np.uint8)

    def __call__(self, points: Points) -> npt.NDArray[np.uint8]:
        """The kind of each code point."""
        kinds = self._table.take(points)  # twice as fast as an index
        if kinds.max(initial=0) == _UNKNOWN:
            for point in np.unique(points[kinds == _UNKNOWN]).tolist():
                self._table[point] = self._kind_of(chr(point))
            kinds = self._table.take(points)
        return kinds


class CharacterSet:
    """A set of characters that is defined by a predicate.

    Args:
        holds: whether one character is in the set.
    """

    def __init__(self, holds: Callable[[str], bool]) -> None:
        self._kinds = Kinds(holds)

    def __call__(self, points: Points) -> Mask:
        """For each code point whether it is in the set."""
        return self._kinds(points).view(np.bool_)


is_space = CharacterSet(str.isspace)
is_lower = CharacterSet(str.islower)
is_alphanumeric = CharacterSet(str.isalnum)


@cache
def _set_of(characters: str) -> CharacterSet:
    return CharacterSet(characters.__contains__)


def one_of(points: Points, characters: str) -> Mask:
    """For each code point whether it is one of `characters`; each set of characters is cached."""
    return _set_of(characters)(points)
