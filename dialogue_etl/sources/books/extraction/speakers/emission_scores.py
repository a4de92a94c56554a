"""Emission scores: how well each of the people who may speak a turn goes with what is told beside it.

What a tag says depends on few things: on how it tells, on whether it names, and on what is known of the one
named and of the one scored. So it is looked up in a table, made once. The constants are natural logarithms,
round figures measured on novels in which speakers are annotated (see `forward_backward.py`).
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from dialogue_etl.sources.books.extraction.speakers.characters import NOBODY
from dialogue_etl.sources.books.extraction.speakers.speech_tags import BESIDE, BY_VERB, GENDERS, UNTAGGED

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.speakers.clues import Clues
    from dialogue_etl.text.points import Places

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
_CALLS_HIMSELF = -2.0
_CALLED_BEFORE = 0.7

_BY_PRONOUN, _BY_NAME, _BY_NOUN = range(3)  # how a tag calls the speaker
_IS_NAMED, _IS_NOUN, _IS_STRANGER, _IS_NOBODY = range(4)  # what one of the people is


def candidates(clues: Clues, places: Places) -> Places:
    """Who may speak around some places: the characters tags name most, the nearest first of equals.

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
    both = place * (len(clues.characters) + 1) + character
    _, first, times = np.unique(both, return_index=True, return_counts=True)
    place, character, since = place[first], character[first], since[first]
    is_nominal = clues.characters.are_nominal()[character]
    order = np.lexsort((since, -times, is_nominal, place))
    place, character, is_nominal = place[order], character[order], is_nominal[order]
    group = 2 * place + is_nominal
    rank = np.arange(len(group)) - group.searchsorted(group)
    seated = rank < np.where(is_nominal, _NOMINALS, _NAMED)
    seats = np.full((_NAMED + _NOMINALS + STRANGERS, len(places)), NOBODY, np.int64)
    seats[(rank + _NAMED * is_nominal)[seated], place[seated]] = character[seated]
    return seats


def slice_numbers(starts: Places, ends: Places) -> tuple[Places, Places]:
    """All numbers from each start to its end, half open, behind the number of the slice each is of."""
    lengths = ends - starts
    slices = np.arange(len(starts)).repeat(lengths)
    return slices, np.arange(len(slices)) - (lengths.cumsum() - ends)[slices]


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
    by_name = (clues.tagged != NOBODY) & ~clues.characters.are_nominal()[clues.tagged]
    # What else is named beside a turn says nothing where its tag names the speaker.
    unsure = ~(by_name & (clues.tag == BY_VERB))
    addressed_before = np.append(NOBODY, clues.addressed[:-1])
    for named, asked, factor in (
        (clues.tagged, clues.tag != UNTAGGED, None),
        (clues.beside, unsure, math.exp(_MENTIONED)),
        (clues.around, unsure, math.exp(_MENTIONED)),
        (clues.ahead, unsure, math.exp(_MENTIONED)),
        (clues.addressed, True, math.exp(_CALLS_HIMSELF)),
        (addressed_before, True, math.exp(_CALLED_BEFORE)),
    ):
        cells = _cells_of_named(np.where(asked, named, NOBODY)[turns], people)
        # That it is he, by a tag; that he is so much likelier than without, by all else.
        scores[cells] = 1.0 if factor is None else scores[cells] * factor
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
    genders = np.array([*map(GENDERS.index, clues.characters.genders()), 0], np.int64)
    is_nominal = clues.characters.are_nominal()
    # NOBODY is the last one: no noun, of no gender.
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
