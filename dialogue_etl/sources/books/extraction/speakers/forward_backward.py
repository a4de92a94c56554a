"""Who speaks: a second-order hidden Markov model of the whole conversation.

The hidden state of a turn is a pair of people: its speaker, and the last other speaker before. With a
probability that grows with the narration in between, the next turn has the same speaker and the state stays.
Otherwise its speaker is most likely the previous one (He, Barbosa & Kondrak 2013, section 4.3, their
alternating patterns), else somebody else. Clues (`clues.py`) are the observations. The forward and the
backward algorithm (Rabiner 1989, section III.A) give the probability of each candidate to speak each turn,
and that the speaker continues after it.

A book is read in windows of turns that overlap, each with its own candidates. The windows are the last axis
of all arrays, since they are many and all other axes are short: one step is a few long additions.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.languages import NARRATOR
from dialogue_etl.sources.books.extraction.speakers.clues import Points
from dialogue_etl.sources.books.extraction.speakers.speech_tags import (
    BY_NAME,
    BY_NOUN,
    BY_PRONOUN,
    NEAR_PRONOUN,
    NO_TAG,
)
from dialogue_etl.sources.books.extraction.table import GENDERS, UNKNOWN

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.speakers.clues import Clues
    from dialogue_etl.text.points import Mask, Offsets

Floats = npt.NDArray[np.float64]

_CORE, _MARGIN = 16, 16  # turns of a window, and on either side of it
_LENGTH = _CORE + 2 * _MARGIN
_NAMED, _NOMINALS, _STRANGERS = 9, 3, 2  # candidates of a window, at most
_SEATS = _NAMED + _NOMINALS + _STRANGERS

# Natural logarithms: see `clues.py` for how they were chosen.
_OFTEN = 0.4  # factor for the logarithm of how often a candidate is near
_OFTEN_HERE = 2.1  # times as much for the turn itself
_NAMED_ELSEWHERE = -1.7  # factor for the logarithm of how often tags of other turns name a candidate
_CALLED_ELSEWHERE, _TALKED_OF = 0.3, -0.5  # the same for names in the speech of other turns
_STRANGER = -1.5
_OTHER_NAME = -6.0
_CLASH, _NOUN_CLASH = -4.0, -7.0  # pronoun or noun of the other gender
_GENDER_UNKNOWN = -2.0
_NEAR_CLASH = -3.0
_CALLED_CLASH = -1.0
_ABOVE_CLASH, _AS_ABOVE = -0.3, 0.5  # the last pronoun before a turn without a tag
_NARRATOR_UNTAGGED = 0.7
_NOUN_OF_NAMED, _NOUN_OF_UNKNOWN = -0.6, -1.5
_NOUN_OF_STRANGER, _OTHER_NOUN = -1.0, -2.8
_FADES = 0.9  # factor of a place for each turn in between
_ENDED = 0.1  # the same where a dialogue ends
_NARRATES = 2.0  # weight of a first-person narrator

_BACK = np.array([0.9, 0.65])
"""Share of speaker changes that return to the previous speaker: without narration in between, and with it."""

_IS_NAMED, _IS_NOUN, _IS_STRANGER = range(3)  # kinds of candidates


class Speakers(NamedTuple):
    """The result for each turn.

    Attributes:
        number: the most likely character, or UNKNOWN for somebody who is not named.
        chance: the probability of that.
        stays: the probability that the speaker continues after the turn; one element fewer.
    """

    number: Offsets
    chance: Floats
    stays: Floats


def decode(clues: Clues, chance: Floats, apart: Mask) -> Speakers:
    """The most likely speaker of each turn, and the probability that they continue, given all clues.

    Args:
        clues: of all turns.
        chance: probability, for each turn but the last, that its speaker continues, without clues.
        apart: after which turns a dialogue certainly ends.
    """
    count = len(clues.kind)
    windows = _Windows(count)
    people = _candidates(clues, windows)
    turns = windows.turns.clip(0, count - 1)
    between = turns[:-1].clip(0, max(count - 2, 0))
    inside = (windows.turns[:-1] >= 0) & (windows.turns[1:] < count)
    reset = ~inside | (apart[between] if count > 1 else True)
    stays = np.where(reset, 0.0, chance[between] if count > 1 else 0.0)
    often = _often(clues, windows, people, reset)
    emissions = _emissions(clues, windows, people, often, reset)
    back = _BACK[clues.narrated[turns[1:]].astype(np.int64)]
    steps = _Steps(stays, back, reset, np.exp(often))
    before, (after, factors) = _forward(emissions, steps), _backward(emissions, steps)
    core = slice(_MARGIN, _MARGIN + _CORE)
    joint = before[core] * after[core]
    likely = joint.sum(1)
    likely /= np.maximum(likely.sum(1, keepdims=True), 1e-300)
    best = likely.argmax(1)
    chosen = np.take_along_axis(likely, best[:, None], 1)[:, 0]
    number = np.take_along_axis(np.broadcast_to(people, likely.shape), best[:, None], 1)[:, 0]
    same = _stays(before, after, factors, emissions, steps)[core]
    flat = windows.flat
    return Speakers(number.T.ravel()[flat], chosen.T.ravel()[flat], same.T.ravel()[flat][:-1])


class _Windows:
    """Windows of turns: `_CORE` turns each, and `_MARGIN` more on either side.

    Attributes:
        turns: numbers of turns, below zero or too large outside the book; turns × windows.
        flat: the places of the turns of the book in the flattened cores.
    """

    def __init__(self, count: int) -> None:
        self.number = -(-count // _CORE)
        self.turns = np.arange(-_MARGIN, _CORE + _MARGIN)[:, None] + _CORE * np.arange(self.number)
        self.flat = np.arange(count)

    def of(self, points: Points) -> tuple[Offsets, Offsets, Offsets, Floats]:
        """Row, window, character and value of points; once for each window that they are in."""
        home, row = np.divmod(points.turns, _CORE)
        rows, windows, places = [], [], []
        for shift in (-1, 0, 1):
            window = home + shift
            at = row - shift * _CORE + _MARGIN
            there = ((at >= 0) & (at < _LENGTH) & (window >= 0) & (window < self.number)).nonzero()[0]
            rows.append(at[there])
            windows.append(window[there])
            places.append(there)
        chosen = np.concatenate(places)
        return (
            np.concatenate(rows),
            np.concatenate(windows),
            points.characters[chosen],
            points.values[chosen],
        )


def _candidates(clues: Clues, windows: _Windows) -> Offsets:
    """The candidates of each window, those named most often near it; seats × windows.

    Numbers of characters, UNKNOWN for strangers and empty seats.
    """
    _, window, character, value = windows.of(clues.near)
    count = len(clues.is_nominal)
    weight = np.bincount(window * count + character, value, windows.number * count)
    weight = weight.reshape(windows.number, count).T
    if clues.narrator != UNKNOWN:
        weight[clues.narrator] += _NARRATES
    seats = [
        _most(np.where(wanted[:, None], weight, 0.0), most)
        for wanted, most in ((~clues.is_nominal, _NAMED), (clues.is_nominal, _NOMINALS))
    ]
    people = np.full((_SEATS, windows.number), UNKNOWN, np.int64)
    people[: _NAMED + _NOMINALS] = np.concatenate(seats)
    return people


def _often(clues: Clues, windows: _Windows, people: Offsets, reset: Mask) -> Floats:
    """How likely each candidate is to speak, by who is named near; turns × seats × windows.

    Natural logarithms. Places count the less the more turns are between, and where a dialogue ends there.
    """
    near = _placed(windows, people, clues.near, len(clues.is_nominal))
    weight = _around(near, reset) + near
    if clues.narrator != UNKNOWN:
        weight += _NARRATES * (people == clues.narrator)
    often = np.where(people == UNKNOWN, -np.inf, _OFTEN * np.log1p(weight))
    often[:, -_STRANGERS:] = _STRANGER
    return often


def _around(placed: Floats, reset: Mask) -> Floats:
    """The sums of the values at the other turns of a window, which fade with the turns in between."""
    before, after = placed.copy(), placed.copy()
    keep = np.where(reset, _ENDED, 1.0) * _FADES
    for row in range(1, _LENGTH):
        before[row] += keep[row - 1] * before[row - 1]
    for row in range(_LENGTH - 2, -1, -1):
        after[row] += keep[row] * after[row + 1]
    around: Floats = before + after - 2 * placed
    return around


def _placed(windows: _Windows, people: Offsets, points: Points, count: int) -> Floats:
    """The sums of the values of points for each candidate; turns × seats × windows."""
    seat = np.full((windows.number, count), UNKNOWN, np.int64)
    place, window = (people != UNKNOWN).nonzero()
    seat[window, people[place, window]] = place
    row, window, character, value = windows.of(points)
    at = seat[window, character]
    there = at != UNKNOWN
    placed = np.zeros((_LENGTH, len(people), windows.number))
    np.add.at(placed, (row[there], at[there], window[there]), value[there])
    return placed


def _most(weight: Floats, most: int) -> Offsets:
    """The characters with the largest weights in each window, UNKNOWN where there are fewer."""
    order = np.argsort(-weight, axis=0, kind="stable")[:most]
    chosen = np.where(np.take_along_axis(weight, order, 0) > 0, order, UNKNOWN)
    missing = np.full((most - len(chosen), weight.shape[1]), UNKNOWN)
    return np.concatenate([chosen, missing])


def _emissions(clues: Clues, windows: _Windows, people: Offsets, often: Floats, reset: Mask) -> Floats:
    """The likelihood of the clues of each turn for each candidate; turns × seats × windows."""
    count, characters = len(clues.kind), len(clues.is_nominal)
    inside = (windows.turns >= 0) & (windows.turns < count)
    turns = windows.turns.clip(0, count - 1)
    scores = _tag_scores(clues, turns, people)
    scores += np.where(people == UNKNOWN, often, _OFTEN_HERE * often)
    scores += _placed(windows, people, clues.scores, characters)
    by_name = (clues.kind == BY_NAME).nonzero()[0]
    stated = Points(by_name, clues.tagged[by_name], np.ones(len(by_name)))
    named = _placed(windows, people, stated, characters)
    scores += -_OTHER_NAME * named + _NAMED_ELSEWHERE * np.log1p(_around(named, reset))
    for points, factor in ((clues.called_by_name, _CALLED_ELSEWHERE), (clues.talked_of, _TALKED_OF)):
        scores += factor * np.log1p(_around(_placed(windows, people, points, characters), reset))
    scores -= scores.max(1, keepdims=True)
    likelihood: Floats = np.exp(scores)
    return np.where(inside[:, None] | (people == UNKNOWN) & np.isinf(often), likelihood, 1.0)


def _tag_scores(clues: Clues, turns: Offsets, people: Offsets) -> Floats:
    """The scores of tags, by kind and gender, for the candidates; turns × seats × windows."""
    kind = np.where(people == UNKNOWN, _IS_STRANGER, np.append(clues.is_nominal, False)[people])
    gender = np.append(clues.genders, 0)[people]
    table = _tag_table()
    of_turn = np.ravel_multi_index((clues.kind, clues.gender, clues.called), table.shape[:3])
    of_turn *= math.prod(table.shape[3:])
    scores: Floats = table.take(
        of_turn[turns][:, None] + np.ravel_multi_index((kind, gender), table.shape[3:])
    )
    return scores


@cache
def _tag_table() -> Floats:
    """The score of a tag for a candidate that it does not name.

    Axes: kind of the tag, its gender, gender by which the speaker was addressed; kind and gender of the
    candidate.
    """
    how, gender, called, person, known = np.indices((5, len(GENDERS), len(GENDERS), 3, len(GENDERS)))
    stranger, noun = person == _IS_STRANGER, person == _IS_NOUN
    clash = (gender > 0) & (known > 0) & (gender != known)
    as_noun = np.where(known > 0, _NOUN_OF_NAMED, _NOUN_OF_UNKNOWN)
    as_noun = np.where(stranger, _NOUN_OF_STRANGER, np.where(noun, _OTHER_NOUN, as_noun))
    pronoun = np.where(clash, _CLASH, np.where(known > 0, 0.0, _GENDER_UNKNOWN))
    untagged = np.where(clash, _ABOVE_CLASH, np.where((gender > 0) & (known == gender), _AS_ABOVE, 0.0))
    untagged = untagged + _NARRATOR_UNTAGGED * (known == GENDERS.index(NARRATOR))
    table: Floats = np.select(
        [how == BY_NAME, how == BY_NOUN, how == BY_PRONOUN, how == NEAR_PRONOUN, how == NO_TAG],
        [
            _OTHER_NAME,
            np.where(clash, _NOUN_CLASH, as_noun),
            pronoun,
            np.where(clash, _NEAR_CLASH, 0.0),
            untagged,
        ],
    )
    table += np.where((called > 0) & (known > 0) & (called != known), _CALLED_CLASH, 0.0)
    return table


class _Steps:
    """Transitions after each turn of the windows but the last; turns × windows, or people.

    Attributes:
        stays: the probability that the speaker continues.
        back: the share of changes that return to the previous speaker.
        reset: where a dialogue ends: the next speaker may be anybody.
        weight: of each candidate as somebody else who begins to speak; turns × seats × windows.
        first: the chances of the states (previous, speaker) of the first turn.
    """

    def __init__(self, stays: Floats, back: Floats, reset: Mask, weight: Floats) -> None:
        self.stays, self.back, self.reset, self.weight = stays, back, reset, weight
        self.first = self._pairs(weight[0])

    @staticmethod
    def _pairs(weight: Floats) -> Floats:
        """The chances of the states (previous, speaker) where a dialogue begins."""
        pair = _without_same(weight[:, None] * weight[None, :])
        chances: Floats = pair / pair.sum((0, 1))
        return chances

    @staticmethod
    def _others(weight: Floats) -> Floats:
        others: Floats = 1 / np.maximum(weight.sum(0) - weight[:, None] - weight[None, :], 1e-6)
        return others

    def forward(self, row: int, states: Floats) -> Floats:
        """States (previous, speaker) one turn later."""
        weight = self.weight[row + 1]
        share = states * self._others(weight)
        total = share.sum(0)
        new = weight[None, :] * (total[:, None] - share.transpose(1, 0, 2))
        changed = self.back[row] * states.transpose(1, 0, 2) + (1 - self.back[row]) * new
        changed = self.stays[row] * states + (1 - self.stays[row]) * changed
        ends = self.reset[row].nonzero()[0]
        changed[..., ends] = self._pairs(weight[:, ends]) * states[..., ends].sum((0, 1))
        return _without_same(changed)

    def backward(self, row: int, later: Floats) -> Floats:
        """Likelihoods of the later turns by the states (previous, speaker) one turn earlier."""
        weight = self.weight[row + 1]
        weighted = later * weight[None, :]
        total = weighted.sum(1)
        new = self._others(weight) * (total[None, :] - weighted.transpose(1, 0, 2))
        changed = self.back[row] * later.transpose(1, 0, 2) + (1 - self.back[row]) * new
        changed = self.stays[row] * later + (1 - self.stays[row]) * changed
        ends = self.reset[row].nonzero()[0]
        changed[..., ends] = (self._pairs(weight[:, ends]) * later[..., ends]).sum((0, 1))
        return _without_same(changed)


def _without_same(states: Floats) -> Floats:
    """Set states to zero in which the current and the previous speaker are the same person."""
    people = np.arange(len(states))
    states[people, people] = 0.0
    return states


def _forward(emissions: Floats, steps: _Steps) -> Floats:
    """Likelihood of the turns up to each, jointly with its state; turns × previous × speaker × windows."""
    states = steps.first * emissions[0]
    found = [states]
    for row, emission in enumerate(emissions[1:]):
        states = steps.forward(row, states) * emission
        states /= np.maximum(states.sum((0, 1)), 1e-300)
        found.append(states)
    return np.array(found)


def _backward(emissions: Floats, steps: _Steps) -> tuple[Floats, Floats]:
    """Likelihood of the turns after each, given its state; turns × previous × speaker × windows.

    Each is divided by a factor, which the second array has; turns × windows.
    """
    states = _without_same(np.ones_like(steps.first))
    found, factors = [states], []
    for row in range(len(emissions) - 2, -1, -1):
        states = steps.backward(row, states * emissions[row + 1])
        factors.append(np.maximum(states.max((0, 1)), 1e-300))
        states /= factors[-1]
        found.append(states)
    return np.array(found[::-1]), np.array(factors[::-1])


def _stays(before: Floats, after: Floats, factors: Floats, emissions: Floats, steps: _Steps) -> Floats:
    """The probability that the speaker continues after each turn but the last; turns × windows."""
    same = np.einsum("tpcw,tpcw,tcw->tw", before[:-1], after[1:], emissions[1:], optimize=True)
    everything = np.einsum("tpcw,tpcw->tw", before[:-1], after[:-1]) * factors
    found: Floats = steps.stays * same / np.maximum(everything, 1e-300)
    return found
