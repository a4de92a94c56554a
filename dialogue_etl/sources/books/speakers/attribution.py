"""Who speaks each turn, as far as the text tells it: what the weighing of speakers looks at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.sources.books.speakers.cast import NOBODY, Cast
from dialogue_etl.sources.books.speakers.narration import BESIDE, TOLD

if TYPE_CHECKING:
    from dialogue_etl.sources.books.speakers.narration import Told
    from dialogue_etl.text.points import Places

_CALLED = re.compile(r"(?:^|[,!—–-])\s*(?:[^\W\d_]+\.?\s){0,2}([^\W\d_a-z][\w’'-]+)(?=[,.!?;]|$)")
_CAPITALISED = re.compile(r"\b[^\W\d_a-z][\w’'-]+")
_SHORTEST_NAME = 4
_NARRATED = 200  # characters of narration next to speech in which names are looked for
_SPOKEN = 120  # characters of speech in which somebody is called by name


class Attribution(NamedTuple):
    """What is told of the speakers of turns; all arrays have one place per turn.

    Attributes:
        cast: the people.
        how: UNTOLD, BESIDE or TOLD.
        person: number of the one named in the tag, or NOBODY.
        gender: what the tag tells of the gender, a place in GENDERS.
        beside: the person named last in the narration before the turn, in its paragraph, or NOBODY.
        around: the person named first in the narration inside or behind it, or NOBODY.
        ahead: the person named last in the paragraphs between the turn before and it, or NOBODY.
        addressed: the person the turn itself calls by name, or NOBODY.
    """

    cast: Cast
    how: Places
    person: Places
    gender: Places
    beside: Places
    around: Places
    ahead: Places
    addressed: Places


def telling(how: Places, first: Places) -> Places:
    """For each turn the stretch whose tag tells most; where none has one the stretch it begins with.

    Args:
        how: of all stretches.
        first: the stretch each turn begins with.
    """
    never = len(how)
    numbers = np.arange(never)
    sure = np.minimum.reduceat(np.where(how == TOLD, numbers, never), first)
    beside = np.minimum.reduceat(np.where(how == BESIDE, numbers, never), first)
    return np.where(sure < never, sure, np.where(beside < never, beside, first))


def attribution(told: Told, first: Places, doubtful: Places) -> Attribution:
    """What is told of the turns that begin with these stretches.

    Args:
        told: of the stretches.
        first: the stretch each turn begins with.
        doubtful: turns after which the same speaker may go on: around them names and calls count.
    """
    places = telling(told.how, first)
    how, person, gender = told.how[places], told.person[places], told.gender[places]
    named = [np.full(len(first), NOBODY, np.int64) for _ in range(4)]
    beside, around, ahead, addressed = named
    text, spans, narration = told.book.text, told.found.spans, told.around
    last = np.append(first[1:], len(told.how)) - 1
    by_name = (how == TOLD) & (person != NOBODY)
    for turn in np.union1d(doubtful, doubtful + 1).tolist():
        start = int(first[turn])
        begin, end = int(spans.starts[start]), int(spans.ends[start])
        addressed[turn] = _addressed(
            text[begin : min(int(spans.ends[last[turn]]), begin + _SPOKEN)], told.cast
        )
        if by_name[turn] and not told.cast.is_noun(int(person[turn])):
            continue
        if begin - narration.before[start] > _SHORTEST_NAME:
            before = max(int(narration.before[start]), begin - _NARRATED)
            beside[turn] = _last_named(text[before : begin - 1], told.cast)
        if narration.behind[start] - end > _SHORTEST_NAME:
            around[turn] = _first_named(
                text, end, min(int(narration.behind[start]), end + _NARRATED), told.cast
            )
    _look_ahead(told, first, last, doubtful, ahead)
    return Attribution(told.cast, how, person, gender, beside, around, ahead, addressed)


def _look_ahead(told: Told, first: Places, last: Places, doubtful: Places, ahead: Places) -> None:
    """Write down who is named last in the paragraphs between two turns."""
    paragraphs, numbers = told.book.paragraphs, told.found.paragraphs
    above, below = numbers[last[doubtful]] + 1, numbers[first[doubtful + 1]]
    apart = above < below
    edges = zip(
        (doubtful[apart] + 1).tolist(),
        paragraphs.starts[above[apart]].tolist(),
        paragraphs.ends[below[apart] - 1].tolist(),
        strict=True,
    )
    for turn, start, end in edges:
        ahead[turn] = _last_named(told.book.text[max(start, end - _NARRATED) : end], told.cast)


def _last_named(narration: str, cast: Cast) -> int:
    for word in reversed(_CAPITALISED.findall(narration)):
        if (person := cast.named(_plain(word))) != NOBODY:
            return person
    return NOBODY


def _first_named(text: str, start: int, end: int, cast: Cast) -> int:
    for word in _CAPITALISED.finditer(text, start, end):
        if (person := cast.named(_plain(word.group()))) != NOBODY:
            return person
    return NOBODY


def _addressed(speech: str, cast: Cast) -> int:
    """The person speech calls by name between marks (No, Emma, never!), or NOBODY."""
    for word in _CALLED.findall(speech):
        if (person := cast.named(word.lower())) != NOBODY:
            return person
    return NOBODY


def _plain(word: str) -> str:
    return word.lower().removesuffix("'s").removesuffix("’s")
