import gc
import json
from collections import Counter

import pyarrow as pa
import pytest

from dialogue_etl.core import run, shards
from dialogue_etl.core.engines.engine import Engine
from dialogue_etl.core.run import Job
from tests.conftest import quick_runtime


def double(job, folder):
    (folder / "made").write_text(job.settings["word"] * 2)
    return {"totals": {"made": 1}, "dropped": []}


def jobs(*words):
    return [Job(settings={"word": word}) for word in words]


def test_results_come_in_the_order_of_the_jobs():
    finished = run.over_shards("doubling", double, jobs("c", "a", "b"), runtime=quick_runtime())
    assert [(shard.folder / "made").read_text() for shard in finished] == ["cc", "aa", "bb"]


def test_little_input_stays_in_this_process():
    # A function of this test cannot be sent to another process.
    finished = run.over_shards(
        "here", lambda job, folder: {}, jobs("a", "b"), runtime=quick_runtime(workers=8)
    )
    assert [shard.result for shard in finished] == [{}, {}]


def test_another_run_finds_what_is_finished():
    runtime = quick_runtime()
    made = []

    def work(job, folder):
        made.append(job.settings["word"])
        if job.settings["word"] == "bad":
            raise RuntimeError("killed")
        return double(job, folder)

    with pytest.raises(RuntimeError, match="killed"):
        list(run.over_shards("w", work, jobs("a", "b", "bad", "c"), runtime=runtime))
    assert len(list(run.over_shards("w", work, jobs("a", "b", "c"), runtime=runtime))) == 3
    assert made == ["a", "b", "bad", "c"]
    list(run.over_shards("another kind of work", work, jobs("a"), runtime=runtime))
    assert made == ["a", "b", "bad", "c", "a"]


class OtherEngine(Engine):
    """Notes what it is asked for."""

    def __init__(self):
        self.asked = []

    def map(self, function, jobs, workers):
        self.asked.append("map")
        return super().map(function, jobs, workers)

    def aggregate(self, query, tables, values, **settings):
        self.asked.append("aggregate")
        return Engine.aggregate(query, tables, values, **settings)


def count_letters(job, folder):
    word = job.settings["word"]
    rows = pa.table({"letter": list(word), "count": [1] * len(word)})
    with shards.ShardWriter(folder, 0, 1, (), counts=rows.schema) as writer:
        writer.write("counts", rows)
    return {}


def test_shards_and_what_is_asked_of_them_go_to_the_engine_of_the_run(monkeypatch):
    engine, runtime = OtherEngine(), quick_runtime()
    monkeypatch.setattr(run, "engine_of", lambda _: engine)
    counted = list(run.over_shards("count", count_letters, jobs("abba", "cab"), runtime=runtime))
    query = """
        SELECT letter, sum(count)::BIGINT AS number FROM counts JOIN known USING (letter)
        GROUP BY letter HAVING sum(count) >= $least ORDER BY letter
    """
    for known, least, expected in [("ab", 3, [("a", 3), ("b", 3)]), ("ac", 1, [("a", 3), ("c", 1)])]:
        tables = {"counts": counted, "known": pa.table({"letter": list(known)})}
        for _ in range(2):
            sums = run.aggregate("sum up", query, tables, {"least": least}, runtime=runtime)
            rows = list(shards.read_shard(sums.folder / run.ROWS))
            assert [(row["letter"], row["number"]) for row in rows] == expected
    assert engine.asked == ["map", "aggregate", "aggregate"]  # the second time the store has it


def test_a_stage_puts_output_and_metrics_together(tmp_path):
    def work(job, folder):
        assert not gc.isenabled()
        (folder / "kept").mkdir()
        (folder / "kept" / "00000-of-00001.parquet").write_text(job.settings["word"])
        return {"totals": {"rows": 2}, "dropped": [("book", "rights", 1)]}

    runtime = quick_runtime()
    where = {"output": tmp_path / "out", "metrics": tmp_path / "m.json", "runtime": runtime}
    run.finish_stage("s", "en", work, jobs("a", "b"), Counter(rows=0, other=0), **where, facts={"f": 3})
    shards = sorted((tmp_path / "out" / "kept").iterdir())
    assert [(shard.name, shard.read_text()) for shard in shards] == [
        ("00000-of-00002.parquet", "a"),
        ("00001-of-00002.parquet", "b"),
    ]
    assert json.loads((tmp_path / "m.json").read_text()) == {
        "rows": 4,
        "other": 0,
        "f": 3,
        "dropped": {"books": {"rights": 2}},
    }
    assert gc.isenabled()


def test_what_is_not_lasting_is_gone_after_the_stage(tmp_path):
    made = []

    def work(job, folder):
        made.append(job)
        return {"totals": {}, "dropped": [], "lasting": False}

    where = {"output": tmp_path / "out", "metrics": tmp_path / "m.json", "runtime": quick_runtime()}
    for _ in range(2):
        run.finish_stage("s", "en", work, jobs("a"), Counter(), **where)
    assert len(made) == 2
