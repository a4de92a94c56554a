"""What the turns around a doubtful place say for and against each of the people who may speak there.

What a tag says depends on few things: on how it tells, on whether it names, and on what is known of the one
named and of the one weighed. So it is looked up in a table, once made. The constants are natural logarithms,
round figures measured on novels in which speakers are annotated (see `alternation.py`).
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from dialogue_etl.sources.books.speakers.cast import NOBODY
from dialogue_etl.sources.books.speakers.narration import BESIDE, GENDERS, TOLD, UNTOLD

if TYPE_CHECKING:
    from dialogue_etl.sources.books.speakers.attribution import Attribution
    from dialogue_etl.text.points import Places

    Floats = npt.NDArray[np.float64]

_HEARD = 16  # turns on either side from which its people are taken
_NAMED = 5  # named people at most
_NOUNS = 1
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
_CALLS_HIMSELF = -2.0
_CALLED_BEFORE = 0.7

_BY_PRONOUN, _BY_NAME, _BY_NOUN = range(3)  # how a tag calls the speaker
_IS_NAMED, _IS_NOUN, _IS_STRANGER = range(3)  # what one of the people is


def people_around(said: Attribution, doubtful: Places) -> Places:
    """Who may speak around each place: the people named most, the nearest first of equals; then strangers.

    Returns:
        Numbers of people, NOBODY for strangers and empty places; the places are the last axis.
    """
    told = np.flatnonzero(said.person != NOBODY)
    first = np.searchsorted(told, doubtful + 1 - _HEARD)
    after = np.searchsorted(told, doubtful + 1 + _HEARD)
    people = np.full((_NAMED + _NOUNS + STRANGERS, len(doubtful)), NOBODY, np.int64)
    place, person, times, since = _heard(said.person[told], first, after)
    # Sorted as one number each: by place, those with names before those without, the most often named first.
    seat = 2 * place + said.cast.nouns()[person]
    order = (seat * 2 * _HEARD + 2 * _HEARD - times) * 2 * _HEARD + since
    seat, person = np.divmod(np.sort(order * len(said.cast) + person), len(said.cast))
    seat //= (2 * _HEARD) ** 2
    rank = np.arange(len(seat)) - np.searchsorted(seat, seat)
    is_noun = seat % 2
    seated = rank < np.where(is_noun, _NOUNS, _NAMED)
    people[(rank + _NAMED * is_noun)[seated], seat[seated] // 2] = person[seated]
    return people


def _heard(persons: Places, first: Places, after: Places) -> tuple[Places, Places, Places, Places]:
    """Who is named in stretches of a list of people: stretch, person, how often, and where in it first."""
    lengths = after - first
    ends = np.cumsum(lengths)
    stretch = np.repeat(np.arange(len(first)), lengths)
    since = np.arange(len(stretch)) - (ends - lengths)[stretch]
    count = persons.max(initial=0) + 1
    # Sorted as one number each: several times as fast as by columns.
    order = np.sort((stretch * count + persons[first[stretch] + since]) * 2 * _HEARD + since)
    both, since = np.divmod(order, 2 * _HEARD)
    begun = np.flatnonzero(np.diff(both, prepend=-1))
    stretch, person = np.divmod(both[begun], count)
    return stretch, person, np.diff(begun, append=len(both)), since[begun]


def evidence(said: Attribution, numbers: Places, people: Places) -> Floats:
    """What turns say for and against each of the people.

    Args:
        said: of the speakers of turns.
        numbers: of the turns; turns × places.
        people: who may speak there; people × places.

    Returns:
        How likely each is to say so, up to a factor for all of them; turns × people × places.
    """
    cast = said.cast
    genders = np.array([*map(GENDERS.index, cast.genders()), 0], np.int64)
    nouns = cast.nouns()
    known = said.person != NOBODY
    by = np.where(known, np.where(nouns[said.person], _BY_NOUN, _BY_NAME), _BY_PRONOUN)
    told = np.where(said.gender > 0, said.gender, np.where(known, genders[said.person], 0))
    are = np.where(people == NOBODY, _IS_STRANGER, np.where(nouns[people], _IS_NOUN, _IS_NAMED))
    # NOBODY is the last one of the genders: none.
    weights = _look_up(np.stack([said.how, by, told]), numbers, np.stack([are, genders[people]]))
    _put(weights, people, numbers, np.where(said.how == UNTOLD, NOBODY, said.person))
    by_name = (by == _BY_NAME) & (said.how == TOLD)
    for mentioned in (said.beside, said.around, said.ahead):
        _put(weights, people, numbers, np.where(by_name, NOBODY, mentioned), more=_MENTIONED)
    _put(weights, people, numbers, said.addressed, more=_CALLS_HIMSELF)
    before = np.append(NOBODY, said.addressed[:-1])
    _put(weights, people, numbers, before, more=_CALLED_BEFORE)
    person, place = np.nonzero(people[: _NAMED + _NOUNS] == NOBODY)
    weights[:, person, place] = 0.0
    return weights


def _put(weights: Floats, people: Places, numbers: Places, who: Places, more: float | None = None) -> None:
    """Write down what speaks for one of the people whom some of the turns name: few of them do.

    That it is he, or with `more`, a logarithm, that he is so much likelier than without.
    """
    # One axis at a time: looking for places on two takes thrice as long.
    at = np.flatnonzero((who != NOBODY).take(numbers))
    turns, places = np.divmod(at, people.shape[1])
    is_named = people.take(places, axis=1) == who.take(numbers.reshape(-1).take(at))
    person, found = np.divmod(np.flatnonzero(is_named), max(len(at), 1))
    where = turns[found], person, places[found]
    weights[where] = 1.0 if more is None else weights[where] * math.exp(more)


def _look_up(turns: Places, numbers: Places, people: Places) -> Floats:
    """What the tags of turns say of people, by what is told of the ones and what the others are."""
    sizes = _sizes()
    kind_of_turn = np.ravel_multi_index(tuple(turns), sizes[:3]).astype(np.int32)
    kind_of_person = np.ravel_multi_index(tuple(people), sizes[3:]).astype(np.int32)
    row = sizes[3] * sizes[4]
    found: Floats = _table().take((row * kind_of_turn)[numbers][:, None] + kind_of_person)
    return found


def _sizes() -> tuple[int, ...]:
    return 3, 3, len(GENDERS), 3, len(GENDERS)


@cache
def _table() -> Floats:
    """What a tag says of a person it does not name: a factor, flat.

    Axes: how it tells (UNTOLD, BESIDE, TOLD), by what, of which gender; what the person is, of which gender.
    """
    how, by, gender, person, his = np.indices(_sizes())
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
    table: Floats = np.exp(np.where(how == UNTOLD, untagged, against)).ravel()
    return table
