from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from dialogue_etl.sources.threads.report.rules import Change, Line, lines
from dialogue_etl.sources.threads.report.survey import survey
from tests.conftest import quick_runtime
from tests.sources.threads.made import dialogue, params, write

if TYPE_CHECKING:
    from pathlib import Path


def found(
    stages: Path, changes: dict[str, Any] | None = None, metrics: dict[str, Any] | None = None
) -> dict[str, Line]:
    path = stages.parent / "zh.json"
    if metrics is not None:
        path.write_text(json.dumps(metrics))
    values = params(changes)
    survey_ = survey(stages, "zh", values.report.examples, quick_runtime())
    return {line.name: line for line in lines(survey_, path, values, "zh")}


def test_figures_are_those_of_the_stage_and_of_its_drops(stages: Path) -> None:
    metrics = {"hits": {"generic_forms": {"split": 2}, "hashtags": {"cut": 5, "drop": 1}}}
    line = found(stages, metrics=metrics)
    assert line["generic_forms"].done == {"cut": 0, "split": 2, "drop": 0}
    assert line["generic_forms"].dropped == {"dialogue": 1, "utterance": 1}
    assert (line["hashtags"].hits, line["hashtags"].dropped) == (6, {})
    assert {name for name, one in line.items() if not one.idle} == {"generic_forms", "hashtags"}


def test_without_metrics_the_drops_are_counted(stages: Path) -> None:
    line = found(stages)["generic_forms"]
    assert (line.hits, line.dropped["dialogue"], line.idle) == (0, 1, False)


def test_rules_stand_in_the_order_of_the_knob(stages: Path) -> None:
    order = list(reversed(params().rules.order))
    names = list(found(stages, {"rules.order": order}))
    assert names[: len(order)] == order
    assert "adverts" in names[len(order) :]


def test_reasons_that_are_no_action_have_their_knob_too(stages: Path) -> None:
    line = found(stages, metrics={"hits": {"min_turns": {"drop": 3}, "unheard_of": {"drop": 1}}})
    assert (line["min_turns"].action, line["min_turns"].hits) == ("2", 3)
    assert (line["unheard_of"].what, line["unheard_of"].hits) == ("", 1)


def test_texts_are_shown_before_and_after(tmp_path: Path) -> None:
    said = dialogue("corner:1", "今天天气很好[doge]", "是的，我们去公园吧", language="zh")
    long = [f"第{n}句话说得很好" for n in range(40)]
    raw = {"extract/dialogues": [said, dialogue("corner:2", *long, language="zh")]}
    write(tmp_path / "threads", {"zh": raw}, params())
    line = found(tmp_path / "threads")
    assert line["square_brackets"].changes == [Change("今天天气很好[doge]", "今天天气很好")]
    assert line["long_dialogues"].changes == [Change("40 turns", "20 turns, 20 turns")]
    assert found(tmp_path / "threads", {"rules.square_brackets": "off"})["square_brackets"].changes == ()


def test_no_examples_where_none_are_wanted(stages: Path) -> None:
    assert not any(line.changes or line.drops for line in found(stages, {"report.examples": 0}).values())
