"""The report as its readers meet it: the figures, the page, the plots."""

from __future__ import annotations

import csv
import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from dialogue_etl.sources.threads.classify.classifier import Card
from dialogue_etl.sources.threads.report.build import build
from tests.conftest import quick_runtime, tree
from tests.report.test_build import check
from tests.sources.threads.made import HOSTILE, en, params, write, zh
from tests.sources.threads.report.test_models import CURVE, save

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.params import Params


def run(stages: Path, values: Params | None = None) -> dict[str, Any]:
    metrics = stages.parent / "metrics" / "report.json"
    output = stages / "report"
    build(stages=stages, output=output, metrics=metrics, params=values or params(), runtime=quick_runtime())
    return dict(json.loads(metrics.read_text("utf-8")))


def page(stages: Path) -> str:
    return (stages / "report" / "report.html").read_text("utf-8")


def words_of(html: str) -> str:
    return " ".join("".join(check(html).words).split())


def test_metrics_are_the_papers_table_2(stages: Path) -> None:
    figures = run(stages)["languages"]["zh"]
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
    assert figures["multi"]["words_per_utterance"] == 2.0
    assert figures["all"]["turns_per_dialogue"] == 2.5
    assert figures["rules"] == {
        "generic_forms": {"cut": 0, "split": 0, "drop": 0, "dialogue": 1, "utterance": 1}
    }


def test_figures_of_the_rules_are_read_beside_the_metrics(stages: Path) -> None:
    folder = stages.parent / "metrics" / "rules"
    folder.mkdir(parents=True)
    (folder / "zh.json").write_text(json.dumps({"hits": {"hashtags": {"cut": 7}}}))
    assert run(stages)["languages"]["zh"]["rules"]["hashtags"] == {"cut": 7, "split": 0, "drop": 0}


def test_the_page_is_whole_light_and_without_scripts(stages: Path) -> None:
    run(stages)
    html = page(stages)
    checker = check(html)
    assert "script" not in checker.tags
    assert len(checker.ids) == len(set(checker.ids))
    assert {link.removeprefix("#") for link in checker.links} <= set(checker.ids)
    assert "prefers-color-scheme: dark" in html
    assert len(html) < 150_000


def test_what_people_wrote_is_text(stages: Path) -> None:
    run(stages)
    assert HOSTILE not in page(stages)
    assert HOSTILE.split(" &")[0] in words_of(page(stages))


def test_the_first_screen_shows_sizes_and_a_dialogue(stages: Path) -> None:
    run(stages)
    head = page(stages).split("</header>")[0]
    assert "3 dialogues" in head
    assert "7 utterances" in head
    assert "Where are you?" in head


def test_the_page_compares_with_the_paper(stages: Path) -> None:
    run(stages)
    for number in ("52,708,955", "3,354,277", "666,931", "8.14"):
        assert number in page(stages)


def test_the_dataset_has_a_row_of_table_3_with_its_own_sizes(stages: Path) -> None:
    size = run(stages)["languages"]["zh"]["all"]
    cells = re.findall(
        r'<th scope="row">This dataset, Chinese</th><td>(.*?)</td><td>(.*?)</td>', page(stages)
    )
    assert [(int(dialogues), float(turns)) for dialogues, turns in cells] == [
        (size["dialogues"], pytest.approx(size["turns_per_dialogue"], abs=0.05))
    ]
    assert '<th scope="row">LCCC-large</th><td>12 M</td><td>2.74</td><td>33 M</td>' in page(stages)


def test_reasons_and_quarantine_are_told(stages: Path) -> None:
    run(stages)
    text = words_of(page(stages))
    assert "1 dialogue: generic forms" in text
    assert "orphan" in text
    assert "parent corner:8" in text


def test_a_classifier_is_drawn_with_its_threshold(stages: Path) -> None:
    save(stages / "train" / "zh", Card("noise", "zh", "embedded", auc=0.8123, curve=CURVE))
    save(stages / "train" / "zh", Card("context", "zh", "embedded", reason="too few labels"))
    run(stages, params({"classify.noise_threshold": 0.7}))
    text = words_of(page(stages))
    assert "in use: 0.7" in text
    assert "AUC 0.812" in text
    assert "too few labels" in text
    plot = (stages / "report" / "plots" / "classifiers" / "zh.tsv").read_text("utf-8").splitlines()
    assert plot[0].split("\t") == ["confidence", "language", "task", "precision", "recall", "f"]
    assert plot[3] == "1.0\tzh\tnoise\t\t0.0\t0.0"


