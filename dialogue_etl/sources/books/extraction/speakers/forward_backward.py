"""Whether two neighbouring turns are of one speaker: a second-order hidden Markov model of who speaks.

The hidden state of a turn is the pair (previous, current): who speaks it, and the other one who spoke last
before. The next turn is of the same speaker with a chance that grows with the narration between, and with a
verb of going on, and then the state stays; otherwise most likely of the previous speaker (He, Barbosa &
Kondrak 2013, section 4.3, their alternating patterns), else of somebody else. Tags and names in the narration
are the observations (`emission_scores.py`). The forward and the backward algorithm (Rabiner 1989, section
III.A), over eight turns on either side of each doubtful place, give the chance that the speaker goes on
there. The chances are round figures measured on novels in which speakers are annotated (Vishnubhotla, Hammond
& Hirst 2022).

All arrays have the doubtful places as their last axis, for they are many and all else is few: one step of the
algorithm is a handful of long additions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.sources.books.extraction.speakers.characters import NOBODY
from dialogue_etl.sources.books.extraction.speakers.emission_scores import (
    STRANGERS,
    candidates,
    emission_scores,
)

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.speakers.clues import Clues
    from dialogue_etl.sources.books.extraction.speakers.emission_scores import Floats
    from dialogue_etl.text.points import Mask, Places

_BACK_TO_PREVIOUS = 0.65  # of turns by another speaker, those by the one who spoke before
_REACH = 8  # turns on either side of a doubtful place that are looked at
_HERE = _REACH - 1  # the row of the turn before the place, and of what lies behind that turn
PLACES_AT_ONCE = 256  # so many take no more memory than the processor has near


class Transitions(NamedTuple):
    """How the speaker changes between turns; the last axis is that of the doubtful places.

    Attributes:
        stays: how likely the speaker goes on behind each turn; one row fewer than turns.
        other: how likely it is each one who is neither the speaker nor the previous one, likewise.
        previous: how much likelier than each of those the previous one is, likewise.
    """

    stays: Floats
    other: Floats
    previous: Floats

    @classmethod
    def of(cls, stays: Floats, there: Mask) -> Transitions:
        """From how likely the speaker goes on, and who is there: without others it is nobody else."""
        others = np.count_nonzero(there, axis=0) - 2
        previous = np.where(others > 0, _BACK_TO_PREVIOUS, 1.0)
        other = (1 - previous) / np.maximum(others, 1)
        return cls(stays, other * (1 - stays), (previous - other) * (1 - stays))

    def change(self, row: int, states: Floats) -> Floats:
        """Weights of states, taken one turn on (or back), where somebody else speaks.

        Args:
            row: the turn behind which that is.
            states: weights by (first, second) speaker.

        Returns:
            Weights by (second, next) speaker. Time back is the same with the pairs the other way round.
        """
        changed = self.previous[row] * states.transpose(1, 0, 2)
        changed += self.other[row] * states.sum(axis=0)[:, None]
        return _of_two(changed)


def same_speaker(clues: Clues, chance: Floats, apart: Mask, doubtful: Places) -> Floats:
    """The chance that the speaker goes on at each doubtful place, with all that is told around it.

    Args:
        clues: of all turns.
        chance: that the speaker of each turn but the last goes on, by what lies behind it alone.
        apart: behind which turns a dialogue certainly ends.
        doubtful: the turns after which the speaker may go on, one at least.
    """
    people = candidates(clues, doubtful)
    there = people != NOBODY
    there[-STRANGERS:] = True
    # Places with as many people together: where few are, the seats of the others need no sums.
    order = np.argsort(np.count_nonzero(there, axis=0), kind="stable")
    likely = np.empty(len(doubtful))
    for some in np.array_split(order, -(-len(order) // PLACES_AT_ONCE)):
        seats = there[:, some].any(axis=1)
        turns, inside = _window(apart, doubtful[some])
        emissions = emission_scores(clues, turns, people[:, some])[:, seats]
        stays = chance[np.minimum(turns[:-1], len(chance) - 1)]
        # What is parted from the place tells nothing: there the speaker goes on, whoever that is.
        emissions = np.where(inside[:, None], emissions, 1.0)
        stays[: _HERE + 1] = np.where(inside[: _HERE + 1], stays[: _HERE + 1], 1.0)
        stays[_HERE + 1 :] = np.where(inside[_HERE + 2 :], stays[_HERE + 1 :], 1.0)
        likely[some] = _chance_here(emissions, stays, there[seats][:, some])
    return likely


def _window(apart: Mask, doubtful: Places) -> tuple[Places, Mask]:
    """The turns around each place, and which of them count: what is certainly parted from it does not."""
    count = len(apart) + 1
    turns = np.arange(-_REACH + 1, _REACH + 1)[:, None] + doubtful
    inside = (turns >= 0) & (turns < count)
    turns = turns.clip(0, count - 1)
    cut = apart[np.minimum(turns[:-1], count - 2)]
    inside[:_HERE] &= ~np.logical_or.accumulate(cut[:_HERE][::-1])[::-1]
    inside[_REACH + 1 :] &= ~np.logical_or.accumulate(cut[_REACH:])
    return turns, inside


def _chance_here(emissions: Floats, stays: Floats, there: Mask) -> Floats:
    """The chance that the speaker goes on at the places in the middle of some turns.

    Args:
        emissions: turns × people × places.
        stays: how likely the speaker goes on behind each turn but the last; turns × places.
        there: which of the people are there; people × places.
    """
    transitions = Transitions.of(stays, there)
    before = forward(emissions[:_REACH], transitions, there)
    behind = backward(emissions[_REACH:], transitions)
    goes_on = stays[_HERE] * np.einsum("pcd,pcd->d", before, behind)
    changes = np.einsum("pcd,pcd->d", transitions.change(_HERE, before), behind)
    likely: Floats = goes_on / np.maximum(goes_on + changes, 1e-300)
    return likely


def forward(emissions: Floats, transitions: Transitions, there: Mask) -> Floats:
    """How likely what is told of the first turns is, with each state of the last of them.

    Returns:
        Previous × current × places.
    """
    states = _of_two(there[:, None] * emissions[0])
    for row, emission in enumerate(emissions[1:]):
        states = (transitions.stays[row] * states + transitions.change(row, states)) * emission
    return states


def backward(emissions: Floats, transitions: Transitions) -> Floats:
    """How likely what is told of the last turns is, with each state of the first of them.

    Returns:
        Previous × current × places.
    """
    people = emissions.shape[1]
    # Kept as current × previous: read back, the pairs stand the other way round.
    states = _of_two(np.repeat(emissions[-1][:, None], people, axis=1))
    last = len(transitions.stays) - 1
    for back, emission in enumerate(emissions[-2::-1]):
        row = last - back
        states = (transitions.stays[row] * states + transitions.change(row, states)) * emission[:, None]
    return states.transpose(1, 0, 2)


def _of_two(states: Floats) -> Floats:
    """With nothing in the states in which the speaker and the previous one are the same person."""
    people = np.arange(len(states))
    states[people, people] = 0.0
    return states
