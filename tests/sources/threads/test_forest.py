"""How the rows of a corpus are dealt; what becomes of trees, orphans and cycles: test_ingest.py."""

from itertools import pairwise

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.threads import forest
from dialogue_etl.tables import SCHEMAS


@given(st.lists(st.integers(0, 40), max_size=12), st.integers(1, 15))
def test_how_rows_were_parted_does_not_show(sizes, together):
    numbers = iter(range(sum(sizes)))
    batches = [
        pa.record_batch({"n": pa.array([next(numbers) for _ in range(size)], pa.int64())}) for size in sizes
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forest, "_ROWS", together)
        found = [batch.column("n").to_pylist() for batch in forest._of_one_size(iter(batches))]
    rows = list(range(sum(sizes)))
    assert [rows for rows in found if rows] == [
        rows[start : start + together] for start in range(0, len(rows), together)
    ]


@given(st.lists(st.lists(st.integers(0, 5), max_size=9), max_size=5))
def test_pieces_are_of_one_shard_and_nothing_is_lost(batches):
    rows = sorted(shard for batch in batches for shard in batch)
    edges = [0, *(len(rows) * part // 3 for part in (1, 2, 3))]
    parted = [rows[start:end] for start, end in pairwise(edges) if end > start]
    made = [pa.record_batch({"shard": pa.array(part, pa.uint64())}) for part in parted]
    pieces = [(shard, piece.column("shard").to_pylist()) for shard, piece in forest._by_shard(made)]
    assert all(set(piece) == {shard} for shard, piece in pieces)
    assert [shard for _, piece in pieces for shard in piece] == rows


def test_rows_of_drops_say_which_stage_and_unit_they_are_of():
    piece = pa.record_batch({"shard": [0], "id": ["a"], "source_id": ["c:a"], "reason": ["cycle"]})
    (row,) = forest._as_rows("drops", piece).to_pylist()
    expected = {"stage": "ingest", "unit": "comment", "id": "a", "source_id": "c:a", "reason": "cycle"}
    assert row == {**dict.fromkeys(SCHEMAS["drops"].names), **expected}
