"""Whether two neighbouring turns have the same speaker: a second-order hidden Markov model.

The hidden state of a turn is the pair (previous, current): its speaker, and the last other speaker before.
With a probability that grows with the narration in between, and with a verb of continuing, the next turn has
the same speaker and the state stays. Otherwise its speaker is most likely the previous one (He, Barbosa &
Kondrak 2013, section 4.3, their alternating patterns), else somebody else. Tags and names in the narration
are the observations; emission scores say how well they fit each candidate speaker of a turn. The forward and
the backward algorithm (Rabiner 1989, section III.A), over eight turns on either side of each doubtful place
(two turns that may have the same speaker), give the probability that the speaker continues there.

All constants are rounded figures measured on novels with annotated speakers (Vishnubhotla, Hammond & Hirst
2022); those of emissions are natural logarithms. The doubtful places are the last axis of all arrays, since
they are many and all other axes are short: one step of the algorithm is a few long additions.

No trained model did better on novels it had not seen: this one separates the doubtful places of one speaker
from the others with an AUC of 0.870, a logistic regression of twelve clues with 0.761, one on top of this
with 0.867, gradient boosting of 95 clues on top of this with 0.862. The only choice left is the threshold
`extract.join_chance`: benchmarks/extraction.md shows the effect of its values.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.sources.books.extraction.table import ADJACENT, BY_VERB, GENDERS, UNKNOWN, UNTAGGED
from dialogue_etl.text.spans import slice_numbers

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.speakers.clues import Clues
    from dialogue_etl.text.points import Mask, Offsets

Floats = npt.NDArray[np.float64]

_HEARD = 16  # turns on either side of a place whose speakers are candidates
_NAMED = 5  # candidates with a name, at most
_NOMINALS = 1  # candidates known by a noun only (the old man), at most
STRANGERS = 2  # candidates that are not mentioned

# Emission scores: see `_tag_table` and `emission_scores`.
_STRANGER = -0.7
_NOUN = -0.35
_OTHER_NAME = -6.0
_NO_STRANGER = -5.0
_ALIAS = -1.5
_OTHER_GENDER = -5.0
_GENDER_UNKNOWN = -0.3
_GENDER_OF_STRANGER = -1.0
_NOUN_OF_NAMED = -0.7
_NOUN_OF_UNKNOWN = -1.5
_OTHER_NOUN = -3.0
_UNSURE = -1.5  # lowest score of a tag without a speech verb
_MENTIONED = 1.0
_MEANT = 2.0  # named last in the narration above a tag with a pronoun
_CALLS_HIMSELF = -2.0
_CALLED_BEFORE = 0.7

_BY_PRONOUN, _BY_NAME, _BY_NOUN = range(3)  # how a tag mentions the speaker
_IS_NAMED, _IS_NOUN, _IS_STRANGER, _IS_NOBODY = range(4)  # kinds of candidates

_BACK_TO_PREVIOUS = 0.65  # share of speaker changes that return to the previous speaker
_REACH = 8  # turns on either side of a doubtful place
_HERE = _REACH - 1  # row of the turn just before the place, and of the transition at the place
PLACES_AT_ONCE = 256  # whose arrays fit into the cache of the processor


def same_speaker(clues: Clues, chance: Floats, apart: Mask, doubtful: Offsets) -> Floats:
    """The probability that the speaker continues at each doubtful place, given all clues around it.

    Args:
        clues: of all turns.
        chance: probability, for each turn but the last, that its speaker continues, without clues.
        apart: after which turns a dialogue certainly ends.
        doubtful: the turns after which the speaker may continue; at least one.
    """
    people = candidates(clues, doubtful)
    there = people != UNKNOWN
    there[-STRANGERS:] = True
    # Batches of places with equally many candidates, so that empty seats need not be computed.
    order = np.argsort(np.count_nonzero(there, axis=0), kind="stable")
    likely = np.empty(len(doubtful))
    for batch in np.array_split(order, -(-len(order) // PLACES_AT_ONCE)):
        seats = there[:, batch].any(axis=1)
        turns, inside = _window(apart, doubtful[batch])
        emissions = emission_scores(clues, turns, people[:, batch])[:, seats]
        stays = chance[np.minimum(turns[:-1], len(chance) - 1)]
        # Turns of other dialogues must not have an effect: neutral emissions, no speaker change.
        emissions = np.where(inside[:, None], emissions, 1.0)
        stays[: _HERE + 1] = np.where(inside[: _HERE + 1], stays[: _HERE + 1], 1.0)
        stays[_HERE + 1 :] = np.where(inside[_HERE + 2 :], stays[_HERE + 1 :], 1.0)
        likely[batch] = _chance_here(emissions, stays, there[seats][:, batch])
    return likely


def _window(apart: Mask, doubtful: Offsets) -> tuple[Offsets, Mask]:
    """The turns around each place, and which of them may be of the same dialogue; turns × places."""
    count = len(apart) + 1
    turns = np.arange(-_REACH + 1, _REACH + 1)[:, None] + doubtful
    inside = (turns >= 0) & (turns < count)
    turns = turns.clip(0, count - 1)
    cut = apart[np.minimum(turns[:-1], count - 2)]
    inside[:_HERE] &= ~np.logical_or.accumulate(cut[:_HERE][::-1])[::-1]
    inside[_REACH + 1 :] &= ~np.logical_or.accumulate(cut[_REACH:])
    return turns, inside


def _chance_here(emissions: Floats, stays: Floats, there: Mask) -> Floats:
    """The probability that the speaker continues at the place in the middle of each window of turns.

    Args:
        emissions: turns × people × places.
        stays: probability that the speaker continues after each turn but the last; turns × places.
        there: which seats have a candidate; people × places.
    """
    transitions = Transitions.of(stays, there)
    before = forward(emissions[:_REACH], transitions, there)
    after = backward(emissions[_REACH:], transitions)
    continues = stays[_HERE] * np.einsum("pcd,pcd->d", before, after)
    changes = np.einsum("pcd,pcd->d", transitions.change(_HERE, before), after)
    likely: Floats = continues / np.maximum(continues + changes, 1e-300)
    return likely


class Transitions(NamedTuple):
    """Transition probabilities after each turn of the windows but the last; turns × places.

    Attributes:
        stays: that the speaker continues.
        other: that one certain person speaks who is neither the speaker nor the previous speaker.
        previous: that the previous speaker speaks, minus `other`.
    """

    stays: Floats
    other: Floats
    previous: Floats

    @classmethod
    def of(cls, stays: Floats, there: Mask) -> Transitions:
        """From the probability that the speaker continues, and the seats that have a candidate."""
        others = np.count_nonzero(there, axis=0) - 2
        previous = np.where(others > 0, _BACK_TO_PREVIOUS, 1.0)
        other = (1 - previous) / np.maximum(others, 1)
        return cls(stays, other * (1 - stays), (previous - other) * (1 - stays))

    def change(self, row: int, states: Floats) -> Floats:
        """Weights of states one turn later (or earlier), where the speaker changes.

        Args:
            row: the turn after which it changes.
            states: weights by (first, second) speaker; the other way round when going back.

        Returns:
            Weights by (second, next) speaker.
        """
        changed = self.previous[row] * states.transpose(1, 0, 2)
        changed += self.other[row] * states.sum(axis=0)[:, None]
        return _without_same(changed)


def forward(emissions: Floats, transitions: Transitions, there: Mask) -> Floats:
    """The likelihood of the observations of the first turns, jointly with each state of the last of them.

    Returns:
        Previous × current × places.
    """
    states = _without_same(there[:, None] * emissions[0])
    for row, emission in enumerate(emissions[1:]):
        states = (transitions.stays[row] * states + transitions.change(row, states)) * emission
    return states


def backward(emissions: Floats, transitions: Transitions) -> Floats:
    """The likelihood of the observations of the last turns, given each state of the first of them.

    Returns:
        Previous × current × places.
    """
    people = emissions.shape[1]
    # Kept as current × previous: going back, the pairs are the other way round.
    states = _without_same(np.repeat(emissions[-1][:, None], people, axis=1))
    last = len(transitions.stays) - 1
    for back, emission in enumerate(emissions[-2::-1]):
        row = last - back
        states = (transitions.stays[row] * states + transitions.change(row, states)) * emission[:, None]
    return states.transpose(1, 0, 2)


def _without_same(states: Floats) -> Floats:
    """Set states to zero in which the current and the previous speaker are the same person."""
    people = np.arange(len(states))
    states[people, people] = 0.0
    return states


def candidates(clues: Clues, places: Offsets) -> Offsets:
    """Candidate speakers around some places: characters in the nearest tags, then in most tags.

    Args:
        clues: of all turns.
        places: numbers of the turns just before the places.

    Returns:
        Candidates × places: numbers of characters, five with names, one without, then the strangers. UNKNOWN
        represents strangers and empty seats.
    """
    tagged = (clues.tagged != UNKNOWN).nonzero()[0]
    near = slice_numbers(tagged.searchsorted(places + 1 - _HEARD), tagged.searchsorted(places + 1 + _HEARD))
    place, since = near
    character = clues.tagged[tagged[since]]
    # How often each character is in a tag near a place, and where first.
    pair = place * len(clues.is_nominal) + character
    _, first, times = np.unique(pair, return_index=True, return_counts=True)
    place, character, since = place[first], character[first], since[first]
    before, after = clues.tagged[places], clues.tagged[np.minimum(places + 1, len(clues.tagged) - 1)]
    beside = (before[place] == character) | (after[place] == character)
    is_nominal = clues.is_nominal[character]
    order = np.lexsort((since, -times, ~beside, is_nominal, place))
    place, character, is_nominal = place[order], character[order], is_nominal[order]
    group = 2 * place + is_nominal
    rank = np.arange(len(group)) - group.searchsorted(group)
    seated = rank < np.where(is_nominal, _NOMINALS, _NAMED)
    seats = np.full((_NAMED + _NOMINALS + STRANGERS, len(places)), UNKNOWN, np.int64)
    seats[(rank + _NAMED * is_nominal)[seated], place[seated]] = character[seated]
    return seats


def emission_scores(clues: Clues, turns: Offsets, people: Offsets) -> Floats:
    """The likelihood of the clues of each turn for each candidate speaker, up to a common factor.

    Args:
        clues: of all turns.
        turns: numbers of turns; turns × places.
        people: see `candidates`; people × places.

    Returns:
        Turns × people × places.
    """
    scores = _tag_scores(clues, turns, people)
    by_name = (clues.tagged != UNKNOWN) & ~clues.is_nominal[clues.tagged]
    # Other names next to a turn do not matter if its tag names the speaker.
    unsure = ~(by_name & (clues.tag == BY_VERB))
    addressed_before = np.append(UNKNOWN, clues.addressed[:-1])
    by_pronoun = (clues.tag == BY_VERB) & (clues.tagged == UNKNOWN)
    for named, asked, factor in (
        (clues.tagged, clues.tag != UNTAGGED, None),
        (clues.beside, unsure, math.exp(_MENTIONED)),
        (clues.around, unsure, math.exp(_MENTIONED)),
        (clues.ahead, unsure, np.exp(np.where(by_pronoun, _MEANT, _MENTIONED))),
        (clues.addressed, True, math.exp(_CALLS_HIMSELF)),
        (addressed_before, True, math.exp(_CALLED_BEFORE)),
    ):
        cells = _cells_of_named(np.where(asked, named, UNKNOWN)[turns], people)
        # A tag that names the candidate decides; all other clues change the score by a factor.
        of_cells = factor[turns[cells[0], cells[2]]] if isinstance(factor, np.ndarray) else factor
        scores[cells] = 1.0 if of_cells is None else scores[cells] * of_cells
    return scores


def _cells_of_named(named: Offsets, people: Offsets) -> tuple[Offsets, Offsets, Offsets]:
    """The cells, as indices of turn, person and place, in which the named character is the candidate.

    Args:
        named: numbers of characters or UNKNOWN; turns × places.
        people: people × places.
    """
    turn, place = (named != UNKNOWN).nonzero()
    who, person = (people.T[place] == named[turn, place][:, None]).nonzero()
    return turn[who], person, place[who]


def _tag_scores(clues: Clues, turns: Offsets, people: Offsets) -> Floats:
    """The likelihood of each turn's tag for candidates that it does not name; turns × people × places."""
    genders, is_nominal = clues.genders, clues.is_nominal
    calls = np.where(clues.tagged == UNKNOWN, _BY_PRONOUN, _BY_NAME + is_nominal[clues.tagged])
    gender = np.where(clues.gender > 0, clues.gender, genders[clues.tagged])
    kind = _IS_NAMED + is_nominal[people]
    kind[people == UNKNOWN] = _IS_NOBODY
    kind[-STRANGERS:] = _IS_STRANGER
    table = _tag_table()
    # Index into the flattened table: the part of the turn plus the part of the person.
    of_turn = np.ravel_multi_index((clues.tag, calls, gender), table.shape[:3]) * math.prod(table.shape[3:])
    of_person = np.ravel_multi_index((kind, genders[people]), table.shape[3:])
    scores: Floats = table.take(of_turn[turns][:, None] + of_person)
    return scores


