from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.report import charts
from dialogue_etl.report.charts import SMALL, WIDE, Axis, Dots, Line, Plane, Point
from dialogue_etl.report.curves import Curve, Threshold, curve
from dialogue_etl.report.svg import LETTER, Scale, short, tag

HOSTILE = '<script>alert("1")</script> & \'"> \x0b\u202e שלום'
X, Y = Axis("gap"), Axis("dialogues", whole=True)
LEGEND = ("one", "other")


def scores(values: list[float], current: float, *, not_judged: int = 0) -> Curve:
    of = Threshold(parameter="a.b", unit="books", title="t", measure="m", at_most=True, off=0, reach=1.0)
    rows = [(value, 1) for value in values] + [(None, not_judged)]
    return curve(of, pd.DataFrame(rows, columns=["value", "number"]), current)


def histogram(counts: dict[int, int], ends: tuple[int, int], *, more: bool = False, **changes: object) -> str:
    fixed = {"axis": "turns", "noun": "dialogues", "mean": 7.0, "log": False}
    return charts.histogram("k", HOSTILE, counts, ends=ends, more=more, **{**fixed, **changes})  # type: ignore[arg-type]


def line(*points: Point, **changes: object) -> str:
    return charts.lines("k", "<b>", [Line("", points)], x_axis=X, y_axis=Y, **changes)  # type: ignore[arg-type]


def dots(*rows: Dots) -> ET.Element:
    return ET.fromstring(charts.dot_rows("k", "name", rows, legend=LEGEND, about="what"))


