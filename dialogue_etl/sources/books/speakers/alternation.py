"""Whether two neighbouring turns are of one speaker: speakers alternate, names say which of them it is.

A model of who speaks after whom, read forwards and backwards around each doubtful place: the next turn is of the
same speaker with a chance that grows with the narration between; otherwise most likely of the one who spoke
before (He, Barbosa & Kondrak 2013, section 4.3, their alternating patterns), else of somebody else. Tags and names
in the narration weigh the people. The chances are round figures measured on novels in which speakers are annotated
(Vishnubhotla, Hammond & Hirst 2022).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.sources.books.speakers.cast import NOBODY
from dialogue_etl.sources.books.speakers.narration import BESIDE, GENDERS, TOLD, UNTOLD

if TYPE_CHECKING:
    from dialogue_etl.sources.books.speakers.attribution import Attribution
    from dialogue_etl.sources.books.speakers.narration import Told
    from dialogue_etl.text.points import Mask, Places

Floats = npt.NDArray[np.float64]

_DOUBTFUL = 0.1  # below this chance that the speaker goes on nothing else is weighed
_FARTHEST = 1_000  # characters between two turns beyond which nothing is said of their speakers
_QUESTION = ord("?")
_INTRODUCES = tuple(map(ord, ",;:-—–"))

_BACK_TO_PREVIOUS = 0.65  # of turns by another speaker, those by the one who spoke before
_REACH = 8  # turns on either side of a doubtful place that are weighed
_HEARD = 16  # turns on either side from which its people are taken
_NAMED = 5  # named people at most
_NOUNS = 1
_STRANGERS = 2  # people nobody names
_SAME_PARAGRAPHS = ((3, 0.006), (40, 0.015), (80, 0.07), (160, 0.13), (320, 0.25), (np.inf, 0.37))
_ONE_BETWEEN = 0.46
_MORE_BETWEEN = 0.34
_LONG_GAP = 150

# Natural logarithms: what a turn says against each of the people.
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


class Between(NamedTuple):
    """What lies between each turn and the next one; one place less than turns.

    Attributes:
        paragraphs: from the paragraph of the one to that of the other.
        narration: characters of it behind the one and before the other, in their paragraphs.
        gap: all characters between.
        question: whether the one ends with a question mark.
        introduced: whether the paragraph before the other ends with a mark that leads to speech.
        length: characters of the one, and `next_length` of the other.
        apart: whether a dialogue certainly ends here.
    """

    paragraphs: Places
    narration: Places
    gap: Places
    question: Mask
    introduced: Mask
    length: Places
    next_length: Places
    apart: Mask

    @classmethod
    def of(cls, told: Told, first: Places, breaks: Places) -> Between:
        """What lies between turns that begin with these stretches of speech."""
        last = np.append(first[1:], len(told.how)) - 1
        spans, numbers, (before, behind, _) = told.found.spans, told.found.paragraphs, told.around
        points, paragraphs = told.book.points, told.book.paragraphs
        starts, ends = spans.starts[first], spans.ends[last]
        gap = starts[1:] - ends[:-1]
        same_paragraph = numbers[first[1:]] == numbers[last[:-1]]
        narration = np.clip(behind[last[:-1]] - ends[:-1] - 1, 0, None)
        narration += np.clip(starts[1:] - before[first[1:]] - 1, 0, None)
        above = paragraphs.ends[np.maximum(numbers[first[1:]] - 1, 0)]
        parted = np.searchsorted(breaks, ends[:-1]) != np.searchsorted(breaks, starts[1:], side="right")
        return cls(
            paragraphs=numbers[first[1:]] - numbers[last[:-1]],
            narration=np.where(same_paragraph, gap, narration),
            gap=gap,
            question=points[np.maximum(ends[:-1] - 1, 0)] == _QUESTION,
            introduced=np.isin(points[np.maximum(above - 1, 0)], _INTRODUCES),
            length=ends[:-1] - starts[:-1],
            next_length=ends[1:] - starts[1:],
            apart=parted | (gap > _FARTHEST),
        )


def doubtful_places(between: Between) -> Places:
    """The turns after which the same speaker may well go on."""
    return np.flatnonzero((chance_same(between) >= _DOUBTFUL) & ~between.apart)


def chance_same(between: Between) -> Floats:
    """How likely the speaker goes on, by the narration between two turns alone."""
    steps = [between.narration < limit for limit, _ in _SAME_PARAGRAPHS]
    chance = np.select(steps, [value for _, value in _SAME_PARAGRAPHS])
    chance = np.where(between.paragraphs == 2, _ONE_BETWEEN, chance)
    chance = np.where(between.paragraphs > 2, _MORE_BETWEEN, chance)
    logit = np.log(chance / (1 - chance))
    logit += 0.3 * between.question
    logit -= 0.5 * (between.introduced & (between.paragraphs > 1))
    logit += 0.15 * np.select([between.next_length < 60, between.next_length < 240], [-1, 0], 1)
    logit += 0.1 * np.select([between.length < 60, between.length < 240], [-1, 0], 1)
    logit -= 0.0012 * np.clip(between.gap - _LONG_GAP, 0, None)
    return np.where(chance < 0.1, chance, 1 / (1 + np.exp(-logit)))


def same_speaker(said: Attribution, between: Between) -> Floats:
    """For each two neighbouring turns how likely one speaker says both."""
    chance = chance_same(between)
    chance[between.apart] = 0
    doubtful = np.flatnonzero(chance >= _DOUBTFUL)
    if len(doubtful):
        chance[doubtful] = _weighed(said, chance, between.apart, doubtful)
    return chance


def _weighed(said: Attribution, chance: Floats, apart: Mask, doubtful: Places) -> Floats:
    """The chance at each doubtful place with all that is said around it."""
    count = len(said.person)
    numbers = doubtful[:, None] + np.arange(-_REACH + 1, _REACH + 1)[None, :]
    inside = (numbers >= 0) & (numbers < count)
    numbers = np.clip(numbers, 0, count - 1)
    steps = np.clip(numbers[:, :-1], 0, max(count - 2, 0))
    cut = apart[steps]
    # A turn counts as long as nothing certain parts it from the doubtful place.
    left = np.cumsum(cut[:, : _REACH - 1][:, ::-1], axis=1)[:, ::-1] == 0
    right = np.cumsum(cut[:, _REACH:], axis=1) == 0
    one = np.ones((len(doubtful), 1), np.bool_)
    inside &= np.concatenate([left, one, one, right], axis=1)
    people = _people_around(said, doubtful)
    evidence = np.where(inside[:, :, None], _evidence(said, numbers, people), 0.0)
    weights = np.exp(evidence - evidence.max(axis=2, keepdims=True))
    chances = chance[steps]
    ahead = _passed(weights[:, :_REACH], chances[:, : _REACH - 1], inside[:, :_REACH])
    back = _looked_ahead(weights[:, _REACH:], chances[:, _REACH:], inside[:, _REACH:])
    here = chances[:, _REACH - 1]
    back *= weights[:, _REACH][:, None, :]
    stays = here * (ahead * back).sum(axis=(1, 2))
    moves = (1 - here) * (_moved(ahead) * _others(back)).sum(axis=(1, 2))
    return stays / np.maximum(stays + moves, 1e-300)


def _people_around(said: Attribution, doubtful: Places) -> Places:
    """Who may speak around each place: the people named most, the nearest first of equals; then strangers."""
    people = np.full((len(doubtful), _NAMED + _NOUNS + _STRANGERS), NOBODY, np.int64)
    persons = said.person.tolist()
    is_noun = [said.cast.is_noun(person) for person in range(len(said.cast))]
    for row, place in enumerate(doubtful.tolist()):
        heard = persons[max(0, place + 1 - _HEARD) : place + 1 + _HEARD]
        named, nouns = 0, 0
        for person, _ in Counter(heard).most_common():
            if person == NOBODY:
                continue
            if is_noun[person]:
                if nouns < _NOUNS:
                    people[row, _NAMED + nouns] = person
                    nouns += 1
            elif named < _NAMED:
                people[row, named] = person
                named += 1
    return people


def _evidence(said: Attribution, numbers: Places, people: Places) -> Floats:
    """What each turn says for and against each of the people: logarithms, one axis each."""
    cast = said.cast
    genders = np.array([GENDERS.index(cast.gender(person)) for person in range(len(cast))] + [0], np.int64)
    nouns = np.array([cast.is_noun(person) for person in range(len(cast))] + [False], np.bool_)
    stranger = people == NOBODY
    his, noun = genders[people], nouns[people]
    his[stranger], noun[stranger] = 0, False
    stranger, his, noun = stranger[:, None, :], his[:, None, :], noun[:, None, :]
    person = said.person[numbers][:, :, None]
    gender = said.gender[numbers][:, :, None]
    how = said.how[numbers][:, :, None]
    known = person != NOBODY
    by_noun = known & nouns[person]
    told = np.where(gender > 0, gender, np.where(known, genders[person], 0))
    clash = (told > 0) & (his > 0) & (told != his)
    hit = known & (people[:, None, :] == person)
    untagged = np.where(stranger, _STRANGER, np.where(noun, _NOUN, 0.0))
    name = np.where(stranger, _NO_STRANGER, np.where(noun & ~clash, _ALIAS, _OTHER_NAME))
    as_noun = np.where(stranger, _GENDER_OF_STRANGER, np.where(his > 0, _NOUN_OF_NAMED, _NOUN_OF_UNKNOWN))
    as_noun = np.where(noun, _OTHER_NOUN, as_noun)
    unknown = np.where(stranger, _GENDER_OF_STRANGER, _GENDER_UNKNOWN)
    pronoun = np.where(his > 0, 0.0, unknown) + np.where(noun, _NOUN, 0.0)
    pronoun = np.where(gender > 0, np.where(clash, _OTHER_GENDER, pronoun), untagged)
    by_name = known & ~by_noun
    against = np.where(by_noun, np.where(clash, _OTHER_GENDER, as_noun), pronoun)
    against = np.where(by_name, name, against)
    against = np.where(hit, 0.0, against)
    against = np.where(how == BESIDE, np.maximum(against, _UNSURE), against)
    against = np.where(how == UNTOLD, untagged, against)
    told_by_name = by_name & (how == TOLD)
    for mentioned in (said.beside, said.around, said.ahead):
        who = mentioned[numbers][:, :, None]
        against = against + _MENTIONED * ((who != NOBODY) & (people[:, None, :] == who) & ~told_by_name)
    called = said.addressed[numbers][:, :, None]
    against = against + _CALLS_HIMSELF * ((called != NOBODY) & (people[:, None, :] == called))
    before = np.concatenate([np.full((1,), NOBODY), said.addressed[:-1]])[numbers][:, :, None]
    against = against + _CALLED_BEFORE * ((before != NOBODY) & (people[:, None, :] == before))
    # Nobody sits in the empty places of the named.
    vacant = stranger & (np.arange(people.shape[1]) < _NAMED + _NOUNS)[None, None, :]
    return np.where(vacant, -50.0, against)


def _others(states: Floats) -> Floats:
    """Without the states in which the speaker and the one before are the same person."""
    people = states.shape[-1]
    return np.where(np.eye(people, dtype=np.bool_), 0.0, states)


def _moved(states: Floats) -> Floats:
    """Weights of (speaker before, speaker) after a turn by somebody else: mostly whoever spoke before."""
    people = states.shape[-1]
    elsewhere = (1 - _BACK_TO_PREVIOUS) / max(1, people - 2)
    from_speaker = states.sum(axis=1)[:, :, None]
    return _others(elsewhere * from_speaker + (_BACK_TO_PREVIOUS - elsewhere) * states.transpose(0, 2, 1))


def _passed(weights: Floats, chances: Floats, inside: Mask) -> Floats:
    """Weights of (speaker before, speaker) at the last of some turns, from the first one on."""
    states = _others(np.repeat(weights[:, 0][:, None, :], weights.shape[2], axis=1))
    for step in range(1, weights.shape[1]):
        same = chances[:, step - 1][:, None, None]
        states = (1 - same) * _moved(states) + same * states
        states = states * weights[:, step][:, None, :]
        fresh = _others(np.repeat(weights[:, step][:, None, :], weights.shape[2], axis=1))
        states = np.where(inside[:, step - 1][:, None, None], states, fresh)
        states /= states.sum(axis=(1, 2), keepdims=True)
    return states


def _looked_ahead(weights: Floats, chances: Floats, inside: Mask) -> Floats:
    """For each (speaker before, speaker) at the first of some turns how well the turns after it go with it."""
    people = weights.shape[2]
    elsewhere = (1 - _BACK_TO_PREVIOUS) / max(1, people - 2)
    states = _others(np.ones((len(weights), people, people)))
    for step in range(weights.shape[1] - 1, 0, -1):
        same = chances[:, step - 1][:, None, None]
        after = states * weights[:, step][:, None, :]
        moved = _others(after)
        back = elsewhere * moved.sum(axis=2)[:, None, :]
        back = back + (_BACK_TO_PREVIOUS - elsewhere) * moved.transpose(0, 2, 1)
        states = np.where(
            inside[:, step][:, None, None],
            _others(same * after + (1 - same) * back),
            _others(np.ones_like(states)),
        )
        states /= states.max(axis=(1, 2), keepdims=True)
    return states
