from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.filters import Drop
from dialogue_etl.params import Extract
from dialogue_etl.sources.books.extraction.boundaries.runs import (
    add_sizes,
    begins_dialogue,
    runs_of,
    size_rows,
    sizes,
)

LONG = Drop("max_words")


def gaps(*widths):
    return np.array([np.inf, *widths][: len(widths) + 1], np.float64)


def test_runs_are_cut_at_boundaries_and_unfit_turns():
    begins = np.array([True, False, True, False, False, False])
    runs = runs_of(begins, {3: LONG}, Extract(min_turns=2))
    assert runs.kept == [(0, 2), (4, 6)]
    assert runs.unfit == [((3, 4), LONG)]
    assert [edges for edges, _ in runs.short] == [(2, 3)]


def test_a_gap_of_0_cuts_at_scenes_alone():
    widths = gaps(9_000, np.inf, 3)
    assert begins_dialogue(widths, 0).tolist() == [True, False, True, False]
    assert begins_dialogue(widths, 150).tolist() == [True, True, True, False]


def test_sizes_by_hand():
    found = {size.value: size[1:] for size in sizes(gaps(60, 400), {}, Extract())}
    assert found[50] == (0, 0)
    assert found[100] == (1, 2)
    assert found[400] == (1, 3)
    assert sizes(np.array([]), {}, Extract()) == []


@given(
    st.lists(st.tuples(st.integers(0, 2_500) | st.just(np.inf), st.booleans()), min_size=1, max_size=30),
    st.integers(0, 4),
    st.sampled_from([0, 120, 200]),
)
def test_sizes_are_those_of_the_runs_at_each_value(turns, min_turns, gap):
    widths = np.array([np.inf, *(width for width, _ in turns[1:])])
    unfit = {number: LONG for number, (_, is_unfit) in enumerate(turns) if is_unfit}
    params = Extract(min_turns=min_turns, dialogue_gap=gap)
    counted = sizes(widths, unfit, params)
    assert (gap in [size.value for size in counted]) is bool(gap)
    for size in counted:
        kept = runs_of(begins_dialogue(widths, size.value), unfit, params).kept
        assert size.dialogues == len(kept)
        assert size.utterances == sum(after - first for first, after in kept)


def test_sizes_of_books_add_up():
    counted = Counter()
    one = sizes(gaps(60), {}, Extract())
    add_sizes(counted, one)
    add_sizes(counted, one)
    rows = size_rows(counted)
    assert [row["value"] for row in rows] == sorted(row["value"] for row in rows)
    assert {row["value"]: row["utterances"] for row in rows}[100.0] == 4
    assert {row["parameter"] for row in rows} == {"extract.dialogue_gap"}
