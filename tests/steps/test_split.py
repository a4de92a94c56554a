import pytest

from dialogue_etl.core import shards
from dialogue_etl.core.splitting import position


@pytest.mark.parametrize("seed", range(5))
def test_all_books_of_a_work_are_in_one_split(sample, tmp_path, seed):
    language = max(sample.params.languages, key=lambda tag: len(sample.rows("split", tag, "splits")))
    made = sample.copied(tmp_path / "made", {"split.seed": seed})
    ids = sorted(row["source_id"] for row in made.rows("split", language, "splits"))
    assert len(ids) > 2
    folder = made.stages / "works" / language
    rows = made.rows("works", language, "works")
    count = len(shards.shard_paths(folder, "works"))
    for index in range(count):
        with shards.ShardWriter(folder, index, count, ["works"]) as writer:
            mine = [row for row in rows if shards.shard_of(row["id"], count) == index]
            # The last book is one the stage knows nothing of.
            known = [row | {"work_id": ids[0]} for row in mine if row["id"] != ids[-1]]
            writer.add("works", known)
    dealt = {row["source_id"]: row for row in made.run("split").rows("split", language, "splits")}
    assert {dealt[id]["work_id"] for id in ids[:-1]} == {ids[0]}
    assert {dealt[id]["position"] for id in ids[:-1]} == {position(ids[0], seed)}
    assert len({dealt[id]["split"] for id in ids[:-1]}) == 1
    assert dealt[ids[-1]]["position"] == position(ids[-1], seed)
