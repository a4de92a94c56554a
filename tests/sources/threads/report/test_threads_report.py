"""The report of threads: table 2 of the paper by hand, what rules and classifiers did."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.labels.classifiers.calibration import Group, Share
from dialogue_etl.labels.classifiers.classifier import Card, Row
from dialogue_etl.report.sizes import Size
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.threads.reasons import REASONS
from dialogue_etl.sources.threads.report import words
from dialogue_etl.sources.threads.report.models import read_models
from dialogue_etl.sources.threads.rule_examples import Example, Examples
from dialogue_etl.steps.report import made
from dialogue_etl.text import segmentation
from tests.conftest import quick_runtime
from tests.report.pages import Report, report
from tests.sources.threads.made import en, params, write, zh

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.report.survey import Survey
    from dialogue_etl.sources.threads.report.rules import Line

CURVE = [
    Row(0.0, 0.5, 1.0, 0.6667, 1.0, 50, 0.4, 0.6),
    Row(0.5, 0.8, 0.6, 0.6857, 0.4, 20, 0.65, 0.9),
    Row(1.0, None, 0.0, 0.0, 0.0, 0),
]


def run(stages: Path, changes: dict[str, Any] | None = None) -> Report:
    return report("threads", stages, stages.parent / "report", params(changes))


def survey(stages: Path) -> Survey:
    of = made(SOURCES["threads"], stages, stages.parent / "metrics", params(), quick_runtime())
    return of.surveys[1]


def lines(
    stages: Path, changes: dict[str, Any] | None = None, hits: dict[str, Any] | None = None
) -> dict[str, Line]:
    if hits is not None:
        folder = stages.parent / "metrics" / "rules"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "zh.json").write_text(json.dumps({"hits": hits}))
    of = made(SOURCES["threads"], stages, stages.parent / "metrics", params(changes), quick_runtime())
    return {line.name: line for line in of.rule_lines["zh"]}  # type: ignore[attr-defined]


def save(folder: Path, card: Card) -> None:
    (folder / card.task).mkdir(parents=True)
    card.save(folder / card.task)


def test_words_are_those_of_the_paper() -> None:
    for language in ("zh", "zh-Hans"):
        assert words(["我 爱北京。", ""], language).to_pylist() == [["我", "爱", "北京", "。"], []]
    assert words(["Where are you? I’m 12."], "en").to_pylist() == [["where", "are", "you", "i’m", "12"]]


PIECES = st.sampled_from(
    ["你好", "北京大学", "了", "\n", "\r", "\r\n", "\u2028", "\x1c", " ", "\u3000", "C++", "1-0", "𠮷"]
)


@given(
    st.lists(st.lists(PIECES | st.characters(exclude_categories=["Cs"]), max_size=8).map("".join), max_size=6)
)
def test_words_of_many_texts_are_those_of_each(texts: list[str]) -> None:
    plain = [[token for token in segmentation.tokens(text) if not token.isspace()] for text in texts]
    assert words(texts, "zh").to_pylist() == plain


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The report of both corpora, with the parameters as they are."""
    folder = tmp_path_factory.mktemp("page") / "threads"
    write(folder, {"zh": zh(), "en": en()}, params())
    return run(folder)


def test_table_2_of_a_toy_corpus(stages: Path, page: Report) -> None:
    # 你好 吗 ？ / 很 好; 今天 下雨 / 带伞 了 吗 / 没有
    counted = survey(stages)
    assert counted.kinds == {
        "single": Size(raw=2, dialogues=1, utterances=2, characters=6, words=5, vocabulary=5),
        "multi": Size(raw=1, dialogues=1, utterances=3, characters=10, words=6, vocabulary=6),
    }
    assert counted.size == Size(
        documents=2, raw=3, dialogues=2, utterances=5, characters=16, words=11, vocabulary=10
    )
    metrics = page.metrics
    figures = metrics["languages"]["zh"]
    assert figures["single"] == {
        "raw": 2,
        "dialogues": 1,
        "kept": 0.5,
        "utterances": 2,
        "characters": 6,
        "vocabulary": 5,
        "words_per_utterance": 2.5,
        "turns_per_dialogue": 2.0,
    }
    assert figures["all"]["turns_per_dialogue"] == 2.5
    assert metrics["total"]["dialogues"] == sum(
        one["all"]["dialogues"] for one in metrics["languages"].values()
    )
    assert 0 <= metrics["total"]["turns_with_speaker"] <= 1
    assert figures["rules"] == {"generic_forms": {"dialogue": 1, "utterance": 1}}


