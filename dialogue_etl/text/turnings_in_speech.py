"""The places inside speech where narration may begin or end, and what is told of all of them at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.text.points import Kinds, is_space
from dialogue_etl.text.spans import Spans
from dialogue_etl.text.turnings import TAG

if TYPE_CHECKING:
    from dialogue_etl.text.points import Mask, Places, Points
    from dialogue_etl.text.tag_patterns import TagPatterns
    from dialogue_etl.text.turnings import Turnings

INNER_CLOSING = frozenset("’'”\"")
"""Marks that close a quotation inside speech."""
NO_TAG = -1

_is_inner_closing = Kinds(INNER_CLOSING.__contains__)


class TurningsInSpeech(NamedTuple):
    """Places inside stretches, of one stretch after the other, as columns.

    Attributes:
        stretches: the number of the stretch each stands in.
        starts: where that begins.
        ends: where it ends.
        places: where narration may begin or end.
        kinds: of the places, as in `Turnings`.
    """

    stretches: Places
    starts: Places
    ends: Places
    places: Places
    kinds: Places

    @classmethod
    def of(cls, found: Turnings, spans: Spans) -> TurningsInSpeech:
        """Those of a book's places that stand inside some of its stretches."""
        first = found.places.searchsorted(spans.starts)
        after = found.places.searchsorted(spans.ends)
        counts = after - first
        stretches = np.arange(len(counts)).repeat(counts)
        numbers = np.arange(len(stretches)) + (after - counts.cumsum())[stretches]
        inside = spans.where(stretches)
        return cls(stretches, inside.starts, inside.ends, found.places[numbers], found.kinds[numbers])

    def where(self, chosen: Mask) -> TurningsInSpeech:
        """Some of them."""
        return TurningsInSpeech(*(column[chosen] for column in self))

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
