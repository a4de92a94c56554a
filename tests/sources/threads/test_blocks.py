import pyarrow.parquet as pq
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.core import shards
from dialogue_etl.sources.threads.blocks import blocks
from tests import tables


@given(st.lists(st.integers(1, 40), max_size=12), st.integers(1, 30))
def test_no_thread_is_parted_wherever_a_row_group_ends(tmp_path_factory, sizes, group):
    folder = tmp_path_factory.mktemp("tables")
    threads = [{"id": f"t{n:02}", "corpus": "c", "comments": size} for n, size in enumerate(sizes)]
    rows = [
        {"source_id": row["id"], "id": f"{row['id']}.{n}", "parent": None if n == 0 else f"{row['id']}.0"}
        for row in threads
        for n in range(row["comments"])
    ]
    with tables.writer(folder, 0, 1, ["threads", "comments"]) as writer:
        writer.add("threads", threads)
        writer.add("comments", rows)
    paths = [shards.shard_path(folder, table, 0, 1) for table in ("threads", "comments")]
    pq.write_table(pq.read_table(paths[1]), paths[1], row_group_size=group)
    found = list(blocks(*paths))
    assert [row["id"] for block in found for row in block.threads] == [row["id"] for row in threads]
    assert [id for block in found for id in block.ids] == [row["id"] for row in rows]
    for block in found:
        assert len(block.edges) == len(block.threads) + 1
        assert block.edges[-1] == len(block.ids) == len(block.parents) == len(block.authors)
        for row, start, end in zip(block.threads, block.edges, block.edges[1:], strict=False):
            assert block.ids[start:end] == [f"{row['id']}.{n}" for n in range(row["comments"])]
