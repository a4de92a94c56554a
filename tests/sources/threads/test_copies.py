"""Dialogues that several corpora have: one copy stays, by a stated rule, whatever the shards."""

import pytest

from dialogue_etl.core import shards
from tests.conftest import quick_runtime
from tests.sources.threads.building import Build, add, lines, talk, values
from tests.sources.threads.cleaning import cleaned, row

HELLO, BYE = ["你好，吃饭了吗", "吃了，你呢"], ["再见了朋友们", "明天见吧"]
SPACED = [" ".join(text) for text in HELLO]
ROWS = [row("b:1", HELLO), row("b:2", BYE), row("a:1", SPACED), row("a:2", SPACED), row("c:1", HELLO)]


@pytest.mark.parametrize(
    ("parameters", "stay"),
    [
        ({}, {"a:1", "a:2", "b:2"}),  # the first by name; within a corpus, two people may say the same
        ({"corpora": ["c", "b"]}, {"b:2", "c:1"}),
        ({"corpora": ["b", "a", "c"]}, {"b:1", "b:2"}),
        ({"duplicates": "keep"}, {"a:1", "a:2", "b:1", "b:2", "c:1"}),
    ],
)
@pytest.mark.parametrize("count", [1, 3])
def test_the_copy_of_the_first_corpus_stays_and_the_others_are_drops(tmp_path, parameters, stay, count):
    done = cleaned(tmp_path, ROWS, count=count, threads=parameters)
    assert {one["source_id"] for one in done.rows()} == stay
    gone = [drop for drop in done.rows("drops") if drop["reason"] == "duplicates"]
    assert {drop["source_id"] for drop in gone} == {one["source_id"] for one in ROWS} - stay
    assert all("has it too" in drop["detail"] for drop in gone)
    assert done.adds_up()


def test_what_is_counted_apart_does_not_depend_on_other_corpora(tmp_path):
    """So a dataset of more corpora holds that of fewer, where those are named first."""
    long = "昨天下午我和朋友一起去公园散步，天气非常好，看到很多花都开了"
    said = [(f"c{n}:1", [f"第{'一二三四'[n]}个帖子说了什么", long]) for n in range(4)]
    rows = [row(*one) for one in said]
    assert cleaned(tmp_path / "together", rows).rows() == []
    apart = cleaned(tmp_path / "apart", rows, apart=["c0"])
    assert [one["source_id"] for one in apart.rows()] == ["c0:1"]


def test_the_dataset_of_more_corpora_holds_that_of_fewer(tmp_path):
    """Base and large: what `classify.corpora` names is counted, learnt from and kept by itself."""
    folder = tmp_path / "corpora"
    add(folder, "base", {"a.jsonl": lines(talk(150, seed=1))}, "en")
    said = {"threads.source": "corpora", "threads.languages": ["en"], "classify.labels": "weak"}
    said |= {
        "classify.min_labels": 10,
        "classify.max_share": 1.0,
        "threads.corpora": ["base"],
        "classify.corpora": ["base"],
    }
    kept = {}
    for name, threshold, more in (("base", 0.4, ["base"]), ("large", 0.6, ["base", "more"])):
        if name == "large":
            rows = [{**one, "id": f"m{one['id']}"} for one in talk(150, seed=2)]
            rows = [{**one, "parent": one["parent"] and f"m{one['parent']}"} for one in rows]
            add(folder, "more", {"b.jsonl": lines(rows)}, "en")
        asked = {**said, "classify.noise_threshold": threshold, "threads.corpora": more}
        build = Build(tmp_path / name, values(asked), quick_runtime(), corpora=folder)
        build.run("ingest", "extract", "rules", "train", "classify")
        rows = list(shards.read(build.stages / "classify" / "en", "dialogues"))
        kept[name] = {tuple((turn["utterance_id"], turn["text"]) for turn in one["turns"]) for one in rows}
        assert build.metrics("classify/en")["noise"]["trained"]
        corpora = {one["source_id"].partition(":")[0] for one in rows}
    longer = {one[a:b] for one in kept["large"] for a in range(len(one)) for b in range(a + 1, len(one) + 1)}
    assert kept["base"] <= longer  # a strict threshold may split what a relaxed one leaves whole
    assert len(kept["base"]) < len(kept["large"])
    assert corpora == {"base", "more"}
