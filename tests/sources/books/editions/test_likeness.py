from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.editions import likeness

SKETCHES = st.lists(st.sets(st.integers(0, 12)), max_size=8)


def counted(sketches):
    """Pairs with counts, from sketches by book."""
    rows = [(shingle, book) for book, sketch in enumerate(sketches) for shingle in sketch]
    columns = np.array(rows, np.int64).reshape(-1, 2)
    found = Counter()
    for pairs, counts in likeness.pair_counts(columns[:, 0].astype(np.uint64), columns[:, 1]):
        assert (np.diff(pairs.astype(object)) > 0).all()
        ones, others = likeness.books_of(pairs)
        for one, other, count in zip(ones.tolist(), others.tolist(), counts.tolist(), strict=True):
            found[one, other] += count
    return found


@given(SKETCHES)
def test_pairs_are_counted_with_what_they_share(sketches):
    everything = combinations(range(len(sketches)), 2)
    shared = {(one, other): len(sketches[one] & sketches[other]) for one, other in everything}
    assert counted(sketches) == {pair: count for pair, count in shared.items() if count}


def test_counting_in_small_pieces_gives_the_same(monkeypatch):
    sketches = [set(range(start, start + 6)) for start in range(10)]
    whole = counted(sketches)
    monkeypatch.setattr(likeness, "_HELD_PAIRS", 3)
    assert counted(sketches) == whole


@pytest.mark.parametrize("books", [likeness.MOST, likeness.MOST + 1])
def test_where_more_books_have_a_shingle_only_neighbours_are_paired(books):
    found = counted([{7}] * books)
    apart = books if books <= likeness.MOST else likeness.NEAR + 1
    assert set(found) == {pair for pair in combinations(range(books), 2) if pair[1] - pair[0] < apart}


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_a_pair_as_a_number_gives_its_books_back(one, other):
    pair = likeness._numbered(np.array([one]), np.array([other]))
    assert [books.tolist() for books in likeness.books_of(pair)] == [[one], [other]]


def test_no_pair_that_could_be_alike_is_passed_over():
    smaller = np.arange(likeness.MIN_SHINGLES, 1000)
    for similarity in (0.1, 0.5, 1.0):
        enough = np.ceil(similarity * smaller).astype(np.int64)
        assert likeness.worth_a_look(enough, smaller, similarity).all()
    none, few = np.zeros(1, np.int64), np.full(1, likeness.MIN_SHINGLES - 1)
    assert not likeness.worth_a_look(none, np.array([100]), 0.5).any()
    assert not likeness.worth_a_look(few, few, 0.5).any()
