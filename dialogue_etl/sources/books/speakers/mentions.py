"""Where the names of a book's people may stand: places that begin as one of them does.

Reading the words around thousands of turns one by one takes long, and in most of them nobody is named. The
first three letters tell nearly as much, and are compared for a whole book at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.text.points import Kinds, points_of

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
    """Where names may stand in a text.

    Attributes:
        text: the text.
        points: its code points.
        wanted: for the numbers of each three letters whether a name may begin with them.
    """

    text: str
    points: Points
    wanted: Mask

    @classmethod
    def of(cls, text: str, points: Points, names: Iterable[str]) -> Mentions:
        """The places in a text where words stand that may be one of some names.

        Args:
            text: of a book.
            points: its code points.
            names: single words, in lower case.
        """
        return cls(text, points, _beginnings(names))

    def among(self, numbers: Places, within: Spans) -> Iterator[tuple[int, int, int, list[int]]]:
        """The stretches in which a name may begin.

        Args:
            numbers: of the stretches.
            within: the stretches; they may be empty.

        Yields:
            Number, start and end of each, and places in it; all at which a name does begin are among these.
        """
        some = (within.ends > within.starts).nonzero()[0]
        numbers, within = numbers[some], within.where(some)
        places, edges = self._begun(within)
        begun = places.tolist()
        first = 0
        columns = (column.tolist() for column in (numbers, *within, edges))
        for number, start, end, after in zip(*columns, strict=True):
            if first < after:
                yield number, start, end, begun[first:after]
                first = after

    def _begun(self, within: Spans) -> tuple[Places, Places]:
        """Where in some stretches a name may begin, and how many places there are up to the end of each."""
        # As one text: less to go through than the numbers of all the places.
        points = points_of("".join(within.pieces(self.text)))
        # What is below the capitals wraps round to large numbers: one comparison instead of two.
        capital = np.subtract(points, _FIRST_CAPITAL, dtype=points.dtype) < _CAPITALS
        capital |= points > _LAST_ASCII
        found = capital.nonzero()[0]
        ends = np.cumsum(within.ends - within.starts)
        edges = found.searchsorted(ends)
        places = found + np.repeat(within.ends - ends, np.diff(edges, prepend=0))
        letters = np.minimum(places + np.arange(_LETTERS)[:, None], len(self.points) - 1)
        first, second, third = _numbers(self.points.take(letters))
        likely = self.wanted[first, second, third].nonzero()[0]
        return places[likely], likely.searchsorted(edges)


def _beginnings(names: Iterable[str]) -> Mask:
    """For the numbers of each three letters whether a name may begin with them."""
    wanted = np.zeros((_SIZE,) * _LETTERS, np.bool_)
    for name in names:
        # Behind a name of fewer letters anything may follow.
        wanted[tuple(map(_number, name[:_LETTERS]))] = True
    wanted[_ANY] = wanted[:, _ANY] = wanted[:, :, _ANY] = True
    wanted[_NO_LETTER] = False
    return wanted
