"""Who talks before and after places between turns, for all places at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.sources.books.boundaries.places import NOBODY, TURNS_AROUND, numbers_between

if TYPE_CHECKING:
    from dialogue_etl.text.points import Mask, Places


class Company(NamedTuple):
    """Who talks around places.

    Attributes:
        named: the turns whose speaker is known, in order.
        changes: for each of these how often one was followed by somebody else's so far; one more than turns.
        places: the number of a place, for each person who talks both before and after it.
        last: the last turn of that person before the place.
        next: the first one after it.
    """

    named: Places
    changes: Places
    places: Places
    last: Places
    next: Places

    @classmethod
    def of(cls, people: Places, turns: Places) -> Company:
        """Those around places.

        Args:
            people: for each turn the number of who speaks, or NOBODY.
            turns: the number of the turn behind each place, in order.
        """
        named = (people != NOBODY).nonzero()[0]
        speakers = people[named]
        changes = np.zeros(len(named) + 1, np.int64)
        (speakers[1:] != speakers[:-1]).cumsum(out=changes[1:-1])
        # A person's turn and the next one of the same person stand on two sides of what is between them.
        order = speakers.argsort(kind="stable")
        last, following = named[order[:-1]], named[order[1:]]
        same = speakers[order[1:]] == speakers[order[:-1]]
        pairs = (same & (following - last < 2 * TURNS_AROUND)).nonzero()[0]
        last, following = last[pairs], following[pairs]
        numbers, places = numbers_between(
            turns.searchsorted(last, side="right"), turns.searchsorted(following, side="right")
        )
        return cls(named, changes, places, last[numbers], following[numbers])

    def on_both_sides(self, first: Places, after: Places) -> Places:
        """For each place how many people talk both before and after it, from turn to turn, half open."""
        near = (self.last >= first[self.places]) & (self.next < after[self.places])
        return np.bincount(self.places[near], minlength=len(first))

    def several(self, first: Places, after: Places) -> Mask:
        """Whether more than one person talks from turn to turn, half open."""
        low, high = self.named.searchsorted(first), self.named.searchsorted(after)
        more: Mask = (high > low) & (self.changes[high - 1] != self.changes[low])
        return more
