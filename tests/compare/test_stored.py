import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.compare import stored
from dialogue_etl.compare.revisions import RevisionError
from dialogue_etl.compare.stored import Shard
from dialogue_etl.shards import shard_of


def shards(count):
    return [Shard(None, str(index), index, count) for index in range(count)]


@given(st.integers(1, 12), st.integers(1, 12), st.text(min_size=1, max_size=5))
def test_shards_that_may_hold_the_same_source_are_together(one, other, id):
    groups = stored.matching(shards(one), shards(other))
    holding = [
        group
        for group in groups
        if shard_of(id, one) in {shard.index for shard in group[0]}
        and shard_of(id, other) in {shard.index for shard in group[1]}
    ]
    assert len(holding) == 1
    assert sorted(shard.index for group in groups for shard in group[0]) == list(range(one))


def test_as_many_shards_pair_up():
    assert [(len(one), len(other)) for one, other in stored.matching(shards(4), shards(4))] == [(1, 1)] * 4


def test_a_side_without_the_table():
    assert [other for _, other in stored.matching(shards(2), [])] == [[], []]
    assert stored.matching([], []) == []


@pytest.fixture
def shard(tmp_path):
    def write(ids):
        path = tmp_path / f"{len(ids)}.parquet"
        table = pa.table({"source_id": ids, "row": range(len(ids))})
        pq.write_table(table, path, row_group_size=3)
        return Shard(path, "0", 0, 1)

    return write


def test_a_table_in_order_is_read_in_pieces(shard):
    made = shard(["a", "a", "b", "b", "c"])
    pieces = list(stored.in_order(made, ["source_id", "row"], 2, "source_id"))
    assert len(pieces) > 1
    assert pa.Table.from_batches(pieces)["row"].to_pylist() == [0, 1, 2, 3, 4]


def test_a_table_in_another_order_is_put_in_order(shard):
    pieces = list(stored.in_order(shard(["b", "a", "b", "c", "a"]), ["source_id", "row"], 2, "source_id"))
    assert pa.Table.from_batches(pieces)["source_id"].to_pylist() == ["a", "a", "b", "b", "c"]


def test_columns_that_an_old_table_does_not_have_are_left_out(shard):
    found = stored.read([shard(["a"])], ["source_id", "dialogues"], "splits")
    assert found.column_names == ["source_id"]
    assert stored.read([], ["source_id", "dialogues"], "splits").num_rows == 0


def test_a_damaged_file_is_named(shard):
    made = shard(["a", "b"])
    made.path.write_bytes(made.path.read_bytes()[:40])
    with pytest.raises(RevisionError, match="damaged, remove it"):
        stored.read([made], ["source_id"], "splits")
