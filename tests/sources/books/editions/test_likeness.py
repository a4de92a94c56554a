from itertools import combinations

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dialogue_etl.sources.books.editions import joining
from tests.engines.test_engine import asked

SKETCHES = st.lists(st.sets(st.integers(0, 12)), min_size=1, max_size=8)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("sketches")


def shared(folder, sketches, least=0, share=0.0):
    """Pairs that are looked at with what they share, from sketches by place; books are numbered otherwise."""
    rows = [{"shingle": n, "book": 2 * place + 1} for place, sketch in enumerate(sketches) for n in sketch]
    places = range(len(sketches))
    books = {"book": [2 * n + 1 for n in places], "place": places, "size": [len(one) for one in sketches]}
    tables = {"sketches": [pa.Table.from_pylist(rows, joining.SKETCHES)], "books": pa.table(books)}
    values = {**joining.values(1.0), "least": least, "share": share}
    return {
        tuple(row.values())[:2]: row["shared"]
        for row in asked(folder, joining.PAIRS, tables, values).to_pylist()
    }


@settings(max_examples=40)
@given(SKETCHES, st.integers(0, 4), st.sampled_from([0.0, 0.2, 0.7]))
def test_pairs_are_found_with_what_they_share(folder, sketches, least, share):
    expected = {}
    for (one, a), (other, b) in combinations(enumerate(sketches), 2):
        smaller = min(len(a), len(b))
        if a & b and smaller >= least and len(a & b) >= share * smaller:
            expected[one, other] = len(a & b)
    assert shared(folder, sketches, least, share) == expected


@pytest.mark.parametrize("books", [joining.MOST, joining.MOST + 1, 2 * joining.MOST, 3 * joining.MOST + 5])
def test_where_more_books_have_a_shingle_only_neighbours_are_paired(folder, books):
    found = shared(folder, [{7}] * books)
    apart = books if books <= joining.MOST else joining.NEAR + 1
    assert set(found) == {pair for pair in combinations(range(books), 2) if pair[1] - pair[0] < apart}


def test_no_pair_that_could_be_alike_is_passed_over():
    for similarity in (0.1, 0.5, 1.0):
        assert joining.values(similarity)["share"] < similarity
