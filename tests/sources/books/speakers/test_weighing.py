from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.speakers import weighing
from dialogue_etl.sources.books.speakers.attribution import Attribution
from dialogue_etl.sources.books.speakers.cast import NOBODY, Cast
from dialogue_etl.sources.books.speakers.evidence import STRANGERS, evidence, people_around
from dialogue_etl.sources.books.speakers.naming import Naming

PEOPLE = 4
TURNS = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.integers(NOBODY, PEOPLE - 1),
        st.integers(0, 2),
        *[st.sampled_from([NOBODY, NOBODY, *range(PEOPLE)])] * 4,
        st.sampled_from([0.0, 0.05, 0.3, 0.6]),
    ),
    min_size=2,
    max_size=5,
)


def columns(turns):
    cast = Cast()
    for number in range(PEOPLE):
        cast.add(Naming((f"{number}",), ("", "f", "m", "")[number], f"{number}", number == 3, 1), 1)
    *said, chance = (np.array(column) for column in zip(*turns, strict=True))
    return Attribution(cast, *said), chance[:-1]


def by_all_ways(said, chance, place):
    """The chance by going through all ways in which people may speak the turns not parted from a place."""
    parted = np.flatnonzero(chance == 0)
    first = max([0, *(parted[parted < place] + 1)])
    after = min([len(chance) + 1, *(parted[parted > place] + 1)])
    numbers = np.arange(first, after)
    people = people_around(said, np.array([place]))
    weights = evidence(said, numbers[:, None], people)[:, :, 0]
    there = np.flatnonzero((people[:, 0] != NOBODY) | (np.arange(len(people)) >= len(people) - STRANGERS))
    others = len(there) - 2
    back = 0.65 if others else 1.0
    likely = [0.0, 0.0]
    for before, *speakers in product(there, repeat=len(numbers) + 1):
        if before == speakers[0]:
            continue
        weight, last = weights[0, speakers[0]], before
        for step in range(1, len(numbers)):
            one, other = speakers[step - 1], speakers[step]
            goes_on = chance[numbers[step - 1]]
            if one == other:
                weight *= goes_on
            else:
                weight *= (1 - goes_on) * (back if other == last else (1 - back) / max(others, 1))
                last = one
            weight *= weights[step, other]
        at = place - first
        likely[int(speakers[at] == speakers[at + 1])] += weight
    return likely[1] / sum(likely)


@given(TURNS.filter(lambda turns: len({turn[1] for turn in turns} - {NOBODY}) < 2))
def test_a_place_is_weighed_by_all_ways_in_which_people_may_speak(turns):
    said, chance = columns(turns)
    doubtful = np.flatnonzero(chance > 0.1)
    if len(doubtful):
        likely = weighing.weighed(said, chance, chance == 0, doubtful)
        assert likely == pytest.approx([by_all_ways(said, chance, place) for place in doubtful])


@given(turns=TURNS.map(lambda turns: turns * 5), together=st.integers(1, 9))
def test_how_many_places_are_weighed_together_does_not_matter(turns, together):
    said, chance = columns(turns)
    doubtful = np.flatnonzero(chance > 0.1)
    if len(doubtful):
        alone = weighing.weighed(said, chance, chance == 0, doubtful)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(weighing, "_TOGETHER", together)
            assert weighing.weighed(said, chance, chance == 0, doubtful) == pytest.approx(alone)
