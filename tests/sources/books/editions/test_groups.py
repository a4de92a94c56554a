from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.editions.groups import Groups, id_order

JOINS = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=20)


def plainly(members, joins):
    """Least members of groups, by spreading them until nothing changes."""
    least = list(range(members))
    while True:
        before = list(least)
        for one, other in joins:
            least[one] = least[other] = min(least[one], least[other])
        if before == least:
            return least


@given(JOINS, st.randoms(use_true_random=False))
def test_groups_are_those_connected_in_whatever_order(joins, draw):
    mixed = [pair[::-1] if draw.random() < 0.5 else pair for pair in draw.sample(joins, len(joins))]
    groups = Groups(12)
    for one, other in mixed:
        groups.join(one, other)
    assert [groups.least(member) for member in range(12)] == plainly(12, joins)


def test_a_long_chain_is_one_group():
    groups = Groups(100_000)
    for member in reversed(range(99_999)):
        groups.join(member, member + 1)
    assert groups.least(99_999) == 0


@pytest.mark.parametrize(
    "ids",
    [["pg2", "pg10", "pg100"], ["a1b2", "a1b10", "a2b1"], ["9", "10", "a"], ["pg01", "pg1", "pg2"]],
)
def test_numbers_in_ids_count_as_numbers(ids):
    for mixed in permutations(ids):
        assert sorted(mixed, key=id_order) == ids


IDS = st.lists(st.from_regex(r"[A-Za-z0-9._-]{1,12}", fullmatch=True), unique=True)


@given(IDS.flatmap(lambda ids: st.tuples(st.just(ids), st.permutations(ids))))
def test_ids_have_one_order(ids):
    one, other = (sorted(mixed, key=id_order) for mixed in ids)
    assert one == other