@cache
def _tag_table() -> Floats:
    """The likelihood of a tag for a candidate that it does not name.

    Axes: kind of the tag (UNTAGGED, ADJACENT, BY_VERB), how it mentions the speaker, its gender; kind and
    gender of the candidate.
    """
    how, by, gender, person, known = np.indices((3, 3, len(GENDERS), 4, len(GENDERS)))
    stranger, noun = person == _IS_STRANGER, person == _IS_NOUN
    clash = (gender > 0) & (known > 0) & (gender != known)
    untagged = np.where(stranger, _STRANGER, np.where(noun, _NOUN, 0.0))
    name = np.where(stranger, _NO_STRANGER, np.where(noun & ~clash, _ALIAS, _OTHER_NAME))
    as_noun = np.where(known > 0, _NOUN_OF_NAMED, _NOUN_OF_UNKNOWN)
    as_noun = np.where(stranger, _GENDER_OF_STRANGER, as_noun)
    as_noun = np.where(noun, _OTHER_NOUN, as_noun)
    as_noun = np.where(clash, _OTHER_GENDER, as_noun)
    unknown = np.where(stranger, _GENDER_OF_STRANGER, _GENDER_UNKNOWN)
    pronoun = np.where(known > 0, 0.0, unknown) + np.where(noun, _NOUN, 0.0)
    pronoun = np.where(gender > 0, np.where(clash, _OTHER_GENDER, pronoun), untagged)
    tagged = np.select([by == _BY_NAME, by == _BY_NOUN], [name, as_noun], pronoun)
    tagged = np.where(how == ADJACENT, np.maximum(tagged, _UNSURE), tagged)
    table: Floats = np.exp(np.where(how == UNTAGGED, untagged, tagged))
    table[person == _IS_NOBODY] = 0.0
    return table
