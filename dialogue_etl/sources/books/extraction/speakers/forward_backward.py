"""Whether two neighbouring turns are of one speaker: a second-order hidden Markov model of who speaks.

The hidden state of a turn is the pair (previous, current): who speaks it, and the other one who spoke last
before. The next turn is of the same speaker with a chance that grows with the narration between, and with a
verb of going on, and then the state stays; otherwise most likely of the previous speaker (He, Barbosa &
Kondrak 2013, section 4.3, their alternating patterns), else of somebody else. Tags and names in the narration
are the observations: emission scores say how well each of the people who may speak a turn goes with them. The
forward and the backward algorithm (Rabiner 1989, section III.A), over eight turns on either side of each
doubtful place, give the chance that the speaker goes on there.

All constants are round figures measured on novels in which speakers are annotated (Vishnubhotla, Hammond &
Hirst 2022), those of emissions natural logarithms. All arrays have the doubtful places as their last axis,
for they are many and all else is few: one step of the algorithm is a handful of long additions.

Nothing learnt did better on novels it had not seen: this ranks the doubtful places of one speaker above the
others at an AUC of 0.870, a logistic regression of twelve clues at 0.761, one on top of this at 0.867,
gradient boosting of 95 clues on top of this at 0.862. So what is left to choose is the threshold,
`extract.join_chance`: benchmarks/extraction.md shows what each is worth.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.sources.books.extraction.table import BESIDE, BY_VERB, GENDERS, NOBODY, UNTAGGED
from dialogue_etl.text.spans import slice_numbers

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.speakers.clues import Clues
    from dialogue_etl.text.points import Mask, Places

Floats = npt.NDArray[np.float64]

_HEARD = 16  # turns on either side from which its people are taken
_NAMED = 5  # named people at most
_NOMINALS = 1
STRANGERS = 2  # people nobody names

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
_UNSURE = -1.5  # at most so much against anybody where only the neighbourhood tells
_MENTIONED = 1.0
_MEANT = 2.0  # by a pronoun that tells the speaker: who is named last in the narration above it
_CALLS_HIMSELF = -2.0
_CALLED_BEFORE = 0.7

_BY_PRONOUN, _BY_NAME, _BY_NOUN = range(3)  # how a tag calls the speaker
_IS_NAMED, _IS_NOUN, _IS_STRANGER, _IS_NOBODY = range(4)  # what one of the people is

_BACK_TO_PREVIOUS = 0.65  # of turns by another speaker, those by the one who spoke before
_REACH = 8  # turns on either side of a doubtful place that are looked at
_HERE = _REACH - 1  # the row of the turn before the place, and of what lies behind that turn
PLACES_AT_ONCE = 256  # so many take no more memory than the processor has near


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


def candidates(clues: Clues, places: Places) -> Places:
    """Who may speak around some places: those named right beside it, then those whom tags name most.

    Args:
        clues: of all turns.
        places: each is behind the turn of that number.

    Returns:
        Candidates × places: numbers of characters, five with names, one without; then the strangers. NOBODY
        stands for strangers and for empty seats.
    """
    tagged = (clues.tagged != NOBODY).nonzero()[0]
    near = slice_numbers(tagged.searchsorted(places + 1 - _HEARD), tagged.searchsorted(places + 1 + _HEARD))
    place, since = near
    character = clues.tagged[tagged[since]]
    # How often each is named near a place, and where first.
    both = place * (len(clues.is_nominal)) + character
    _, first, times = np.unique(both, return_index=True, return_counts=True)
    place, character, since = place[first], character[first], since[first]
    one, other = clues.tagged[places], clues.tagged[np.minimum(places + 1, len(clues.tagged) - 1)]
    beside = (one[place] == character) | (other[place] == character)
    is_nominal = clues.is_nominal[character]
    order = np.lexsort((since, -times, ~beside, is_nominal, place))
    place, character, is_nominal = place[order], character[order], is_nominal[order]
    group = 2 * place + is_nominal
    rank = np.arange(len(group)) - group.searchsorted(group)
    seated = rank < np.where(is_nominal, _NOMINALS, _NAMED)
    seats = np.full((_NAMED + _NOMINALS + STRANGERS, len(places)), NOBODY, np.int64)
    seats[(rank + _NAMED * is_nominal)[seated], place[seated]] = character[seated]
    return seats


def emission_scores(clues: Clues, turns: Places, people: Places) -> Floats:
    """How likely the words around turns are if each of the people speaks them, up to a factor for all.

    Args:
        clues: of all turns.
        turns: numbers of turns; turns × places.
        people: who may speak there, as `candidates` gives them; people × places.

    Returns:
        Turns × people × places.
    """
    scores = _tag_scores(clues, turns, people)
    by_name = (clues.tagged != NOBODY) & ~clues.is_nominal[clues.tagged]
    # What else is named beside a turn says nothing where its tag names the speaker.
    unsure = ~(by_name & (clues.tag == BY_VERB))
    addressed_before = np.append(NOBODY, clues.addressed[:-1])
    by_pronoun = (clues.tag == BY_VERB) & (clues.tagged == NOBODY)
    for named, asked, factor in (
        (clues.tagged, clues.tag != UNTAGGED, None),
        (clues.beside, unsure, math.exp(_MENTIONED)),
        (clues.around, unsure, math.exp(_MENTIONED)),
        (clues.ahead, unsure, np.exp(np.where(by_pronoun, _MEANT, _MENTIONED))),
        (clues.addressed, True, math.exp(_CALLS_HIMSELF)),
        (addressed_before, True, math.exp(_CALLED_BEFORE)),
    ):
        cells = _cells_of_named(np.where(asked, named, NOBODY)[turns], people)
        # That it is he, by a tag; that he is so much likelier than without, by all else.
        of_cells = factor[turns[cells[0], cells[2]]] if isinstance(factor, np.ndarray) else factor
        scores[cells] = 1.0 if of_cells is None else scores[cells] * of_cells
    return scores


def _cells_of_named(named: Places, people: Places) -> tuple[Places, Places, Places]:
    """Where one of the people is the one named: turn, person and place. Few turns name anybody.

    Args:
        named: numbers of characters or NOBODY; turns × places.
        people: people × places.
    """
    turn, place = (named != NOBODY).nonzero()
    who, person = (people.T[place] == named[turn, place][:, None]).nonzero()
    return turn[who], person, place[who]


def _tag_scores(clues: Clues, turns: Places, people: Places) -> Floats:
    """What the tags of turns say of people they do not name."""
    genders, is_nominal = clues.genders, clues.is_nominal
    calls = np.where(clues.tagged == NOBODY, _BY_PRONOUN, _BY_NAME + is_nominal[clues.tagged])
    gender = np.where(clues.gender > 0, clues.gender, genders[clues.tagged])
    kind = _IS_NAMED + is_nominal[people]
    kind[people == NOBODY] = _IS_NOBODY
    kind[-STRANGERS:] = _IS_STRANGER
    table = _tag_table()
    # Of turns and of people the cell of the flat table; together they are the cell of both.
    of_turn = np.ravel_multi_index((clues.tag, calls, gender), table.shape[:3]) * math.prod(table.shape[3:])
    of_person = np.ravel_multi_index((kind, genders[people]), table.shape[3:])
    scores: Floats = table.take(of_turn[turns][:, None] + of_person)
    return scores


@cache
def _tag_table() -> Floats:
    """What a tag says of a person it does not name: a factor.

    Axes: how it tells (UNTAGGED, BESIDE, BY_VERB), by what, of which gender; what the person is, and the
    gender.
    """
    how, by, gender, person, his = np.indices((3, 3, len(GENDERS), 4, len(GENDERS)))
    stranger, noun = person == _IS_STRANGER, person == _IS_NOUN
    clash = (gender > 0) & (his > 0) & (gender != his)
    untagged = np.where(stranger, _STRANGER, np.where(noun, _NOUN, 0.0))
    name = np.where(stranger, _NO_STRANGER, np.where(noun & ~clash, _ALIAS, _OTHER_NAME))
    as_noun = np.where(stranger, _GENDER_OF_STRANGER, np.where(his > 0, _NOUN_OF_NAMED, _NOUN_OF_UNKNOWN))
    as_noun = np.where(noun, _OTHER_NOUN, as_noun)
    as_noun = np.where(clash, _OTHER_GENDER, as_noun)
    unknown = np.where(stranger, _GENDER_OF_STRANGER, _GENDER_UNKNOWN)
    pronoun = np.where(his > 0, 0.0, unknown) + np.where(noun, _NOUN, 0.0)
    pronoun = np.where(gender > 0, np.where(clash, _OTHER_GENDER, pronoun), untagged)
    against = np.select([by == _BY_NAME, by == _BY_NOUN], [name, as_noun], pronoun)
    against = np.where(how == BESIDE, np.maximum(against, _UNSURE), against)
    table: Floats = np.exp(np.where(how == UNTAGGED, untagged, against))
    table[person == _IS_NOBODY] = 0.0
    return table
