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
    """Where names may stand in a text.

    Attributes:
        points: of the text.
        wanted: for the numbers of each three letters whether a name may begin with them.
    """

    points: Points
    wanted: Mask

    @classmethod
    def of(cls, points: Points, names: Iterable[str]) -> Mentions:
        """The places in a text where words stand that may be one of some names.

        Args:
            points: of the text.
            names: single words, in lower case.
        """
        return cls(points, _beginnings(names))

    def among(self, numbers: Places, within: Spans) -> Iterator[tuple[int, int, int, list[int]]]:
        """The stretches in which a name may begin.

        Args:
            numbers: of the stretches.
            within: the stretches; they may be empty.

        Yields:
            Number, start and end of each, and places in it; all at which a name does begin are among these.
        """
        some = np.flatnonzero(within.ends > within.starts)
        numbers, (starts, ends) = numbers[some], within.where(some)
        edges = np.cumsum(ends - starts)
        places = np.arange(edges[-1] if len(edges) else 0)
        places += np.repeat(ends - edges, ends - starts)
        found = self._begun(places)
        edges = np.searchsorted(found, edges)
        begun = places[found].tolist()
        first = 0
        columns = (column.tolist() for column in (numbers, starts, ends, edges))
        for number, start, end, after in zip(*columns, strict=True):
            if first < after:
                yield number, start, end, begun[first:after]
                first = after

    def _begun(self, places: Places) -> Places:
        """At which of some places a name may begin, by their number."""
        points = self.points.take(places)
        # What is below the capitals wraps round to large numbers: one comparison instead of two.
        capital = np.subtract(points, _FIRST_CAPITAL, dtype=points.dtype) < _CAPITALS
        capital |= points > _LAST_ASCII
        found = np.flatnonzero(capital)
        letters = np.minimum(places[found] + np.arange(_LETTERS)[:, None], len(self.points) - 1)
        first, second, third = _numbers(self.points.take(letters))
        likely: Places = found[self.wanted[first, second, third]]
        return likely


def _beginnings(names: Iterable[str]) -> Mask:
    """For the numbers of each three letters whether a name may begin with them."""
    wanted = np.zeros((_SIZE,) * _LETTERS, np.bool_)
    for name in names:
        # Behind a name of fewer letters anything may follow.
        wanted[tuple(map(_number, name[:_LETTERS]))] = True
    wanted[_ANY] = wanted[:, _ANY] = wanted[:, :, _ANY] = True
    wanted[_NO_LETTER] = False
    return wanted
