"""Which rule of the other version keeps a dialogue out: the rows of its drops table at the same place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.compare import nested

if TYPE_CHECKING:
    from dialogue_etl.compare.nested import Numbers

COLUMNS = ["stage", "unit", "source_id", "reason", "start", "end"]


class Reason(NamedTuple):
    """What decided, as the drops tables name it; see `report/rules.py`."""

    stage: str
    unit: str
    reason: str


def explain(sources: pa.Array, starts: Numbers, ends: Numbers, drops: pa.Table) -> list[Reason | None]:
    """For each stretch of a book the reason that covers most of it; None where nothing was left out there.

    Args:
        sources: ids of books.
        starts: first characters, in the text the drops are of.
        ends: the characters after the last.
        drops: `COLUMNS` of drops tables; rows without a place do not matter.
    """
    books = sources.unique()
    drops = drops.filter(pc.and_(pc.is_in(drops["source_id"], value_set=books), drops["start"].is_valid()))
    stretches = nested.where(sources, books), np.maximum(starts, 0), np.maximum(ends, 0)
    rows = nested.where(nested.whole(drops, "source_id"), books), *_places(drops)
    # One text after the other: then a place is one number, and sums of them stay small.
    sizes = np.ones(len(books), np.int64)
    for book, _, end in (stretches, rows):
        np.maximum.at(sizes, book, end + 1)
    base = nested.firsts(sizes)
    asked = base[stretches[0]] + stretches[1], base[stretches[0]] + stretches[2]
    placed = base[rows[0]] + rows[1], base[rows[0]] + rows[2]
    keys, codes = _keys(drops)
    most, best = np.zeros(len(starts), np.int64), np.full(len(starts), -1)
    for number in range(len(keys)):
        chosen = codes == number
        covered = _covered(asked, (placed[0][chosen], placed[1][chosen]))
        better = covered > most
        most[better], best[better] = covered[better], number
    return [keys[number] if number >= 0 else None for number in best.tolist()]


def _places(drops: pa.Table) -> tuple[Numbers, Numbers]:
    starts, ends = (nested.whole(drops, name).to_numpy(zero_copy_only=False) for name in ("start", "end"))
    return starts.astype(np.int64), ends.astype(np.int64)


def _keys(drops: pa.Table) -> tuple[list[Reason], Numbers]:
    """The reasons that occur, sorted, and for each row the number of its own."""
    joined = pc.binary_join_element_wise(drops["stage"], drops["unit"], drops["reason"], "\n")
    names = sorted(pc.unique(joined).to_pylist())
    codes = pc.index_in(joined, value_set=pa.array(names, pa.string())).to_numpy()
    return [Reason(*name.split("\n")) for name in names], codes


def _covered(asked: tuple[Numbers, Numbers], rows: tuple[Numbers, Numbers]) -> Numbers:
    """How many characters of each stretch some rows cover."""
    starts, ends = np.sort(rows[0]), np.sort(rows[1])
    return _before(asked[1], starts, ends) - _before(asked[0], starts, ends)


def _before(places: Numbers, starts: Numbers, ends: Numbers) -> Numbers:
    """How many characters rows cover before a place: what begins before it less what ends before it."""
    return _past(places, starts) - _past(places, ends)


def _past(places: Numbers, edges: Numbers) -> Numbers:
    """The sum of the ways from all edges before a place to it."""
    count = np.searchsorted(edges, places)
    return np.asarray(count * places - np.concatenate([[0], np.cumsum(edges)])[count])
