import pytest

from dialogue_etl import params, shards
from dialogue_etl.cli import inspect_threads
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.shards import ShardWriter, shard_of
from dialogue_etl.sources.threads.rules import stage as rules
from tests.conftest import quick_runtime

SHARDS = 3
SAID = ["回复@小林:今天天气真好啊[doge]", "转发微博", "我们去公园走走吧", "好啊几点出发呢"]


def row(thread, said):
    turns = [
        {
            "text": text,
            "spans": [],
            "speaker": str(n % 2 + 1),
            "speaker_confidence": 1.0,
            "utterance_id": f"c{n}",
        }
        for n, text in enumerate(said)
    ]
    return {"id": f"{thread}:c{len(said) - 1}", "source_id": thread, "language": "zh", "turns": turns}


@pytest.fixture(scope="module")
def stages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("inspect") / "data"
    rows = [row("weibo:c0", SAID), row("weibo:d0", ["吃了吗你今天", "还没有呢你呢"])]
    for index in range(SHARDS):
        with ShardWriter(folder / "extract" / "zh", index, SHARDS, ["dialogues", "drops"]) as writer:
            writer.add("dialogues", [one for one in rows if shard_of(one["source_id"], SHARDS) == index])
    rules.rules(
        language="zh",
        dialogues=folder / "extract" / "zh",
        blacklists=folder / "none",
        output=folder / "rules" / "zh",
        metrics=folder / "rules.json",
        params=VALUES,
        runtime=quick_runtime(),
    )
    return folder


VALUES = params.parse({"threads": {"languages": ["zh", "en"]}})


def shown(capsys, stages, id):
    inspect_threads.inspect(id, stages, stages / "none", VALUES)
    return capsys.readouterr().out


def test_without_an_id_dialogues_are_listed(capsys, stages):
    lines = shown(capsys, stages, None).splitlines()
    assert sorted(line.split()[1] for line in lines) == ["weibo:c0:c3", "weibo:d0:c1"]


def test_each_rule_shows_what_it_changed(capsys, stages):
    said = shown(capsys, stages, "weibo:c0:c3")
    assert said.count("── weibo:c0:c3 ──") == 1
    assert "reply_tags: cut: 回复@小林:" in said
    assert f"  - {SAID[0]}" in said
    assert "  + 今天天气真好啊" in said
    assert "generic_forms: split: 转发微博" in said


def test_what_became_of_the_pieces_is_said(capsys, stages):
    kept = [one["id"] for one in shards.read(stages / "rules" / "zh", "dialogues")]
    said = shown(capsys, stages, "weibo:c0:c3")
    assert "weibo:c0:c3@c2" in kept
    assert "rules: weibo:c0:c3@c2 stays, 2 turns" in said
    assert "classify: not run yet" in said


@pytest.mark.parametrize("id", ["weibo:d0", "weibo:d0:c1", "weibo:d0:c1@c0"])
def test_threads_and_pieces_are_found_too(capsys, stages, id):
    assert "── weibo:d0:c1 ──" in shown(capsys, stages, id)


def test_an_unknown_id_and_a_place_without_outputs_are_said(stages, tmp_path):
    with pytest.raises(DialogueEtlError, match="no such dialogue or thread"):
        inspect_threads.inspect("weibo:x", stages, stages / "none", VALUES)
    with pytest.raises(DialogueEtlError, match="no outputs of stages here"):
        inspect_threads.inspect(None, tmp_path, tmp_path, VALUES)
