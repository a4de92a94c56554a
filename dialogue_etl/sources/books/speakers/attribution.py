"""Who speaks each turn, as far as the text tells it: what the weighing of speakers looks at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.sources.books.speakers.cast import NOBODY, Cast
from dialogue_etl.sources.books.speakers.mentions import Mentions
from dialogue_etl.sources.books.speakers.narration import TOLD
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from dialogue_etl.sources.books.speakers.narration import Told
    from dialogue_etl.text.points import Mask, Places

_CALLED = re.compile(r"(?:^|[,!—–-])\s*+(?:[^\W\d_]++\.?+\s){0,2}([^\W\d_a-z][\w’'-]++)(?=[,.!?;]|$)")
_WORD = re.compile(r"[\w’'-]{2,}")
_INSIDE_WORDS = "’'-"  # marks inside words, besides letters
_RUN = re.compile(r"[\w’'-]+\Z")
_CAPITAL = re.compile(r"\b[^\W\d_a-z]")
_BEFORE_MARK = re.compile(r"[\w’'-]++(?=[,.!?;]|$)")
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
    count = len(how)
    # One number each: the more a tag tells the less, of equals the first one.
    order = (TOLD - how) * count + np.arange(count)
    least: Places = np.minimum.reduceat(order, first) % count
    return least


def attribution(told: Told, first: Places, doubtful: Places) -> Attribution:
    """What is told of the turns that begin with these stretches.

    Args:
        told: of the stretches.
        first: the stretch each turn begins with.
        doubtful: turns after which the same speaker may go on: around them names and calls count.
    """
    places = telling(told.how, first)
    how, person, gender = told.how[places], told.person[places], told.gender[places]
    by_name = (how == TOLD) & (person != NOBODY) & ~told.cast.nouns()[person]
    named = _named_around(told, first, doubtful, by_name)
    return Attribution(told.cast, how, person, gender, *named)


def _named_around(told: Told, first: Places, doubtful: Places, by_name: Mask) -> Places:
    """Whom turns name beside their tags: `beside`, `around`, `ahead` and `addressed` of each, as rows.

    Args:
        told: of the stretches.
        first: the stretch each turn begins with.
        doubtful: turns after which the same speaker may go on.
        by_name: which turns have a tag that names the speaker: beside these nobody is looked for.
    """
    text, by_word = told.book.text, told.cast.by_word()
    mentions = Mentions.of(text, told.book.points, by_word)
    is_near = np.zeros(len(first), np.bool_)
    is_near[doubtful] = is_near[doubtful + 1] = True
    turns = is_near.nonzero()[0]
    unsure = turns[~by_name[turns]]
    rows = [
        *zip((unsure, unsure), _narrated(told, first[unsure]), strict=True),
        _paragraphs_between(told, first, doubtful[~by_name[doubtful + 1]]),
        (turns, _spoken(told, first, turns)),
    ]
    around, ahead, addressed = (row * len(first) for row in range(1, len(rows)))
    numbers = np.concatenate([turns + row * len(first) for row, (turns, _) in enumerate(rows)])
    within = Spans(*map(np.concatenate, zip(*(spans for _, spans in rows), strict=True)))
    persons = {}
    for number, start, end, begun in mentions.among(numbers, within):
        if number >= addressed:
            person = _addressed(text, (start, end), begun, by_word)
        else:
            # Before a turn whoever is named last counts, behind it who is first.
            places = begun if around <= number < ahead else begun[::-1]
            person = _named(text, (start, end), places, by_word)
        persons[number] = person
    named = np.full((len(rows), len(first)), NOBODY, np.int64)
    named.reshape(-1)[list(persons)] = list(persons.values())
    return named


def _spoken(told: Told, first: Places, turns: Places) -> Spans:
    """What some turns begin with."""
    spans = told.found.spans
    last = np.append(first[1:], len(told.how)) - 1
    starts = spans.starts[first[turns]]
    return Spans(starts, np.minimum(spans.ends[last[turns]], starts + _SPOKEN))


def _narrated(told: Told, stretches: Places) -> tuple[Spans, Spans]:
    """The narration right before and right behind some stretches; empty where it is too short for a name."""
    starts, ends = told.found.spans.where(stretches)
    before, behind = told.around.before[stretches], told.around.behind[stretches]
    leads, follows = starts - before > _SHORTEST_NAME, behind - ends > _SHORTEST_NAME
    return (
        Spans(np.maximum(before, starts - _NARRATED), np.where(leads, starts - 1, 0)),
        Spans(ends, np.where(follows, np.minimum(behind, ends + _NARRATED), 0)),
    )


def _paragraphs_between(told: Told, first: Places, doubtful: Places) -> tuple[Places, Spans]:
    """Turns with paragraphs between the turn before and them, and the end of what these tell."""
    paragraphs, numbers = told.book.paragraphs, told.found.paragraphs
    above, below = numbers[first[doubtful + 1] - 1] + 1, numbers[first[doubtful + 1]]
    apart = above < below
    starts, ends = paragraphs.starts[above[apart]], paragraphs.ends[below[apart] - 1]
    return doubtful[apart] + 1, Spans(np.maximum(starts, ends - _NARRATED), ends)


def _named(text: str, within: tuple[int, int], places: list[int], by_word: dict[str, int]) -> int:
    """The first person named at one of the places in a stretch, where words begin, or NOBODY."""
    start, end = within
    for place in places:
        if place == start or text[place - 1].isspace() or _begins_word(text, start, place):
            word = _WORD.match(text, place, end)
            if word is None:
                continue
            low = word[0].lower()
            if low[-1] == "s":
                low = low.removesuffix("'s").removesuffix("’s")
            if low in by_word:
                return by_word[low]
    return NOBODY


def _begins_word(text: str, start: int, place: int) -> bool:
    """Whether a word with a capital begins at a place behind `start`, and none before goes on: Jean-Paul."""
    before = text[place - 1]
    if before not in _INSIDE_WORDS:
        return not (before.isalnum() or before == "_")
    run = _RUN.findall(text[start : place + 1])[0]
    capital = _CAPITAL.search(run)
    return capital is not None and capital.end() == len(run)


def _addressed(text: str, within: tuple[int, int], places: list[int], by_word: dict[str, int]) -> int:
    """The person speech calls by name between marks (No, Emma, never!), or NOBODY.

    Names with a mark behind them are looked for first, for they are few.
    """
    start, end = within
    for place in places:
        ended = _BEFORE_MARK.match(text, place, end)
        if ended and ended[0].lower() in by_word:
            break
    else:
        return NOBODY
    for word in _CALLED.findall(text[start:end]):
        if (person := by_word.get(word.lower(), NOBODY)) != NOBODY:
            return person
    return NOBODY