def test_plots_have_the_columns_dvc_draws(stages: Path) -> None:
    run(stages)
    plots = stages / "report" / "plots"
    names = {path.relative_to(plots).as_posix() for path in plots.rglob("*.tsv")}
    assert names == {
        *(
            f"{table}/{tag}.tsv"
            for table in ("funnel", "dialogue_lengths", "utterance_lengths")
            for tag in ("en", "zh")
        ),
        "rules/zh.tsv",
        "classifiers/en.tsv",  # the header alone: DVC says of a folder that is not there that it failed
    }
    assert len((plots / "classifiers" / "en.tsv").read_text("utf-8").splitlines()) == 1
    rows = list(
        csv.DictReader((plots / "funnel" / "zh.tsv").open(newline="", encoding="utf-8"), delimiter="\t")
    )
    assert [(row["stage"], row["threads"], row["dialogues"], row["utterances"]) for row in rows] == [
        ("ingest", "2", "", ""),
        ("extract", "2", "3", "7"),
        ("rules", "2", "2", "5"),
        ("classify", "2", "2", "5"),
    ]


def test_twice_gives_the_same_bytes_and_nothing_of_this_machine(stages: Path) -> None:
    run(stages)
    before = tree(stages / "report")
    run(stages)
    assert tree(stages / "report") == before
    assert str(stages) not in page(stages)


def test_a_dataset_of_nothing_has_a_page(tmp_path: Path) -> None:
    write(tmp_path / "threads", {"zh": {}, "en": {}}, params())
    figures = run(tmp_path / "threads")["languages"]["en"]["all"]
    assert (figures["dialogues"], figures["kept"], figures["turns_per_dialogue"]) == (0, None, None)
    assert "No dialogue is left of 0 ways through 0 comment trees" in words_of(page(tmp_path / "threads"))


@pytest.mark.parametrize("examples", [0, 1])
def test_examples_are_as_many_as_the_knob_says(stages: Path, examples: int) -> None:
    run(stages, params({"report.examples": examples}))
    assert page(stages).count('<article class="card">') == 2 * examples
    check(page(stages))


def test_one_language_and_a_strange_one(tmp_path: Path) -> None:
    values = params({"threads.languages": ["zh", "nds"]})
    other = {
        name: [{**row, "language": "nds"} if "language" in row else row for row in rows]
        for name, rows in en().items()
    }
    write(tmp_path / "threads", {"zh": zh(), "nds": other}, values)
    run(tmp_path / "threads", values)
    assert "Chinese and nds dialogues from threads" in words_of(page(tmp_path / "threads"))
    run(tmp_path / "threads", params({"threads.languages": ["zh"]}))
    assert "Chinese dialogues from threads" in words_of(page(tmp_path / "threads"))


def test_what_a_rule_found_and_what_is_lost_by_it_stand_under_their_own_heads(stages: Path) -> None:
    folder = stages.parent / "metrics" / "rules"
    folder.mkdir(parents=True)
    (folder / "zh.json").write_text(
        json.dumps({"hits": {"generic_forms": {"cut": 1, "split": 2, "drop": 9}}})
    )
    run(stages)
    html = page(stages)
    (row,) = re.findall(r"<tr><th scope=\"row\"><code>generic_forms</code>.*?</tr>", html, re.DOTALL)
    assert re.findall(r"<td[^>]*>(\d+)</td>", row) == ["12", "1", "2", "9", "1", "1"]
    head = re.findall(r"<thead>.*?</thead>", html.split('id="rules"')[1], re.DOTALL)[0]
    spans = re.findall(r'colspan="(\d)">(.*?)</th>', head)
    assert spans == [("4", "Times it found noise"), ("2", "What is lost by it")]
    assert len(re.findall(r'<th scope="col">', head)) == 7