def test_a_corpus_under_two_licences_has_two_lines(tmp_path: Path) -> None:
    tables = zh()
    tables["ingest/threads"][1]["rights"] = "CC-BY-4.0"
    write(tmp_path / "threads", {"zh": tables, "en": en()}, params())
    corpora = survey(tmp_path / "threads").tables["corpora"]
    assert [tuple(row) for row in corpora.to_numpy()] == [
        ("corner", "CC-BY-4.0", 1, 3, 1),
        ("corner", "CC0-1.0", 1, 3, 1),
    ]


def test_the_page_compares_with_the_papers_tables(page: Report) -> None:
    for number in ("52,708,955", "3,354,277", "666,931", "8.14"):
        assert number in page.html
    size = page.metrics["languages"]["zh"]["all"]
    ours = re.findall(r"This dataset, Chinese</th><td>(.*?)</td><td>(.*?)</td>", page.html)
    assert [(int(n), float(turns)) for n, turns in ours] == [(size["dialogues"], size["turns_per_dialogue"])]
    assert '<th scope="row">LCCC-large</th><td>12 M</td><td>2.74</td><td>33 M</td>' in page.html


def test_reasons_and_quarantine_are_told(page: Report) -> None:
    text = page.words
    assert "1 dialogue with utterances that a platform wrote" in text
    assert "Chinese: 1 comment orphan" in text
    assert "parent corner:8" in text


def test_figures_are_those_of_the_stage_and_of_its_drops(stages: Path) -> None:
    line = lines(stages)
    assert (line["generic_forms"].hits, line["generic_forms"].dropped["dialogue"]) == (0, 1)
    assert not line["generic_forms"].idle
    line = lines(stages, hits={"generic_forms": {"split": 2}, "hashtags": {"cut": 5, "drop": 1}})
    assert line["generic_forms"].done == {"cut": 0, "split": 2, "drop": 0}
    assert line["generic_forms"].dropped == {"dialogue": 1, "utterance": 1}
    assert (line["hashtags"].hits, line["hashtags"].dropped) == (6, {})
    assert {name for name, one in line.items() if not one.idle} == {"generic_forms", "hashtags"}


def test_rules_stand_in_the_order_of_their_parameter_and_others_behind_them(stages: Path) -> None:
    order = list(reversed(params().rules.order))
    hits = {"min_turns": {"drop": 3}, "unheard_of": {"drop": 1}}
    line = lines(stages, {"rules.order": order}, hits)
    assert list(line)[: len(order)] == order
    assert "adverts" in list(line)[len(order) :]
    assert (line["min_turns"].action, line["min_turns"].hits) == ("2", 3)
    assert (line["unheard_of"].what, line["unheard_of"].hits) == ("", 1)


def test_texts_are_shown_before_and_after(tmp_path: Path) -> None:
    write(tmp_path / "threads", {"zh": {}, "en": {}}, params())
    examples = Examples()
    for n in range(9):
        examples.add("square_brackets", Example(f"{n}[doge]", f"{n}"))
    examples.write(tmp_path / "threads" / "rules" / "zh")
    line = lines(tmp_path / "threads")
    assert line["square_brackets"].changes == [
        Example(*row[:2]) for row in examples.chosen()["square_brackets"][:3]
    ]
    assert not line["urls"].changes
    assert not lines(tmp_path / "threads", {"report.examples": 0})["square_brackets"].changes