SCATTER = {"x_axis": "words", "y_axis": "utterances"}
DRAWINGS = {
    "histogram": histogram({2: 900, 3: 1, 60: 2}, (2, 60), more=True, log=True),
    "one bar": histogram({7: 1}, (7, 7)),
    "small, with the axis of others": histogram({7: 1}, (2, 60), plane=SMALL),
    "scatter": charts.scatter("k", "n", [Point(10, 5, HOSTILE), Point(0, 0, "")], **SCATTER),
    "one dot": charts.scatter("k", "n", [Point(10, 5, "a")], **SCATTER),
    "beside others": charts.scatter("k", "n", [Point(10, 5, "a")], beside=[Point(9_000, 0, "b")], **SCATTER),
    "curve": charts.threshold_curve("k", HOSTILE, scores([1, 2, 3], 2)),
    "small curve": charts.threshold_curve("k", "n", scores([0.1, 2], 1), about=HOSTILE, plane=SMALL),
    "curve without loss": charts.threshold_curve("k", "n", scores([0.1], 2, not_judged=1000)),
    "curve switched off": charts.threshold_curve("k", "n", scores([0.1], 0)),
    "lines": line(Point(1, 5, "a"), Point(2, 9, HOSTILE), names=True, mark=(1.5, "in use")),
    "dots": charts.dot_rows("k", "n", [Dots(HOSTILE, 0.1, None)], legend=LEGEND, about=""),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_well_formed_named_and_inside_its_box(name: str) -> None:
    root = ET.fromstring(DRAWINGS[name])
    assert root[0].tag == "title"
    assert root[0].text
    assert root.get("aria-labelledby") == root[0].get("id")
    assert not root.findall(".//script")
    _, _, width, height = map(float, str(root.get("viewBox")).split())
    for element in root.iter():
        for key, limit in (("x", width), ("cx", width), ("x2", width), ("y", height), ("cy", height)):
            assert 0 <= float(element.get(key, 0)) <= limit
    assert not re.search(r"\b(nan|inf)\b", DRAWINGS[name])


def test_figures_are_told_to_those_who_cannot_see_them() -> None:
    root = ET.fromstring(DRAWINGS["small curve"])
    assert (root[1].tag, root.get("aria-describedby")) == ("desc", root[1].get("id"))
    assert "60 or more turns: 2 dialogues" in DRAWINGS["histogram"]


def test_level_stretches_of_a_curve_have_no_points() -> None:
    drawn = re.search(r'<polyline points="([^"]*)"', DRAWINGS["small curve"])
    assert drawn
    points = [point.split(",") for point in drawn[1].split()]
    assert len(points) < 10
    assert points[-1][0] == "268.0"


def test_greater_numbers_stand_higher_and_further_right() -> None:
    svg = line(Point(1, 5, "a"), Point(2, 9, "b"))
    first, second = ET.fromstring(svg).iter("circle")
    assert float(first.attrib["cx"]) < float(second.attrib["cx"])
    assert float(first.attrib["cy"]) > float(second.attrib["cy"])
    assert "a: 1 gap, 5 dialogues" in svg


def test_each_line_has_its_colour_and_name() -> None:
    two = [Line("off", [Point(1, 5, "a")]), Line("rules", [Point(1, 6, "a")])]
    svg = charts.lines("k", "n", two, x_axis=X, y_axis=Y)
    assert re.findall(r'<g class="(c\d)">', svg) == ["c0", "c1"]
    assert "rules, a: 1 gap, 6 dialogues" in svg


def test_an_axis_that_does_not_begin_at_0_says_so() -> None:
    assert "does not begin" not in line(Point(1, 5, "a"), Point(2, 9, "b"))
    assert "does not begin" in line(Point(1, 95, "a"), Point(2, 99, "b"))


def test_tick_labels_are_not_written_over_each_other() -> None:
    ticks = [(float(n), f"value {n}") for n in range(24)]
    points = [Point(x, 1, text) for x, text in ticks]
    svg = charts.lines("k", "n", [Line("", points)], x_axis=Axis("k", ticks=ticks), y_axis=Y)
    assert 1 < len(re.findall(r">value \d+</text>", svg)) < 8


def test_many_points_are_a_line_without_dots_and_a_place_is_marked() -> None:
    svg = line(*(Point(n / 10, n, "p") for n in range(11)), dots=False, mark=(0.5, "in use: 0.5"))
    root = ET.fromstring(svg)
    assert not list(root.iter("circle"))
    (marker,) = [one for one in root.iter("line") if one.get("class") == "marker"]
    assert float(marker.attrib["x1"]) == pytest.approx((46 + 12 + 368 - 12) / 2)
    assert "in use: 0.5" in svg


@given(st.lists(st.tuples(st.floats(0.001, 1e7), st.floats(0, 1e7)), min_size=1, max_size=24), st.booleans())
def test_anything_can_be_drawn(numbers: list[tuple[float, float]], log: bool) -> None:
    points = [Point(x, y, "p") for x, y in sorted(numbers)]
    svg = charts.lines("k", "n", [Line("", points)], x_axis=Axis("x", log=log), y_axis=Axis("y"))
    for circle in ET.fromstring(svg).iter("circle"):
        assert 46 <= float(circle.attrib["cx"]) <= 368
        assert 40 <= float(circle.attrib["cy"]) <= 214


@pytest.mark.parametrize(("most", "end"), [(0.04, "5%"), (0.07, "10%"), (0.21, "50%"), (1.0, "100%")])
def test_the_scale_of_shares_ends_at_a_round_number(most: float, end: str) -> None:
    ticks = [text.text for text in dots(Dots("a", 0.01, most)).iter("text") if "%" in (text.text or "")]
    assert (ticks[0], ticks[-1]) == ("0%", end)


def test_two_dots_in_the_order_of_their_shares_and_what_is_not_known() -> None:
    root = dots(Dots(HOSTILE, 0.125, 0.5), Dots("b", None, None))
    one, other = (float(circle.attrib["cx"]) for circle in root.iter("circle"))
    assert one < other
    said = [title.text for title in root.iter("title")]
    clean = HOSTILE.replace("\x0b", "\ufffd")
    assert said == ["name", f"{clean}, one: 12.5%", f"{clean}, other: 50.0%"]
    assert [text.text for text in root.iter("text")].count("not known") == 1


@pytest.mark.parametrize("plane", [SMALL, WIDE])
@pytest.mark.parametrize("text", ["in use: 2.50", "now 600: 1,214,000 of 2,214,000"])
def test_what_a_marker_says_stays_inside_the_drawing(plane: Plane, text: str) -> None:
    for place in range(11):
        svg = line(Point(0, 1, "a"), Point(10, 1, "b"), mark=(place, text), plane=plane)
        (said,) = [one for one in ET.fromstring(svg).iter("text") if one.text == text]
        at, length = float(said.attrib["x"]), len(text) * LETTER
        start = at - length if said.get("text-anchor") == "end" else at
        assert 0 <= start <= plane.width - length


def test_attributes_are_escaped() -> None:
    assert tag("a", class_='"<', stroke_width=1.04) == '<a class="&quot;&lt;" stroke-width="1"/>'


def test_scales_and_ticks() -> None:
    assert Scale(1, 100, 0, 10, log=True)(10) == pytest.approx(5)
    assert Scale(0, 10, 100, 0)(20) == 0
    assert Scale(0, 1, 0, 1).ticks(5) == [0, 0.2, 0.4, 0.6, 0.8, 1]
    assert Scale(1.5, 9.5, 0, 1, whole=True).ticks(4) == [2, 4, 6, 8]
    assert Scale(0, 3, 0, 1, whole=True).ticks(6) == [0, 1, 2, 3]
    assert Scale(2, 5000, 0, 1, log=True).ticks(4) == [10, 100, 1000]


def test_numbers_on_an_axis() -> None:
    assert [short(number) for number in (0.05, 150, 2500, 3e6)] == ["0.05", "150", "2.5k", "3M"]
    assert [Axis("a").text(number) for number in (5575, 0.25)] == ["5,575", "0.25"]
    assert [Axis("a", share=True).text(number) for number in (0.125, 0)] == ["12.5%", "0%"]


def test_wide_is_more_than_fiftyfold() -> None:
    wide = [[1, 10, 100], [1, 10, 50], [0, 10, 100], [1, 100]]
    assert [charts.is_wide(numbers) for numbers in wide] == [True, False, False, False]
