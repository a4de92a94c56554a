from __future__ import annotations

import re
from typing import Any

from dialogue_etl.report.sweep import Sweep, Variant, render
from dialogue_etl.report.sweep_figures import groups
from dialogue_etl.report.sweep_measures import LEFT_OUT, MEASURES, SIZE, known, languages

GAP = "extract.dialogue_gap"


def figures(dialogues: int, *, gone: int = 0, tags: tuple[str, ...] = ("en",)) -> dict[str, Any]:
    total = {
        "utterances": 4 * dialogues,
        "words_per_utterance": 9.5,
        "dialogues": dialogues,
        "turns_per_dialogue": 4.0,
        "books": 3,
        "removed": {
            "extract": {"dialogues": {"min_turns": {"number": gone, "share": 0.1}}},
            "postfilter": {"dialogues": {"max_rare_share": {"number": gone, "share": 0.1}}},
        },
    }
    return {"total": total, "languages": {tag: {**total} for tag in tags}}


def variant(*values: Any, dialogues: int = 10, **other: Any) -> Variant:
    tag = f"dataset/v-{'-'.join(map(str, values))}/1"
    return Variant(**{"name": tag, "values": values, "state": "success", "tag": tag, "report": "../r/",
                      "figures": figures(dialogues), **other})  # fmt: skip


def titles(sweep: Sweep) -> dict[str, list[str]]:
    return {group.title: [drawing.title for drawing in group.drawings] for group in groups(sweep)}


def dots(svg: str) -> list[str]:
    return re.findall(r"<circle[^>]*><title>([^<]*)</title>", svg)


def test_the_gap_curve_is_over_the_gap_in_order() -> None:
    sweep = Sweep("gap", (GAP,), [variant(900, dialogues=5), variant(100, dialogues=20)])
    first = groups(sweep)[0]
    assert "the paper's gap curve" in first.caption.lower()
    assert [drawing.title for drawing in first.drawings][:2] == ["Dialogues", "Turns per dialogue"]
    assert dots(first.drawings[0].svg) == ["100: 20 dialogues", "900: 5 dialogues"]


def test_without_scores_quality_is_what_the_dataset_tells() -> None:
    sweep = Sweep("gap", (GAP,), [variant(1, scores={"off": True}), variant(2)])
    assert titles(sweep)["Size against quality"] == ["Turns per dialogue", "Dialogues left out"]
    assert "Quality on annotated texts" not in titles(sweep)
    assert "No annotated texts were scored" in render(sweep)


def test_scores_are_drawn_apart_from_faults() -> None:
    scores = {
        "all": dict.fromkeys(("characters_f1", "boundaries_f1", "clean_dialogues", "dialogues_split"), 0.5)
    }
    sweep = Sweep("gap", (GAP,), [variant(1, scores=scores), variant(2, scores=scores)])
    found = titles(sweep)
    assert found["Quality on annotated texts"] == ["Speech, F1", "Boundaries", "Faultless"]
    assert found["Faults on annotated texts"] == ["Split ▾"]
    assert found["Size against quality"] == ["Boundaries", "Faultless"]


def test_two_knobs_are_a_line_per_value_of_the_second() -> None:
    knobs = (GAP, "extract.boundaries")
    sweep = Sweep("gap", knobs, [variant(gap, way) for gap in (100, 200) for way in ("off", "rules")])
    first = groups(sweep)[0]
    assert list(first.legend) == ["off", "rules"]
    assert first.drawings[0].svg.count("<polyline") == 2
    assert "The same by language" not in titles(sweep)


def test_values_that_are_no_numbers_stand_in_their_order() -> None:
    sweep = Sweep("on", ("extract.any_dash",), [variant(True), variant(False, dialogues=7)])
    assert dots(groups(sweep)[0].drawings[0].svg) == ["true: 10 dialogues", "false: 7 dialogues"]
    lists = Sweep("l", ("languages",), [variant(["en", "hu"]), variant(["en"])])
    assert "en, hu: 10 dialogues" in groups(lists)[0].drawings[0].svg


def test_a_variant_that_failed_is_named_and_not_drawn() -> None:
    failed = variant(3, tag="", figures=None, state="failed", name="gap-3", run="http://airflow/run")
    sweep = Sweep("gap", (GAP,), [variant(1), failed, variant(2)])
    page = render(sweep)
    assert '<code>gap-3</code>: failed, <a href="http://airflow/run">' in page
    assert "1</strong> of 3 variants failed" in page
    assert len(dots(groups(sweep)[0].drawings[0].svg)) == 2


def test_nothing_to_draw_is_a_page_all_the_same() -> None:
    page = render(Sweep("gap", (GAP,), [variant(1, tag="", figures=None, state="failed")]))
    assert "No run published one." in page
    assert "<svg" not in page


def test_languages_without_a_dialogue_have_no_line() -> None:
    of = figures(4, tags=("en", "hu"))
    of["languages"]["de"] = {**of["total"], "dialogues": 0}
    some = [variant(1, figures=of), variant(2, figures=of)]
    assert languages(some) == ["en", "hu"]
    assert len(titles(Sweep("gap", (GAP,), some))["The same by language"]) == 2


def test_the_share_left_out_is_of_all_there_were() -> None:
    dialogues = LEFT_OUT[1]
    assert dialogues.of(variant(1, figures=figures(6, gone=1))) == 0.25
    assert dialogues.of(variant(1, figures=None)) is None
    assert SIZE[0].text(variant(1, dialogues=1234)) == "1,234"
    assert known(MEASURES, [variant(1, figures=None)]) == []


def test_the_page_runs_no_script_fetches_nothing_and_escapes() -> None:
    page = render(Sweep("<script>", (GAP,), [variant("<img src=x>")], base="<b>", run="http://airflow/run"))
    assert "<script" not in page
    assert "<img" not in page
    assert "<b>" not in page
    assert "http-equiv" not in page
    assert "src=" not in page.replace("&lt;img src=x&gt;", "")
    assert "url(" not in page


def test_same_input_same_bytes() -> None:
    sweep = Sweep("gap", (GAP,), [variant(1), variant(2)])
    assert render(sweep) == render(sweep)