def test_a_trained_classifier_has_the_threshold_of_its_rule(tmp_path: Path) -> None:
    save(tmp_path, Card("noise", "zh", "embedded", auc=0.8, curve=CURVE))
    trained, untrained = read_models(tmp_path, params({"classify.noise_threshold": 0.7}))
    model = trained["noise"]
    assert (*model.chosen, model.now) == (0.7, "fixed", True, CURVE[1])
    assert untrained == []
    trained, _ = read_models(tmp_path, params({"classify.threshold_rule": "max_f"}))
    assert trained["noise"].chosen[:2] == (0.5, "max_f")
    assert read_models(tmp_path / "train", params()) == ({}, [])


def test_filter_by_filter_names_the_threshold_that_was_applied(stages: Path) -> None:
    examples = [(0.9, ("question", "unrelated")), (0.1, ("question", "answer"))]
    share = Share(0.1, None, 0.5, 0.1)
    card = Card("noise", "zh", "embedded", auc=0.8, curve=CURVE, share=share, examples=examples)
    save(stages / "train" / "zh", card)
    changes = {"classify.threshold_rule": "max_f", "classify.noise_threshold": 0.77}
    of = made(SOURCES["threads"], stages, stages.parent / "metrics", params(changes), quick_runtime())
    settings = {one.reason: of.setting(one) for one in REASONS if one.stage == "classify"}
    assert settings["noise_threshold"] == "0.5"
    assert settings["context_threshold"].strip() == "0.8"
    page = run(stages, changes)
    assert "precision 80.0% (90 % interval 65.0% to 90.0%)" in page.words
    assert (
        "10.0% are taken to be bad; of the labels 50.0% are, of the corpora an estimated 10.0%" in page.words
    )
    assert "question / unrelated" in page.words


def test_a_classifier_is_drawn_with_its_threshold_and_others_say_why_they_are_not(stages: Path) -> None:
    groups = [Group(0.1, 0.2, 30), Group(0.6, 0.5, 10)]
    save(
        stages / "train" / "zh",
        Card("noise", "zh", "embedded", auc=0.8123, curve=CURVE, unasked=True, reliability=groups),
    )
    save(stages / "train" / "zh", Card("context", "zh", "embedded", reason="too few labels"))
    made = run(stages, {"classify.noise_threshold": 0.7})
    assert "in use: 1" in made.words
    assert "AUC 0.812" in made.words
    assert "too few labels" in made.words
    assert "Scores are 10.0% off the share that is labelled so" in made.words
    assert "<td>10.0%</td><td>20.0%</td><td>30</td>" in made.html
    assert "Nothing is left out: weak labels support no threshold" in made.words
    plot = made.rows("classifiers/zh.tsv")
    assert plot[0] == ["confidence", "language", "task", "precision", "recall", "f"]
    assert plot[3] == ["1.0", "zh", "noise", "", "0.0", "0.0"]


def test_plots_have_the_columns_dvc_draws(page: Report) -> None:
    tables = ("funnel", "dialogue_lengths", "utterance_lengths")
    assert page.plots() == {
        *(f"{table}/{tag}.tsv" for table in tables for tag in ("en", "zh")),
        "rules/zh.tsv",
        "classifiers/en.tsv",  # the header alone: DVC says of a folder that is not there that it failed
    }
    assert len(page.rows("classifiers/en.tsv")) == 1
    assert page.rows("funnel/zh.tsv") == [
        ["stage", "language", "threads", "dialogues", "utterances"],
        ["ingest", "zh", "2", "", ""],
        ["extract", "zh", "2", "3", "7"],
        ["rules", "zh", "2", "2", "5"],
        ["classify", "zh", "2", "2", "5"],
    ]
    assert page.rows("rules/zh.tsv")[1] == ["generic_forms", "zh", "0", "0", "0", "0", "1", "1"]


def test_a_dataset_of_nothing_has_a_page(tmp_path: Path) -> None:
    write(tmp_path / "threads", {"zh": {}, "en": {}}, params())
    made = run(tmp_path / "threads")
    figures = made.metrics["languages"]["en"]["all"]
    assert (figures["dialogues"], figures["kept"], figures["turns_per_dialogue"]) == (0, None, None)
    assert "No dialogue is left of 0 ways through 0 comment trees" in made.words


def test_without_languages_the_report_is_empty(tmp_path: Path) -> None:
    page = run(tmp_path / "stages", {"threads.languages": []})
    assert "in no languages" in page.html
