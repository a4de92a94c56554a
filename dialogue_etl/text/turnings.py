"""Places where the narrator's words may begin inside a speech, or end: few, found by comparing arrays."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.text.points import Kinds, places_of, true_places
from dialogue_etl.text.tag_patterns import BEFORE_TAG

if TYPE_CHECKING:
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask, Places
    from dialogue_etl.text.spans import Spans
    from dialogue_etl.text.tag_patterns import TagPatterns

TAG, NOTE, CLOSING = 0, -1, -2
"""Kinds of places without a dash: a tag may begin, an editor's note does, a guillemet closes."""

_SIZE = 1 << 16  # a power of two
_FAR = 500  # characters
_BLANK, _NEWLINE = ord(" "), ord("\n")
_TYPESET = ord("’")
"""Of the marks before a tag those that are not in Latin-1 are this one and above."""

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


def turnings(book: BookText, dashes: Spans, said: Spans, patterns: TagPatterns | None) -> Turnings:
    """All places of a book where the narrator's words may begin inside speech, or end; also some elsewhere.

    Args:
        book: its text.
        dashes: of it.
        said: its speech, in any order.
        patterns: of its language; without, dashes are all there is.
    """
    if patterns is None:
        return Turnings(dashes.starts, dashes.ends)
    blanks = _blanks_before_tags(book, said)
    begins = blanks[_begin_with(book, blanks + 1, patterns.first_letters)] + 1
    notes, closes = places_of(book.text, book.points, "["), _closing(book)
    places = np.concatenate([dashes.starts, begins, notes, closes])
    others = [np.full(len(begins), TAG), np.full(len(notes), NOTE), np.full(len(closes), CLOSING)]
    order = places.argsort(kind="stable")
    return Turnings(places[order], np.concatenate([dashes.ends, *others])[order])


def _blanks_before_tags(book: BookText, said: Spans) -> Places:
    """Blanks and line ends behind a mark that may stand before a tag, but not at the end of the text.

    All in speech, and some elsewhere. A few comparisons of the whole text leave few to look up.
    """
    before, blank = book.points[:-2], book.points[1:-1]
    likely = before <= ord("_")
    if before.itemsize > 1:
        likely |= before >= _TYPESET
    likely |= before == ord("»")
    likely &= blank <= _BLANK
    for start, end in _far(said, len(likely)):
        likely[start:end] = False
    blanks = true_places(likely) + 1
    sure = _before_tag(book.points[blanks - 1]).view(np.bool_)
    blank = book.points[blanks]
    found: Places = blanks[sure & ((blank == _BLANK) | (blank == _NEWLINE))]
    return found


def _far(said: Spans, length: int) -> list[tuple[int, int]]:
    """Long stretches of a text without speech, and without the two characters before speech."""
    # Quick: they are in a few rows that are in order.
    starts = np.maximum(np.append(np.sort(said.starts, kind="stable") - 2, length), 0)
    ends = np.append(0, np.sort(said.ends, kind="stable"))
    long = (starts - ends > _FAR).nonzero()[0]
    return list(zip(ends[long].tolist(), starts[long].tolist(), strict=True))


def _closing(book: BookText) -> Places:
    """Guillemets that close, if they point outwards in a book: where most of them have one that opens."""
    closes = places_of(book.text, book.points, "»")
    opening = np.count_nonzero(book.points == ord("«")) if len(closes) else 0
    return closes if 2 * opening > len(closes) else closes[:0]


def _begin_with(book: BookText, places: Places, first_letters: frozenset[str]) -> Mask:
    """At which places three letters stand that are among those given, or by chance have their number."""
    letters = [book.points.take(places + letter, mode="clip").astype(np.int64) for letter in range(3)]
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
    return (first * 7_919 + second * 131 + third) & (_SIZE - 1)
