"""The section on quality, from what the stage writes."""

import re
from pathlib import Path
from typing import Any

import pytest

from dialogue_etl import params as parameters
from dialogue_etl.evaluation.score import figures
from dialogue_etl.params import Params
from dialogue_etl.report.scores import MEASURES
from dialogue_etl.sources.books.evaluate import evaluate
from dialogue_etl.sources.books.report import read_quality
from tests.conftest import quick_runtime
from tests.evaluation.texts import Said, annotated
from tests.evaluation.texts import write as write_gold
from tests.report.pages import report, words_of

ANN, BOB = ("Ann", ("Bob",)), ("Bob", ("Ann",))
ALONE = annotated("Nobody came to the house. " * 8, Said("Stay.", *ANN), "Nobody came.", id="alone/b")
TALK = annotated(Said("Yes, I said so.", *ANN), Said("No, you never did.", *BOB), "He went.", id="talk/a")


@pytest.fixture
def scored(tmp_path: Path, stages: Path) -> Path:
    """The stages made by hand, with two texts scored and one that is not."""
    for text in (TALK, ALONE, annotated("x", id="talk/c", language="und")):
        write_gold(tmp_path / "gold", text)
    return evaluated(tmp_path, stages)


def evaluated(tmp_path: Path, stages: Path, **changes: Any) -> Path:
    places = {"output": stages / "evaluate", "metrics": tmp_path / "m.json", "workspace": tmp_path}
    params = parameters.parse({"extract": changes, "evaluation": {"gold": "gold"}})
    evaluate(**places, params=params, runtime=quick_runtime())
    return stages


def html(stages: Path, tmp_path: Path, params: Params) -> str:
    return report("books", stages, tmp_path / "report", params).html


def test_every_measure_is_a_figure() -> None:
    assert {measure.key for measure in MEASURES} <= set(figures({}))
    assert len({measure.name for measure in MEASURES}) == len(MEASURES)


def test_what_is_read_is_what_was_scored(scored: Path) -> None:
    found = read_quality(scored / "evaluate")
    assert found
    assert (found["profile"], found["texts"], found["same"]) == ("default", 2, False)
    assert list(found["corpora"]) == [("alone", 1), ("talk", 1)]
    cells = {measure.key: cells for measure, cells in found["rows"]}
    alone, talk, _ = cells["characters_f1"]
    assert alone == (0.0, 1.0)
    assert talk == (1.0, 1.0)
    assert cells["boundaries_f1"][0][0] is None
    assert [row["id"] for row in found["dropped"]] == ["talk/c"]


def test_the_page_has_a_table_with_each_figure_explained(
    scored: Path, tmp_path: Path, params: Params
) -> None:
    page = html(scored, tmp_path, params)
    section = re.search(r'<section id="quality".*?</section>', page, re.DOTALL)
    assert section
    assert '<a href="#quality">' in page
    said = words_of(section[0])
    for measure in MEASURES:
        assert f"{measure.name}{' ▾' if measure.lower else ''}{measure.meaning}" in said
    assert "Speech, F1F1, the harmonic mean of the two, of letters of direct speech0.0%100.0%100.0%" in said
    assert section[0].count('class="scale"') == 4
    assert 'title="talk, without: 100.0%"' in section[0]
    assert "1 text not scored" in said
    assert "talk/c/meta.json: 'und' is not a language; " in said


def test_where_thresholds_change_nothing_there_is_one_figure(
    scored: Path, tmp_path: Path, params: Params
) -> None:
    stages = evaluated(tmp_path, scored, min_delimiters=0, max_words=0, min_turns=0)
    found = read_quality(stages / "evaluate")
    assert found
    assert found["same"]
    said = words_of(html(stages, tmp_path, params))
    assert "change nothing here" in said
    assert "Hollow dots: with thresholds" not in said
