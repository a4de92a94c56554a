"""Where the names of a book's people may stand: places that begin as one of them does.

Reading the words around thousands of turns one by one takes long, and in most of them nobody is named. The
first three letters tell nearly as much, and are compared for a whole book at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.text.points import Kinds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dialogue_etl.text.points import Mask, Places, Points
    from dialogue_etl.text.spans import Spans

_LETTERS = 3
_SIZE = 32  # numbers of letters, of which several share one
_NO_LETTER, _ANY = 0, 31
"""Numbers of marks and blanks, and of the few letters that are two in another case."""
_FIRST_CAPITAL, _CAPITALS = ord("A"), 26
_LAST_ASCII = 127


def _number(letter: str) -> int:
    """The same for a capital and its small letter."""
    if not letter.isalnum():
        return _NO_LETTER
    folded = letter.casefold()
    return 1 + ord(folded) % (_ANY - 1) if len(folded) == 1 else _ANY


_numbers = Kinds(_number)


class Mentions(NamedTuple):
    """Where names may stand.

    Attributes:
        places: where one may begin, in order; all that do begin there are among them.
    """

    places: Places

    @classmethod
    def of(cls, points: Points, names: Iterable[str]) -> Mentions:
        """The places in a text where words stand that may be one of some names.

        Args:
            points: of the text.
            names: single words, in lower case.
        """
        # What is below the capitals wraps round to large numbers: one comparison instead of two.
        capital = np.subtract(points, _FIRST_CAPITAL, dtype=points.dtype) < _CAPITALS
        if points.dtype != np.uint8:
            capital |= points > _LAST_ASCII
        places = np.flatnonzero(capital)
        wanted = _beginnings(names)
        first = _numbers(points[places])
        begins = np.logical_or.reduce(wanted.reshape(_SIZE, -1), axis=1)
        likely = np.flatnonzero(begins[first])
        places, first = places[likely], first[likely]
        last = len(points) - 1
        second, third = (_numbers(points[np.minimum(places + letter, last)]) for letter in (1, 2))
        return cls(places[wanted[first, second, third]])

    def among(self, numbers: Places, within: Spans) -> Iterator[tuple[int, int, int, list[int]]]:
        """The stretches in which a name may begin.

        Args:
            numbers: of the stretches.
            within: the stretches.

        Yields:
            Number, start and end of each, and the places in it.
        """
        first, after = np.searchsorted(self.places, within.starts), np.searchsorted(self.places, within.ends)
        some = first < after
        columns = (column[some].tolist() for column in (numbers, *within, first, after))
        places = self.places.tolist()
        for number, start, end, begin, stop in zip(*columns, strict=True):
            yield number, start, end, places[begin:stop]


def _beginnings(names: Iterable[str]) -> Mask:
    """For the numbers of each three letters whether a name may begin with them."""
    wanted = np.zeros((_SIZE,) * _LETTERS, np.bool_)
    for name in names:
        # Behind a name of fewer letters anything may follow.
        wanted[tuple(map(_number, name[:_LETTERS]))] = True
    wanted[_ANY] = wanted[:, _ANY] = wanted[:, :, _ANY] = True
    wanted[_NO_LETTER] = False
    return wanted
