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
    from dialogue_etl.text.points import Mask, Places

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
_MORE = [math.exp(more) for more in (*3 * (_MENTIONED,), _CALLS_HIMSELF, _CALLED_BEFORE)]
"""How much likelier it is whom a turn names: before, inside, ahead; by its call; by that of the last one."""

_BY_PRONOUN, _BY_NAME, _BY_NOUN = range(3)  # how a tag calls the speaker
_IS_NAMED, _IS_NOUN, _IS_STRANGER, _IS_NOBODY = range(4)  # what one of the people is
_SIZES = 3, 3, len(GENDERS), 4, len(GENDERS)


def people_around(said: Attribution, doubtful: Places) -> Places:
    """Who may speak around each place: the people named most, the nearest first of equals; then strangers.

    Returns:
        Numbers of people, NOBODY for strangers and empty places; the places are the last axis.
    """
    told = (said.person != NOBODY).nonzero()[0]
    first = told.searchsorted(doubtful + 1 - _HEARD)
    after = told.searchsorted(doubtful + 1 + _HEARD)
    people = np.full((_NAMED + _NOUNS + STRANGERS, len(doubtful)), NOBODY, np.int64)
    place, person, times, since = _heard(said.person[told], first, after)
    # Sorted as one number each: by place, those with names before those without, the most often named first.
    seat = 2 * place + said.cast.nouns()[person]
    order = (seat * 2 * _HEARD + 2 * _HEARD - times) * 2 * _HEARD + since
    seat, person = np.divmod(np.sort(order * len(said.cast) + person), len(said.cast))
    seat //= (2 * _HEARD) ** 2
    rank = np.arange(len(seat)) - seat.searchsorted(seat)
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
    begins = np.ones(len(both) + 1, np.bool_)
    np.not_equal(both[1:], both[:-1], out=begins[1:-1])
    edges = begins.nonzero()[0]
    begun = edges[:-1]
    stretch, person = np.divmod(both[begun], count)
    return stretch, person, edges[1:] - begun, since[begun]


def evidence(said: Attribution, numbers: Places, people: Places) -> Floats:
    """What turns say for and against each of the people.

    Args:
        said: of the speakers of turns.
        numbers: of the turns; turns × places.
        people: who may speak there; people × places.

    Returns:
        How likely each is to say so, up to a factor for all of them; turns × people × places.
    """
    genders = np.array([*map(GENDERS.index, said.cast.genders()), 0], np.int64)
    nouns = said.cast.nouns()
    # NOBODY is the last one: no noun, of no gender.
    by = np.where(said.person == NOBODY, _BY_PRONOUN, _BY_NAME + nouns[said.person])
    told = np.where(said.gender > 0, said.gender, genders[said.person])
    are = _IS_NAMED + nouns[people]
    are[people == NOBODY] = _IS_NOBODY
    are[-STRANGERS:] = _IS_STRANGER
    weights = _look_up((said.how, by, told), numbers, (are, genders[people]))
    _put(weights, people, numbers, _who_is_named(said, by == _BY_NAME))
    return weights


def _who_is_named(said: Attribution, by_name: Mask) -> Places:
    """Whom each turn names, or NOBODY: in its tag, then in each of the other ways, as in `_MORE`.

    What else is named beside a turn says nothing where its tag names the speaker.
    """
    named = np.full((1 + len(_MORE), len(by_name)), NOBODY, np.int64)
    tag, *mentioned, addressed, before = named
    np.copyto(tag, said.person, where=said.how != UNTOLD)
    unsure = ~(by_name & (said.how == TOLD))
    for row, persons in zip(mentioned, (said.beside, said.around, said.ahead), strict=True):
        np.copyto(row, persons, where=unsure)
    addressed[:] = said.addressed
    before[1:] = said.addressed[:-1]
    return named


def _put(weights: Floats, people: Places, numbers: Places, named: Places) -> None:
    """Write down what speaks for one of the people whom some of the turns name: few of them do.

    That it is he, by a tag; that he is so much likelier than without, by all else.
    """
    turns = numbers.reshape(-1)
    way, cells = np.divmod(np.flatnonzero((named != NOBODY).take(turns, axis=1)), len(turns))
    who = named.reshape(-1).take(way * named.shape[1] + turns.take(cells))
    turns, places = np.divmod(cells, people.shape[1])
    is_named = people.T.take(places, axis=0) == who[:, None]
    found, person = np.divmod(np.flatnonzero(is_named), len(people))
    cells = (turns.take(found) * len(people) + person) * people.shape[1] + places.take(found)
    ends = way.take(found).searchsorted(np.arange(len(named)), side="right").tolist()
    flat = weights.reshape(-1)
    flat[cells[: ends[0]]] = 1.0
    for more, start, end in zip(_MORE, ends[:-1], ends[1:], strict=True):
        flat[cells[start:end]] *= more


def _look_up(turns: tuple[Places, Places, Places], numbers: Places, people: tuple[Places, Places]) -> Floats:
    """What the tags of turns say of people, by what is told of the ones and what the others are."""
    _, ways, genders, kinds, _ = _SIZES
    how, by, gender = turns
    kind_of_turn = ((how * ways + by) * genders + gender) * (kinds * genders)
    kind, his = people
    kind_of_person = (kind * genders + his).astype(np.int32)
    found: Floats = _table().take(kind_of_turn.astype(np.int32)[numbers][:, None] + kind_of_person)
    return found


@cache
def _table() -> Floats:
    """What a tag says of a person it does not name: a factor, flat.

    Axes: how it tells (UNTOLD, BESIDE, TOLD), by what, of which gender; what the person is, of which gender.
    """
    how, by, gender, person, his = np.indices(_SIZES)
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
    table: Floats = np.exp(np.where(how == UNTOLD, untagged, against))
    table[person == _IS_NOBODY] = 0.0
    return table.ravel()
