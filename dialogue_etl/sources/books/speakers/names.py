"""The speaker of each turn: as the narrator says it, or by turns with the other one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.sources.books.speakers.attribution import telling
from dialogue_etl.sources.books.speakers.cast import NOBODY
from dialogue_etl.sources.books.speakers.narration import GENDERS, TOLD

if TYPE_CHECKING:
    from dialogue_etl.sources.books.speakers.cast import Cast
    from dialogue_etl.sources.books.speakers.narration import Told
    from dialogue_etl.text.points import Mask, Places

# Shares that were right on novels in which speakers are annotated, rounded down.
_BY_VERB = 0.9
_BY_NEIGHBOURHOOD = 0.65
_BY_ALTERNATION = 0.7
_STEP = 0.97  # of the confidence in the turn before last, if that alternates too


class Named(NamedTuple):
    """Speakers of turns.

    Attributes:
        person: number of each one's speaker, or NOBODY.
        confidence: how likely it is that one, 0 to 1.
        gender: what is known of the speaker: `m`, `f`, `1` or nothing.
    """

    person: list[int]
    confidence: list[float]
    gender: list[str]


def named(told: Told, first: Places) -> Named:
    """The speakers the narrator names, of the turns that begin with these stretches."""
    places = telling(told.how, first)
    person = told.person[places]
    confidence = np.where(told.how[places] == TOLD, _BY_VERB, _BY_NEIGHBOURHOOD) * (person != NOBODY)
    known = [*told.cast.genders(), *GENDERS]
    at = np.where(person != NOBODY, person, told.gender[places] + (len(known) - len(GENDERS)))
    gender = [known[place] for place in at.tolist()]
    return Named(person.tolist(), confidence.tolist(), gender)


def alternated(speakers: Named, near: Mask, cast: Cast) -> Named:
    """With names for turns nobody is named for: the one who spoke before last, where two talk by turns.

    Forwards, then backwards; a pronoun of the other gender forbids it.

    Args:
        speakers: of turns in reading order.
        near: for each turn but the first whether it follows the one before closely.
        cast: the people.
    """
    person, confidence = list(speakers.person), list(speakers.confidence)
    genders = cast.genders()
    # The first of three turns of which nobody is named for the last, or the first.
    three = (near[:-1] & near[1:]).nonzero()[0]
    unnamed = np.array(person, np.int64) == NOBODY
    for step, turns in ((-1, three[unnamed[three + 2]] + 2), (1, three[unnamed[three]][::-1])):
        for turn in turns.tolist():
            if person[turn] != NOBODY:
                continue
            other, again = person[turn + step], person[turn + 2 * step]
            if other == NOBODY or again in {NOBODY, other}:
                continue
            his, stated = genders[again], speakers.gender[turn]
            if not (his and stated and his != stated):
                person[turn] = again
                sure = confidence[turn + 2 * step]
                confidence[turn] = round(min(_BY_ALTERNATION, sure * _STEP), 3)
    return Named(person, confidence, speakers.gender)
