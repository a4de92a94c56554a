"""Places where the narrator's words may begin inside a speech, or end: few, found by comparing arrays."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.text.points import Kinds
from dialogue_etl.text.tag_patterns import BEFORE_TAG

if TYPE_CHECKING:
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask, Places
    from dialogue_etl.text.spans import Spans
    from dialogue_etl.text.tag_patterns import TagPatterns

TAG, NOTE, CLOSING = 0, -1, -2
"""Kinds of places without a dash: a tag may begin, an editor's note does, a guillemet closes."""

_SIZE = 1 << 16
_BLANK, _NEWLINE, _BRACKET, _OPENS, _CLOSES = map(ord, " \n[«»")

_before_tag = Kinds(lambda letter: letter in BEFORE_TAG)


class Turnings(NamedTuple):
    """Places where narration may begin or end, in order.

    Attributes:
        places: where.
        kinds: behind a dash where the text goes on; `TAG`, `NOTE` or `CLOSING` for the others.
    """

    places: Places
    kinds: Places

    def without(self, kind: int) -> Turnings:
        """All but one kind."""
        others = self.kinds != kind
        return Turnings(self.places[others], self.kinds[others])


def turnings(book: BookText, dashes: Spans, patterns: TagPatterns | None) -> Turnings:
    """All places of a book where the narrator's words may begin inside speech, or end.

    Args:
        book: its text.
        dashes: of it.
        patterns: of its language; without, dashes are all there is.
    """
    if patterns is None:
        return Turnings(dashes.starts, dashes.ends)
    points = book.points
    blanks = np.flatnonzero((points[1:-1] == _BLANK) | (points[1:-1] == _NEWLINE)) + 1
    blanks = blanks[_before_tag(points[blanks - 1]).view(np.bool_)]
    begins = blanks[_begin_with(book, blanks + 1, patterns.first_letters)] + 1
    notes, closes = np.flatnonzero(points == _BRACKET), _closing(book)
    places = np.concatenate([dashes.starts, begins, notes, closes])
    others = [np.full(len(begins), TAG), np.full(len(notes), NOTE), np.full(len(closes), CLOSING)]
    order = np.argsort(places, kind="stable")
    return Turnings(places[order], np.concatenate([dashes.ends, *others])[order])


def _closing(book: BookText) -> Places:
    """Guillemets that close, if they point outwards in a book: where most of them have one that opens."""
    closes = np.flatnonzero(book.points == _CLOSES)
    return closes if 2 * np.count_nonzero(book.points == _OPENS) > len(closes) else closes[:0]


def _begin_with(book: BookText, places: Places, first_letters: frozenset[str]) -> Mask:
    """At which places three letters stand that are among those given, or by chance have their number."""
    points, last = book.points, len(book.points) - 1
    letters = [points[np.minimum(places + letter, last)].astype(np.int64) for letter in range(3)]
    return _table(first_letters)[_numbers(*letters)]


@cache
def _table(first_letters: frozenset[str]) -> Mask:
    """For each number whether three of the letters have it."""
    wanted = np.zeros(_SIZE, np.bool_)
    letters = np.array([[ord(letter) for letter in word] for word in sorted(first_letters)], np.int64)
    wanted[_numbers(*letters.reshape(-1, 3).T)] = True
    return wanted


def _numbers(first: Places, second: Places, third: Places) -> Places:
    """A number for three letters each, few of them alike: looked up faster than the letters."""
    return (first * 7_919 + second * 131 + third) % _SIZE
