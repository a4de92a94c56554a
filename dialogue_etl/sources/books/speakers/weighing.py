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
_FROM_BOTH_SIDES = np.array([range(_REACH - 1), range(2 * _REACH - 2, _REACH - 1, -1)]).T
_TOGETHER = 256  # places at once, which do not take more memory than is near


class _Moves(NamedTuple):
    """How speakers change, behind each of some turns in a row; the last axis is that of the doubtful places.

    Attributes:
        stays: how likely the speaker goes on.
        others: how likely somebody is next who is neither the speaker nor the one before, for each of those.
        previous: how likely the one before is next, beyond that.
    """

    stays: Floats
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
    people = people_around(said, doubtful)
    there = people != NOBODY
    there[-STRANGERS:] = True
    # Places with as many people together: where few are, the seats of the others need not be weighed.
    order = np.argsort(np.count_nonzero(there, axis=0), kind="stable")
    people, there = people.take(order, axis=1), there.take(order, axis=1)
    numbers, inside = _window(apart, doubtful[order])
    weights = evidence(said, numbers, people)
    chances = chance[np.minimum(numbers[:-1], len(chance) - 1)]
    # What is parted from the place tells nothing: its speaker goes on, whoever that is, up to where it ends.
    np.copyto(weights, 1.0, where=~inside[:, None])
    np.copyto(chances[:_REACH], 1.0, where=~inside[:_REACH])
    np.copyto(chances[_REACH:], 1.0, where=~inside[_REACH + 1 :])
    likely = np.empty(len(doubtful))
    edges = np.linspace(0, len(order), -(-len(order) // _TOGETHER) + 1).astype(np.int64).tolist()
    for some in map(slice, edges[:-1], edges[1:]):
        taken = there[:, some].any(axis=1)
        likely[order[some]] = _likely(weights[:, taken, some], chances[:, some], there[taken, some])
    return likely


def _window(apart: Mask, doubtful: Places) -> tuple[Places, Mask]:
    """The turns around each place, and which of them count: what is certainly parted from it does not."""
    count = len(apart) + 1
    numbers = np.arange(-_REACH + 1, _REACH + 1)[:, None] + doubtful
    inside = (numbers >= 0) & (numbers < count)
    np.minimum(np.maximum(numbers, 0, out=numbers), count - 1, out=numbers)
    cut = apart[np.minimum(numbers[:-1], count - 2)]
    inside[: _REACH - 1] &= ~np.logical_or.accumulate(cut[: _REACH - 1][::-1])[::-1]
    inside[_REACH + 1 :] &= ~np.logical_or.accumulate(cut[_REACH:])
    return numbers, inside


def _likely(weights: Floats, chances: Floats, there: Mask) -> Floats:
    """The chance that the speaker goes on at some places, with what speaks for each of the people there."""
    moves = _moves(chances, there)
    ahead, back = _read(weights, moves, there)
    here = _Moves(*(row[None, _REACH - 1, None, None] for row in moves))
    stays = chances[_REACH - 1] * np.einsum("bsd,bsd->d", ahead, back)
    moved = np.einsum("bsd,bsd->d", _moved(ahead[None], here)[0], back)
    likely: Floats = stays / np.maximum(stays + moved, 1e-300)
    return likely


def _moves(chances: Floats, there: Mask) -> _Moves:
    """How speakers change, by how likely the speaker goes on and by who is there.

    It is mostly whoever spoke before; without others it is nobody else.
    """
    others = np.count_nonzero(there, axis=0) - 2
    previous = np.where(others > 0, _BACK_TO_PREVIOUS, 1.0)
    elsewhere = (1 - previous) / np.maximum(others, 1)
    moves = 1 - chances
    return _Moves(chances, elsewhere * moves, (previous - elsewhere) * moves)


def _read(weights: Floats, moves: _Moves, there: Mask) -> tuple[Floats, Floats]:
    """How well turns go with each (speaker before, speaker), read up to the place from both sides at once.

    Returns:
        Of the last turn before the place, by all before it; of the first one behind it, by all from it on.
    """
    states = np.empty((2, *there.shape[:1], *there.shape))
    ahead, back = states  # by (speaker before, speaker), and by (speaker, speaker before)
    ahead[:] = there[:, None] * weights[0]
    back[:] = weights[-1][:, None]
    _without_selves(states)
    pairs = zip(*(rows[_FROM_BOTH_SIDES][:, :, None, None] for rows in moves), strict=True)
    for step, pair in enumerate(pairs, 1):
        moved = _moved(states, _Moves(*pair))
        states *= pair[0]
        states += moved
        ahead *= weights[step]
        back *= weights[-1 - step][:, None]
    return ahead, np.ascontiguousarray(back.transpose(1, 0, 2))


def _moved(states: Floats, moves: _Moves) -> Floats:
    """Weights of pairs of speakers where another one speaks next, the pairs of several readings at once."""
    moved = np.multiply(moves.previous, states.transpose(0, 2, 1, 3), order="C")
    moved += moves.others * states.sum(axis=1)[:, :, None]
    return _without_selves(moved)


def _without_selves(states: Floats) -> Floats:
    """With nothing in the states in which the speaker and the one before are the same person."""
    readings, people, _, places = states.shape
    states.reshape(readings, people * people, places)[:, :: people + 1] = 0.0
    return states
