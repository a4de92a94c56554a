from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from dialogue_etl.report import charts, curves
from dialogue_etl.report.charts import SMALL, WIDE, Dot, Plane
from dialogue_etl.report.svg import LETTER, Scale, short, tag
from tests.report.conftest import HOSTILE

DRAWINGS = {
    "histogram": charts.histogram(
        "k", HOSTILE, {2: 900, 3: 1, 400: 2}, axis="turns", limit=60, mean=2.9, noun="dialogues", log=True
    ),
    "one bar": charts.histogram("k", "n", {7: 1}, axis="a", limit=60, mean=7, noun="b", log=False),
    "all above the limit": charts.histogram(
        "k", "n", {90: 1}, axis="a", limit=60, mean=90, noun="b", log=False
    ),
    "small, with the axis of others": charts.histogram(
        "k", "n", {7: 1}, axis="a", limit=60, mean=7, noun="b", log=False, ends=(2, 60), plane=SMALL
    ),
    "beside others": charts.scatter(
        "k", "n", [Dot(10, 5, "a")], x_axis="w", y_axis="u", beside=[Dot(9_000, 0, "b")], plane=SMALL
    ),
    "scatter": charts.scatter("k", "n", [Dot(10, 5, HOSTILE), Dot(0, 0, "")], x_axis="words", y_axis="u"),
    "one dot": charts.scatter("k", "n", [Dot(10, 5, "a")], x_axis="words", y_axis="u"),
    "dots at the bottom": charts.scatter("k", "n", [Dot(1, 0, "a")], x_axis="words", y_axis="u"),
    "curve": charts.curve("k", HOSTILE, curves.min_delimiters([1, 200, 300], 150)),
    "small curve": charts.curve("k", "n", curves.min_delimiters([1, 200], 150), about=HOSTILE, plane=SMALL),
    "curve without loss": charts.curve("k", "n", curves.max_kl_divergence([0.1], 2, 1000)),
    "curve switched off": charts.curve("k", "n", curves.max_kl_divergence([0.1], 0, 0)),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_well_formed_and_named(name: str) -> None:
    root = ET.fromstring(DRAWINGS[name])
    title = root[0]
    assert title.tag == "title"
    assert title.text
    assert root.get("aria-labelledby") == title.get("id")
    assert not root.findall(".//script")


@pytest.mark.parametrize("name", DRAWINGS)
def test_nothing_is_drawn_outside(name: str) -> None:
    root = ET.fromstring(DRAWINGS[name])
    _, _, width, height = map(float, str(root.get("viewBox")).split())
    for element in root.iter():
        for key, limit in (("x", width), ("cx", width), ("x2", width), ("y", height), ("cy", height)):
            assert 0 <= float(element.get(key, 0)) <= limit
    assert not re.search(r"\b(nan|inf)\b", DRAWINGS[name])


def test_last_bar_holds_the_rest() -> None:
    assert "60 or more turns: 2 dialogues" in DRAWINGS["histogram"]


def test_figures_are_told_to_those_who_cannot_see_them() -> None:
    root = ET.fromstring(DRAWINGS["small curve"])
    assert root[1].tag == "desc"
    assert root[1].text
    assert root.get("aria-describedby") == root[1].get("id")


def test_level_stretches_of_a_curve_have_no_points() -> None:
    line = re.search(r'<polyline points="([^"]*)"', DRAWINGS["small curve"])
    assert line
    points = [point.split(",") for point in line[1].split()]
    assert len(points) < 10
    assert (points[0][0], points[-1][0]) == ("46.0", "268.0")


def test_attributes_are_escaped() -> None:
    assert tag("a", class_='"<', stroke_width=1.04) == '<a class="&quot;&lt;" stroke-width="1"/>'


def test_scales_and_ticks() -> None:
    assert Scale(1, 100, 0, 10, log=True)(10) == pytest.approx(5)
    assert Scale(0, 10, 100, 0)(20) == 0
    assert Scale(0, 1, 0, 1).ticks(5) == [0, 0.2, 0.4, 0.6, 0.8, 1]
    assert Scale(1.5, 9.5, 0, 1, whole=True).ticks(4) == [2, 4, 6, 8]
    assert Scale(0, 3, 0, 1, whole=True).ticks(6) == [0, 1, 2, 3]
    assert Scale(2, 5000, 0, 1, log=True).ticks(4) == [10, 100, 1000]


@pytest.mark.parametrize(("number", "text"), [(0.05, "0.05"), (150, "150"), (2500, "2.5k"), (3e6, "3M")])
def test_short(number: float, text: str) -> None:
    assert short(number) == text


@pytest.mark.parametrize("plane", [SMALL, WIDE])
@pytest.mark.parametrize("text", ["mean 2.50", "now 0.2: 1,214 of 1,214", "now 600: 1,214,000 of 2,214,000"])
def test_what_a_marker_says_stays_inside_the_drawing(plane: Plane, text: str) -> None:
    for x in range(int(plane.left), int(plane.right) + 1):
        said = ET.fromstring(f"<svg>{charts.marker(plane, float(x), text)}</svg>")[1]
        at, length = float(said.attrib["x"]), len(text) * LETTER
        start = at - length if said.get("text-anchor") == "end" else at
        assert start >= 0
        assert start + length <= plane.width
