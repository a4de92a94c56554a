from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.extraction.speakers import forward_backward
from dialogue_etl.sources.books.extraction.speakers.clues import Clues
from dialogue_etl.sources.books.extraction.speakers.forward_backward import (
    STRANGERS,
    candidates,
    emission_scores,
    same_speaker,
    slice_numbers,
)
from dialogue_etl.sources.books.extraction.table import GENDERS, UNKNOWN

PEOPLE = 4
TURNS = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.integers(UNKNOWN, PEOPLE - 1),
        st.integers(0, 2),
        *[st.sampled_from([UNKNOWN, UNKNOWN, *range(PEOPLE)])] * 4,
        st.sampled_from([0.0, 0.05, 0.3, 0.6]),
    ),
    min_size=2,
    max_size=5,
)


def people(count, nominal, genders=("",)):
    """Which characters have no name (those from number `nominal` on), and the genders of all."""
    is_nominal = [number >= nominal for number in range(count)]
    numbers = [GENDERS.index(genders[number % len(genders)]) for number in range(count)]
    return np.array([*is_nominal, False]), np.array([*numbers, 0])


def columns(turns):
    *clues, chance = (np.array(column) for column in zip(*turns, strict=True))
    return Clues(*people(PEOPLE, 3, ("", "f", "m", "")), *clues), chance[:-1]


def by_all_ways(clues, chance, place):
    """The probability by enumerating all speaker sequences of the turns around a place."""
    parted = np.flatnonzero(chance == 0)
    first = max([0, *(parted[parted < place] + 1)])
    after = min([len(chance) + 1, *(parted[parted > place] + 1)])
    numbers = np.arange(first, after)
    who = candidates(clues, np.array([place]))
    scores = emission_scores(clues, numbers[:, None], who)[:, :, 0]
    there = np.flatnonzero((who[:, 0] != UNKNOWN) | (np.arange(len(who)) >= len(who) - STRANGERS))
    others = len(there) - 2
    back = 0.65 if others else 1.0
    likely = [0.0, 0.0]
    for before, *speakers in product(there, repeat=len(numbers) + 1):
        if before == speakers[0]:
            continue
        weight, last = scores[0, speakers[0]], before
        for step in range(1, len(numbers)):
            one, other = speakers[step - 1], speakers[step]
            goes_on = chance[numbers[step - 1]]
            if one == other:
                weight *= goes_on
            else:
                weight *= (1 - goes_on) * (back if other == last else (1 - back) / max(others, 1))
                last = one
            weight *= scores[step, other]
        at = place - first
        likely[int(speakers[at] == speakers[at + 1])] += weight
    return likely[1] / sum(likely)


@given(TURNS.filter(lambda turns: len({turn[1] for turn in turns} - {UNKNOWN}) < 2))
def test_the_probability_agrees_with_the_sum_over_all_speaker_sequences(turns):
    clues, chance = columns(turns)
    doubtful = np.flatnonzero(chance > 0.1)
    if len(doubtful):
        likely = same_speaker(clues, chance, chance == 0, doubtful)
        assert likely == pytest.approx([by_all_ways(clues, chance, place) for place in doubtful])


@given(turns=TURNS.map(lambda turns: turns * 5), together=st.integers(1, 9))
def test_the_batch_size_does_not_change_the_result(turns, together):
    clues, chance = columns(turns)
    doubtful = np.flatnonzero(chance > 0.1)
    if len(doubtful):
        likely = same_speaker(clues, chance, chance == 0, doubtful)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(forward_backward, "PLACES_AT_ONCE", together)
            assert same_speaker(clues, chance, chance == 0, doubtful) == pytest.approx(likely)


NAMES, NOUNS = 8, 3


def around(persons, place):
    """At most five names and a noun: in the nearest tags, then most frequent, then first."""
    heard = Counter(person for person in persons[max(place - 15, 0) : place + 17] if person != UNKNOWN)
    beside = persons[place : place + 2]
    most = sorted(heard, key=lambda person: (person not in beside, -heard[person]))
    names = [person for person in most if person < NAMES][:5]
    nouns = [person for person in most if person >= NAMES][:1]
    return names + [UNKNOWN] * (5 - len(names)) + nouns + [UNKNOWN] * (3 - len(nouns))


@given(st.lists(st.integers(UNKNOWN, NAMES + NOUNS - 1), min_size=1))
def test_candidates_are_those_in_the_nearest_tags_then_in_most_tags(persons):
    places, tagged = np.arange(len(persons)), np.array(persons, np.int64)
    clues = Clues(*people(NAMES + NOUNS, NAMES), *[tagged] * len(Clues._fields[2:]))
    assert candidates(clues, places).T.tolist() == [around(persons, place) for place in places.tolist()]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3))))
def test_slice_numbers(pairs):
    starts = np.array([start for start, _ in pairs], np.int64)
    ends = starts + np.array([count for _, count in pairs], np.int64)
    expected = [(pair, start + more) for pair, (start, count) in enumerate(pairs) for more in range(count)]
    found = zip(*(column.tolist() for column in slice_numbers(starts, ends)), strict=True)
    assert list(found) == expected
