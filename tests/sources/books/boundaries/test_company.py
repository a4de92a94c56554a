import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.boundaries.company import Company
from dialogue_etl.sources.books.boundaries.places import NOBODY, TURNS_AROUND, numbers_between

PEOPLE = st.lists(st.sampled_from([NOBODY, NOBODY, 0, 1, 2, 5]), min_size=2, max_size=80)


def named(people):
    return set(people.tolist()) - {NOBODY}


@given(PEOPLE, st.data())
def test_people_are_those_of_each_place_alone(people, data):
    people = np.array(people)
    turns = np.array(sorted(data.draw(st.sets(st.integers(1, len(people) - 1)))), np.int64)
    few = st.integers(0, TURNS_AROUND)
    widths = np.array([data.draw(st.tuples(few, few)) for _ in turns], np.int64).reshape(-1, 2)
    first, after = np.maximum(turns - widths[:, 0], 0), np.minimum(turns + widths[:, 1], len(people))
    company = Company.of(people, turns)
    places = list(zip(first.tolist(), turns.tolist(), after.tolist(), strict=True))
    assert company.on_both_sides(first, after).tolist() == [
        len(named(people[first:turn]) & named(people[turn:after])) for first, turn, after in places
    ]
    assert company.several(first, after).tolist() == [
        len(named(people[first:after])) > 1 for first, _, after in places
    ]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3))))
def test_members_are_the_numbers_of_each_pair(pairs):
    starts = np.array([start for start, _ in pairs], np.int64)
    ends = starts + np.array([count for _, count in pairs], np.int64)
    expected = [
        (pair, number) for pair, (start, count) in enumerate(pairs) for number in range(start, start + count)
    ]
    assert list(zip(*(column.tolist() for column in numbers_between(starts, ends)), strict=True)) == expected
