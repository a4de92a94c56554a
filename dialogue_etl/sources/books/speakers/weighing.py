"""How likely one speaker goes on, weighed over the turns around: a chain of speakers, read from both sides.

All arrays have the doubtful places as their last axis, for they are many and all else is few: so one step of
the chain is a handful of long additions. See `alternation.py` for the model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.sources.books.speakers.cast import NOBODY
from dialogue_etl.sources.books.speakers.evidence import STRANGERS, evidence, people_around

if TYPE_CHECKING:
    from dialogue_etl.sources.books.speakers.attribution import Attribution
    from dialogue_etl.text.points import Mask, Places

    Floats = npt.NDArray[np.float64]

_BACK_TO_PREVIOUS = 0.65  # of turns by another speaker, those by the one who spoke before
_REACH = 8  # turns on either side of a doubtful place that are weighed


class _Steps(NamedTuple):
    """Turns in a row; the last axis of all is that of the doubtful places.

    Attributes:
        weights: of each person for each turn.
        chances: that the speaker of each turn but the last goes on.
        inside: which turns nothing parts from the doubtful place.
        there: which of the places for people are taken.
        others: that somebody speaks next who is neither the speaker nor the one before, for each of those.
        previous: that the one before speaks next, beyond that.
    """

    weights: Floats
    chances: Floats
    inside: Mask
    there: Mask
    others: Floats
    previous: Floats


def weighed(said: Attribution, chance: Floats, apart: Mask, doubtful: Places) -> Floats:
    """The chance that the speaker goes on at each doubtful place, with all that is said around it.

    Args:
        said: of the speakers of turns.
        chance: that the speaker of each turn but the last goes on, by what lies behind it alone.
        apart: behind which turns a dialogue certainly ends.
        doubtful: the turns after which the speaker may go on, one at least.
    """
    count = len(said.person)
    numbers = np.arange(-_REACH + 1, _REACH + 1)[:, None] + doubtful
    inside = (numbers >= 0) & (numbers < count)
    numbers = np.clip(numbers, 0, count - 1)
    behind = np.clip(numbers[:-1], 0, max(count - 2, 0))
    cut = apart[behind]
    # A turn counts as long as nothing certain parts it from the doubtful place.
    inside[: _REACH - 1] &= ~np.logical_or.accumulate(cut[: _REACH - 1][::-1])[::-1]
    inside[_REACH + 1 :] &= ~np.logical_or.accumulate(cut[_REACH:])
    people = people_around(said, doubtful)
    weights = evidence(said, numbers, people)
    turn, place = np.nonzero(~inside)
    weights[turn, :, place] = 1.0
    chances = chance[behind]
    there = people != NOBODY
    there[-STRANGERS:] = True
    others, previous = _moves(chances, there)
    steps = _Steps(weights, chances, inside, there, others, previous)
    ahead = _passed(steps)
    back = _looked_ahead(steps)
    back *= weights[_REACH]
    here = _REACH - 1
    stays = chances[here] * np.einsum("bsd,bsd->d", ahead, back)
    moved = _moved(ahead, ahead.sum(axis=0)[:, None], steps, here)
    moves = np.einsum("bsd,bsd->d", moved, back)
    likely: Floats = stays / np.maximum(stays + moves, 1e-300)
    return likely


def _without_selves(states: Floats) -> Floats:
    """With nothing in the states in which the speaker and the one before are the same person."""
    people, _, places = states.shape
    states.reshape(people * people, places)[:: people + 1] = 0.0
    return states


def _moves(chances: Floats, there: Mask) -> tuple[Floats, Floats]:
    """How likely others and the one who spoke before are next, as in `_Steps`.

    It is mostly whoever spoke before; without others it is nobody else.
    """
    others = np.count_nonzero(there, axis=0) - 2
    previous = np.where(others > 0, _BACK_TO_PREVIOUS, 1.0)
    elsewhere = (1 - previous) / np.maximum(others, 1)
    moves = 1 - chances
    return elsewhere * moves, (previous - elsewhere) * moves


def _moved(states: Floats, told: Floats, steps: _Steps, step: int) -> Floats:
    """Weights of (speaker before, speaker) where another one speaks next.

    Args:
        states: weights of (speaker before, speaker).
        told: their sums, on the axis on which they count for all.
        steps: the turns.
        step: behind which of them.
    """
    moved = np.multiply(steps.previous[step], states.transpose(1, 0, 2), order="C")
    moved += steps.others[step] * told
    return _without_selves(moved)


def _passed(steps: _Steps) -> Floats:
    """Weights of (speaker before, speaker) at the last turn before the place, from the first one on."""
    states = _begun(steps.weights[0], steps.there)
    for step in range(_REACH - 1):
        weights = steps.weights[step + 1]
        moved = _moved(states, states.sum(axis=0)[:, None], steps, step)
        states *= steps.chances[step]
        states += moved
        states *= weights
        # What is parted from the place is begun anew where it ends, not at each of its turns.
        fresh = np.flatnonzero(steps.inside[step + 1] & ~steps.inside[step])
        if len(fresh):
            states[:, :, fresh] = _begun(weights[:, fresh], steps.there[:, fresh])
    return states


def _begun(weights: Floats, there: Mask) -> Floats:
    """The states where nothing is known of the speaker before, but that it is one of those who are there."""
    return _without_selves(there[:, None] * weights)


def _looked_ahead(steps: _Steps) -> Floats:
    """How well the turns behind go with each (speaker before, speaker) at the first one behind the place."""
    open_end = _begun(np.ones_like(steps.weights[0]), np.ones_like(steps.there))
    states = open_end.copy()
    for step in range(2 * _REACH - 2, _REACH - 1, -1):
        states *= steps.weights[step + 1]
        moved = _moved(states, states.sum(axis=1)[None], steps, step)
        states *= steps.chances[step]
        states += moved
        fresh = np.flatnonzero(steps.inside[step] & ~steps.inside[step + 1])
        if len(fresh):
            states[:, :, fresh] = open_end[:, :, fresh]
    return states
