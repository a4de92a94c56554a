import pytest

from dialogue_etl import params
from dialogue_etl.core import shards
from dialogue_etl.sources.inspecting import Context
from dialogue_etl.sources.threads import inspection
from dialogue_etl.sources.threads.rules import rules
from tests.conftest import quick_runtime
from tests.labels.made import write
from tests.sources.threads.cleaning import row

SAID = ["回复@小林:今天天气真好啊[doge]", "转发微博", "我们去公园走走吧", "好啊几点出发呢"]


@pytest.fixture(scope="module")
def stages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("inspect") / "data"
    rows = [row("weibo:c0", SAID), row("weibo:d0", ["吃了吗你今天", "还没有呢你呢"])]
    write(folder / "extract" / "zh", 3, dialogues=rows)
    rules(
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


def shown(stages, id):
    context = Context(VALUES, stages)
    return "".join(piece.text for piece in inspection.show(id, stages, ["zh", "en"], context))


def test_without_an_id_dialogues_are_listed(stages):
    lines = [line for language in ("zh", "en") for line in inspection.listing(stages, language)]
    assert sorted(line.split()[1] for line in lines) == ["weibo:c0:c3", "weibo:d0:c1"]


def test_each_rule_shows_what_it_changed(stages):
    said = shown(stages, "weibo:c0:c3")
    assert said.count("── weibo:c0:c3 ──") == 1
    assert "reply_tags: cut: 回复@小林:" in said
    assert f"  - {SAID[0]}" in said
    assert "  + 今天天气真好啊" in said
    assert "generic_forms: split: 转发微博" in said


def test_what_became_of_the_pieces_is_said(stages):
    kept = [one["id"] for one in shards.read(stages / "rules" / "zh", "dialogues")]
    said = shown(stages, "weibo:c0:c3")
    assert "weibo:c0:c3@c2" in kept
    assert "rules: weibo:c0:c3@c2 stays, 2 turns" in said
    assert "classify: not run yet" in said


@pytest.mark.parametrize("id", ["weibo:d0", "weibo:d0:c1", "weibo:d0:c1@c0"])
def test_threads_and_pieces_are_found_too(stages, id):
    assert "── weibo:d0:c1 ──" in shown(stages, id)
    assert shown(stages, "weibo:x") == ""
