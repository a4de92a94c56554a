from itertools import combinations

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dialogue_etl.sources.books.editions import likeness
from tests.core.engines.test_engine import asked

SKETCHES = st.lists(st.sets(st.integers(0, 12)), min_size=1, max_size=8)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("sketches")


def number(place):
    """Books are numbered otherwise than by their places."""
    return 2 * place + 1


def table(sketches):
    rows = [
        likeness.table(np.array(sorted(one), np.uint64), number(place)) for place, one in enumerate(sketches)
    ]
    return pa.concat_tables(rows)


def found(folder, sketches, **values):
    """Pairs of places that are looked at."""
    places = range(len(sketches))
    sizes = [len(one) for one in sketches]
    books = {"book": map(number, places), "place": places, "size": sizes, "words": sizes}
    tables = {
        "sketches": [table(sketches)],
        "books": pa.table({key: list(one) for key, one in books.items()}),
    }
    rows = asked(folder, likeness.PAIRS, tables, likeness.values(1.0) | values).to_pylist()
    assert all(
        (-len(sketches[row["longer"]]), row["longer"]) < (-len(sketches[row["other"]]), row["other"])
        for row in rows
    )
    return [tuple(sorted(row.values())) for row in rows]


@settings(max_examples=40)
@given(SKETCHES, st.integers(0, 4), st.sampled_from([0.0, 0.2, 0.7]))
def test_pairs_that_share_enough_are_found_once(folder, sketches, least, share):
    expected = []
    for (one, a), (other, b) in combinations(enumerate(sketches), 2):
        smaller = min(len(a), len(b))
        if a & b and smaller >= least and len(a & b) >= share * smaller:
            expected.append((one, other))
    assert sorted(found(folder, sketches, least=least, share=share)) == expected


@settings(max_examples=40)
@given(SKETCHES)
def test_what_pairs_share_is_counted(folder, sketches):
    pairs = list(combinations(range(len(sketches)), 2))
    half = len(sketches) // 2
    paths = [folder / f"half-{part}.parquet" for part in range(2)]
    whole = table(sketches)
    cut = whole.column("book").to_pylist().index(number(half)) if sketches[half] else 0
    for path, part in zip(paths, (whole.slice(0, cut), whole.slice(cut)), strict=True):
        pq.write_table(part, path)
    pairs = [pair for pair in pairs if all(sketches[place] for place in pair)]
    counted = likeness.counted(pairs, [number(place) for place in range(len(sketches))], paths)
    assert list(counted) == [(*pair, len(sketches[pair[0]] & sketches[pair[1]])) for pair in pairs]


@pytest.mark.parametrize("books", [likeness.MOST, likeness.MOST + 1, 3 * likeness.MOST])
def test_of_many_books_with_a_shingle_each_is_paired_with_the_longest(folder, books):
    sketches = [{7, *range(1_000 + 1_000 * place, 1_000 + 1_000 * place + place)} for place in range(books)]
    pairs = set(found(folder, sketches, least=0, share=0.0))
    longest = set(range(books - likeness.NEAR, books))
    every = set(combinations(range(books), 2))
    assert pairs == (every if books <= likeness.MOST else {pair for pair in every if longest & set(pair)})


def test_a_book_is_looked_for_by_its_least_shingles_wherever_the_other_one_has_them(folder, monkeypatch):
    monkeypatch.setattr(likeness, "PROBES", 3)
    part, whole, tail = {50, 51, 52, 53}, set(range(100)), {53, 200, 201, 202}
    assert found(folder, [part, whole, tail], least=0, share=0.9) == [(0, 1)]


def test_no_pair_that_could_be_alike_is_passed_over():
    for similarity in (0.1, 0.5, 1.0):
        assert likeness.values(similarity)["share"] < similarity
