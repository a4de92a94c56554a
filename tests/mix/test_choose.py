import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.mix.choose import limit, place, places

IDS = [f"pg{number}:0" for number in range(2_000)]


def chosen(ids, number, seed=0):
    below = limit(places(ids, seed), number)
    return {id for id in ids if place(id, seed) < below}


@given(st.integers(0, 60), st.sets(st.text(), max_size=50), st.integers(0, 3))
def test_exactly_as_many_as_asked_for(number, ids, seed):
    assert len(chosen(sorted(ids), number, seed)) == min(number, len(ids))


def test_order_does_not_matter_and_more_holds_the_fewer():
    assert chosen(IDS, 500) == chosen(IDS[::-1], 500) < chosen(IDS, 501)


def test_another_seed_chooses_others():
    both = chosen(IDS, 1_000) & chosen(IDS, 1_000, seed=1)
    assert 400 < len(both) < 600


def test_places_are_64_bits():
    assert places(["a"], 0).dtype == np.uint64
    assert places(["a"], 0)[0] == place("a", 0) < 2**64
