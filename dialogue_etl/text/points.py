"""A text as an array of code points, as small as its characters allow, and kinds of them."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Callable

Points = npt.NDArray[np.unsignedinteger[Any]]
Mask = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]

_UNKNOWN = b"\xff"
_RARE = 4_000
"""Characters to one that is rarer than that: those are found one by one sooner than all at once."""
_LATIN, _NARROW, _ALL = 0x100, 0x10000, 0x110000
"""Characters that have code points of one byte, of two bytes at most, and all of them."""


def points_of(text: str) -> Points:
    """Code points, one per character, so that places in the array are offsets in the text."""
    # Most books of Western Europe have no typographic marks; others have one soon.
    with suppress(UnicodeEncodeError):
        return np.frombuffer(text.encode("latin-1"), np.uint8)
    narrow = text.encode("utf-16-le", "surrogatepass")
    if len(narrow) == 2 * len(text):
        return np.frombuffer(narrow, np.uint16)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def places_of(text: str, points: Points, character: str) -> Places:
    """Where a character stands in a text.

    Args:
        text: any.
        points: its code points.
        character: a single one.
    """
    found: list[int] = []
    place = text.find(character)
    while place >= 0:
        found.append(place)
        if len(found) * _RARE > len(text):
            return np.flatnonzero(points == ord(character))
        place = text.find(character, place + 1)
    return np.array(found, np.int64)


def bounds_of_runs(length: int, parted: Mask) -> Places:
    """Where runs of elements begin, and where the last one ends.

    Args:
        length: how many elements there are.
        parted: for each but the first whether a run begins with it.
    """
    edges = np.ones(length + 1, np.bool_)
    edges[1:-1] = parted
    return edges.nonzero()[0]


class Kinds:
    """A table from code points to kinds of characters, filled as characters turn up."""

    def __init__(self, kind_of: Callable[[str], int]) -> None:
        self._kind_of = kind_of
        self._table = np.full(_NARROW, _UNKNOWN[0], np.uint8)
        self._table[:_LATIN] = [kind_of(chr(point)) for point in range(_LATIN)]

    def __call__(self, points: Points) -> npt.NDArray[np.uint8]:
        """The kind of each code point."""
        if points.itemsize > 2 and len(self._table) == _NARROW:
            self._table = np.append(self._table, np.full(_ALL - _NARROW, _UNKNOWN[0], np.uint8))
        kinds = self._table.take(points)  # twice as fast as an index
        # Looked for as bytes: the fewer the characters, the more a maximum would cost.
        if points.itemsize > 1 and _UNKNOWN in kinds.tobytes():
            for point in np.unique(points[kinds == _UNKNOWN[0]]):
                self._table[point] = self._kind_of(chr(point))
            kinds = self._table.take(points)
        return kinds


class CharacterSet:
    """Characters that something holds of.

    Args:
        holds: tells of one character whether it is among them.
    """

    def __init__(self, holds: Callable[[str], bool]) -> None:
        self._kinds = Kinds(holds)

    def __call__(self, points: Points) -> Mask:
        """For each code point whether it is one of them."""
        return self._kinds(points).view(np.bool_)


is_space = CharacterSet(str.isspace)
is_upper = CharacterSet(str.isupper)
is_lower = CharacterSet(str.islower)
is_alphanumeric = CharacterSet(str.isalnum)


@cache
def _set_of(characters: str) -> CharacterSet:
    return CharacterSet(characters.__contains__)


def one_of(points: Points, characters: str) -> Mask:
    """For each code point whether it is one of some characters; always the same few sets of them."""
    return _set_of(characters)(points)
