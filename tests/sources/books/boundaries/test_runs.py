from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.filters import Drop
from dialogue_etl.params import Extract
from dialogue_etl.sources.books.boundaries import Boundaries
from dialogue_etl.sources.books.boundaries.runs import add_sizes, runs_of, size_rows, sizes

LONG = Drop("max_words")


def boundaries(*widths):
    breaks = np.arange(len(widths)) == 0
    return Boundaries(breaks, np.array(widths, np.float64), "dialogue_gap", 150)


def test_runs_are_cut_at_boundaries_and_unfit_turns():
    begins = np.array([True, False, True, False, False, False])
    runs = runs_of(begins, {3: LONG}, Extract(min_turns=2))
    assert runs.kept == [(0, 2), (4, 6)]
    assert runs.unfit == [((3, 4), LONG)]
    assert [edges for edges, _ in runs.short] == [(2, 3)]


def test_sizes_by_hand():
    found = {size.value: size[2:] for size in sizes(boundaries(0, 60, 400), {}, Extract())}
    assert found[50] == (0, 0)
    assert found[100] == (1, 2)
    assert found[400] == (1, 3)


@given(
    st.lists(st.tuples(st.integers(0, 2_500), st.booleans()), max_size=30),
    st.integers(0, 4),
)
def test_sizes_are_those_of_the_runs_at_each_value(turns, min_turns):
    found = boundaries(*(width for width, _ in turns))
    unfit = {number: LONG for number, (_, is_unfit) in enumerate(turns) if is_unfit}
    params = Extract(min_turns=min_turns)
    for size in sizes(found, unfit, params):
        kept = runs_of(found.begins(size.value), unfit, params).kept
        assert size.dialogues == len(kept)
        assert size.utterances == sum(after - first for first, after in kept)


def test_sizes_of_books_add_up():
    counted = Counter()
    one = sizes(boundaries(0, 60), {}, Extract())
    add_sizes(counted, one)
    add_sizes(counted, one)
    rows = size_rows(counted)
    assert [row["value"] for row in rows] == sorted(row["value"] for row in rows)
    assert {row["value"]: row["utterances"] for row in rows}[100.0] == 4
