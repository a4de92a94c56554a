"""Nested Arrow columns without rows of them: equality, and where a dialogue begins and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    import numpy.typing as npt

    Mask = npt.NDArray[np.bool_]
    Numbers = npt.NDArray[np.int64]


def same(one: pa.Array, other: pa.Array) -> Mask:
    """Which rows of two columns of the same length and type hold the same; null is the same as null."""
    if pa.types.is_list(one.type):
        return _same_lists(one, other)
    if pa.types.is_struct(one.type):
        equal = np.ones(len(one), np.bool_)
        for number in range(one.type.num_fields):
            equal &= same(one.field(number), other.field(number))
        return equal
    alike = pc.fill_null(pc.equal(one, other), False)
    if one.null_count and other.null_count:
        alike = pc.or_(alike, pc.and_(one.is_null(), other.is_null()))
    return np.asarray(alike.to_numpy(zero_copy_only=False), np.bool_)


def _same_lists(one: pa.Array, other: pa.Array) -> Mask:
    sizes, others = lengths(one), lengths(other)
    equal = sizes == others
    if not equal.all():  # elements line up only where there are as many
        kept = pa.array(equal)
        one, other, sizes = one.filter(kept), other.filter(kept), sizes[equal]
    elements = same(one.flatten(), other.flatten())
    wrong = np.add.reduceat(~elements, firsts(sizes)[sizes > 0], dtype=np.int64) if len(elements) else 0
    inside = np.ones(len(sizes), np.bool_)
    inside[sizes > 0] = wrong == 0
    equal[equal] = inside
    return np.asarray(equal)


def lengths(lists: pa.Array) -> Numbers:
    """How many elements each list has; none where it is null."""
    return _numbers(lists.value_lengths())


def firsts(sizes: Numbers) -> Numbers:
    """The number of each list's first element among the elements of all."""
    return np.cumsum(sizes) - sizes


def whole(table: pa.Table, name: str) -> pa.Array:
    """A column in one piece."""
    column = table.column(name).combine_chunks()
    return column.chunk(0) if isinstance(column, pa.ChunkedArray) else column


def of_turns(turns: pa.Array, *names: str) -> pa.Array | None:
    """Some fields of each turn, as a list per dialogue; None if the table has none of them (an old one)."""
    flat = turns.flatten()
    found = [(name, flat.field(name)) for name in names if flat.type.get_field_index(name) >= 0]
    if not found:
        return None
    fields = pa.StructArray.from_arrays([column for _, column in found], [name for name, _ in found])
    return _listed(turns, fields)


def texts(turns: pa.Array) -> pa.Array:
    """What is said in each dialogue, a list of strings."""
    return _listed(turns, turns.flatten().field("text"))


def _listed(turns: pa.Array, flat: pa.Array) -> pa.Array:
    """Something of all turns, as a list per dialogue."""
    edges = np.concatenate([[0], np.cumsum(lengths(turns))])
    return pa.ListArray.from_arrays(pa.array(edges, pa.int32()), flat)


def places(turns: pa.Array) -> tuple[Numbers, Numbers]:
    """The first character of each dialogue and the one after its last; 0 and 0 where it has no span."""
    spans = turns.flatten().field("spans")
    per_turn = lengths(spans)
    per_dialogue = lengths(turns)
    edges = np.concatenate([[0], np.cumsum(per_turn)])[np.concatenate([[0], np.cumsum(per_dialogue)])]
    flat = spans.flatten()
    some = edges[1:] > edges[:-1]
    starts, ends = np.zeros(len(turns), np.int64), np.zeros(len(turns), np.int64)
    starts[some] = _numbers(flat.field("start"))[edges[:-1][some]]
    ends[some] = _numbers(flat.field("end"))[edges[1:][some] - 1]
    return starts, ends


def _numbers(column: Any) -> Numbers:
    return np.asarray(pc.fill_null(column, 0).to_numpy(zero_copy_only=False), np.int64)


def where(ids: pa.Array, among: pa.Array) -> Numbers:
    """For each id its row among others, -1 where it is none of them."""
    found = pc.index_in(ids, value_set=among)
    return np.asarray(pc.fill_null(found, -1).to_numpy(zero_copy_only=False), np.int64)
