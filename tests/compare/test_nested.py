import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.compare import nested
from tests.compare.made import table

numbers = st.none() | st.integers(0, 2)
structs = st.fixed_dictionaries({"a": numbers, "b": st.none() | st.sampled_from(["x", "y"])})
ROWS = pa.list_(pa.struct([("a", pa.int64()), ("b", pa.string())]))
rows = st.lists(st.tuples(st.lists(structs, max_size=3), st.lists(structs, max_size=3)), max_size=8)


@given(rows)
def test_equal_rows_are_those_python_finds_equal(pairs):
    one, other = (pa.array([pair[side] for pair in pairs], ROWS) for side in (0, 1))
    assert nested.same(one, other).tolist() == [a == b for a, b in pairs]


@given(rows, st.integers(0, 8), st.integers(0, 8))
def test_a_slice_is_compared_like_a_whole_column(pairs, start, length):
    one, other = (pa.array([pair[side] for pair in pairs], ROWS).slice(start, length) for side in (0, 1))
    assert nested.same(one, other).tolist() == [a == b for a, b in pairs[start : start + length]]


def test_a_dialogue_reaches_from_its_first_span_to_its_last():
    said = table({"b": [[("x", 5, 9), ("y", 20, 31)], [("z", 40, 41)]]})
    starts, ends = nested.places(nested.whole(said, "turns"))
    assert (starts.tolist(), ends.tolist()) == ([5, 40], [31, 41])


def test_a_dialogue_without_a_span_is_nowhere():
    said = pa.array(
        [[], [{"text": "x", "spans": []}]], pa.list_(table({}).schema.field("turns").type.value_type)
    )
    starts, ends = nested.places(said)
    assert (starts.tolist(), ends.tolist()) == ([0, 0], [0, 0])


def test_fields_that_no_turn_has_are_none():
    turns = pa.array([[{"text": "x"}]])
    assert nested.of_turns(turns, "speaker") is None
    assert nested.of_turns(turns, "text", "speaker").to_pylist() == [[{"text": "x"}]]


def test_rows_of_ids_among_others():
    found = nested.where(pa.array(["b", "x", "a"]), pa.array(["a", "b"]))
    assert np.array_equal(found, [1, -1, 0])
