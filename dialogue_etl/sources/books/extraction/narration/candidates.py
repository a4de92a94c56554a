"""Candidates: places inside speech where the narrator's words may begin or end, found by comparing arrays."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.sources.books.extraction.narration.tags import BEFORE_TAG
from dialogue_etl.text.points import Kinds, is_space, places_of, true_places
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.narration.tags import TagPatterns
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask, Places, Points

TAG, NOTE, CLOSING = 0, -1, -2
"""Kinds of places without a dash: a tag may begin, an editor's note does, a guillemet closes."""
NO_TAG = -1
INNER_CLOSING = frozenset("’'”\"")
"""Marks that close a quotation inside speech."""

_FAR = 500  # characters
_BLANK, _NEWLINE = ord(" "), ord("\n")
_LETTER_BITS = 21  # of a code point
_TYPESET = ord("’")
"""Of the marks before a tag those that are not in Latin-1 are this one and above."""

_before_tag = Kinds(lambda letter: letter in BEFORE_TAG)
_is_inner_closing = Kinds(INNER_CLOSING.__contains__)


class Candidates(NamedTuple):
    """Places inside stretches of speech, of one stretch after the other, as columns.

    Attributes:
        stretches: the number of the stretch each stands in.
        starts: where that begins.
        ends: where it ends.
        places: where narration may begin or end.
        kinds: where the text goes on behind a dash; `TAG`, `NOTE` or `CLOSING` for the others.
    """

    stretches: Places
    starts: Places
    ends: Places
    places: Places
    kinds: Places

    @classmethod
    def of(cls, book: BookText, dashes: Spans, spans: Spans, patterns: TagPatterns | None) -> Candidates:
        """All that stand in some stretches of a book.

        Args:
            book: its text.
            dashes: of it.
            spans: the stretches, in order.
            patterns: of its language; without, dashes are all there is.
        """
        places, kinds = _in_book(book, dashes, spans, patterns) if patterns else dashes
        first, after = places.searchsorted(spans.starts), places.searchsorted(spans.ends)
        counts = after - first
        stretches = np.arange(len(counts)).repeat(counts)
        numbers = np.arange(len(stretches)) + (after - counts.cumsum())[stretches]
        inside = spans.where(stretches)
        return cls(stretches, inside.starts, inside.ends, places[numbers], kinds[numbers])

    def where(self, chosen: Mask) -> Candidates:
        """Some of them."""
        return Candidates(*(column[chosen] for column in self))

    def tags(self, text: str, patterns: TagPatterns) -> Places:
        """For each place where the words end that a tag begins with; `NO_TAG` where none does."""
        tags = np.full(len(self.places), NO_TAG)
        may_be = (self.kinds == TAG).nonzero()[0]
        match = patterns.tag.match
        tags[may_be] = [
            found.end() if (found := match(text, place, end)) else NO_TAG
            for place, end in zip(self.places[may_be].tolist(), self.ends[may_be].tolist(), strict=True)
        ]
        return tags

    def behind_dash(self) -> Mask:
        """Which stand behind a dash of their stretch, or are one."""
        dashes = (self.kinds > 0).cumsum()
        before: Places = dashes - (self.kinds > 0)
        first = self.stretches.searchsorted(self.stretches)
        behind: Mask = dashes > before[first]
        return behind

    def next_dash(self, dashes: Spans, tags: Places) -> Spans:
        """For each the first dash of its stretch behind its tag or itself; for want of one twice the end.

        Args:
            dashes: of the book.
            tags: where tags begin to end.
        """
        number = dashes.starts.searchsorted(np.where(self.kinds > 0, self.kinds, tags))
        starts, ends = np.append(dashes.starts, 0), np.append(dashes.ends, 0)
        there = (number < len(dashes.starts)) & (starts[number] < self.ends)
        return Spans(np.where(there, starts[number], self.ends), np.where(there, ends[number], self.ends))

    def behind_quotation(self, points: Points) -> Mask:
        """Which stand behind a mark that closes a quotation, or one blank behind it."""
        before = np.maximum(self.places - 1, 0)
        blank = is_space(points[before]).nonzero()[0]
        before[blank] = np.maximum(before[blank] - 1, 0)
        return _is_inner_closing(points[before]).view(np.bool_)


def _in_book(book: BookText, dashes: Spans, spans: Spans, patterns: TagPatterns) -> tuple[Places, Places]:
    """All places where narration may begin or end inside the stretches, also some elsewhere; their kinds."""
    blanks = _blanks_before_tags(book, spans)
    begins = blanks[_begin_with(book, blanks + 1, patterns.first_letters)] + 1
    notes, closes = places_of(book.text, book.points, "["), _closing(book)
    places = np.concatenate([dashes.starts, begins, notes, closes])
    others = [np.full(len(begins), TAG), np.full(len(notes), NOTE), np.full(len(closes), CLOSING)]
    order = places.argsort(kind="stable")
    return places[order], np.concatenate([dashes.ends, *others])[order]


def _blanks_before_tags(book: BookText, spans: Spans) -> Places:
    """Blanks and line ends behind a mark that may stand before a tag, but not at the end of the text.

    All in speech, and some elsewhere. A few comparisons of the whole text leave few to look up.
    """
    before, blank = book.points[:-2], book.points[1:-1]
    likely = before <= ord("_")
    if before.itemsize > 1:
        likely |= before >= _TYPESET
    likely |= before == ord("»")
    likely &= blank <= _BLANK
    for start, end in _far(spans, len(likely)):
        likely[start:end] = False
    blanks = true_places(likely) + 1
    sure = _before_tag(book.points[blanks - 1]).view(np.bool_)
    blank = book.points[blanks]
    found: Places = blanks[sure & ((blank == _BLANK) | (blank == _NEWLINE))]
    return found


def _far(spans: Spans, length: int) -> list[tuple[int, int]]:
    """Long stretches of a text without speech, and without the two characters before speech."""
    starts = np.maximum(np.append(spans.starts - 2, length), 0)
    ends = np.append(0, spans.ends)
    long = (starts - ends > _FAR).nonzero()[0]
    return list(zip(ends[long].tolist(), starts[long].tolist(), strict=True))


def _closing(book: BookText) -> Places:
    """Guillemets that close, if they point outwards in a book: where most of them have one that opens."""
    closes = places_of(book.text, book.points, "»")
    opening = np.count_nonzero(book.points == ord("«")) if len(closes) else 0
    return closes if 2 * opening > len(closes) else closes[:0]


def _begin_with(book: BookText, places: Places, first_letters: frozenset[str]) -> Mask:
    """At which places three letters stand that are among those given."""
    wanted = _packed_letters(first_letters)
    packed = _packed(*(book.points.take(places + letter, mode="clip") for letter in range(3)))
    found: Mask = wanted[wanted.searchsorted(packed)] == packed
    return found


@cache
def _packed_letters(first_letters: frozenset[str]) -> Places:
    """Three letters each as one number, in order, and last a number that is none."""
    letters = np.array([[ord(letter) for letter in word] for word in first_letters], np.int64)
    return np.append(np.sort(_packed(*letters.reshape(-1, 3).T)), np.iinfo(np.int64).max)


def _packed(first: Points | Places, second: Points | Places, third: Points | Places) -> Places:
    packed: Places = first.astype(np.int64)
    for letter in (second, third):
        packed = (packed << _LETTER_BITS) | letter
    return packed
