from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.report.lines import Axis, Line, Point, draw, is_wide

X, Y = Axis("gap"), Axis("dialogues", whole=True)


def points(svg: str) -> list[tuple[float, float]]:
    circles = ElementTree.fromstring(svg).iter("circle")
    return [(float(c.attrib["cx"]), float(c.attrib["cy"])) for c in circles]


def test_greater_numbers_stand_higher_and_further_right() -> None:
    svg = draw("k", "n", [Line("", [Point(1, 5, "a"), Point(2, 9, "b")])], x_axis=X, y_axis=Y)
    (x1, y1), (x2, y2) = points(svg)
    assert x1 < x2
    assert y1 > y2
    assert "a: 1 gap, 5 dialogues" in svg


def test_each_line_has_its_colour_and_name() -> None:
    two = [Line("off", [Point(1, 5, "a")]), Line("rules", [Point(1, 6, "a")])]
    svg = draw("k", "n", two, x_axis=X, y_axis=Y)
    assert re.findall(r'<g class="(c\d)">', svg) == ["c0", "c1"]
    assert "rules, a: 1 gap, 6 dialogues" in svg


def test_an_axis_that_does_not_begin_at_0_says_so() -> None:
    far = draw("k", "n", [Line("", [Point(1, 5, "a"), Point(2, 9, "b")])], x_axis=X, y_axis=Y)
    near = draw("k", "n", [Line("", [Point(1, 95, "a"), Point(2, 99, "b")])], x_axis=X, y_axis=Y)
    assert "does not begin" not in far
    assert "does not begin" in near


def test_ticks_of_its_own_are_not_written_over_each_other() -> None:
    ticks = [(float(n), f"value {n}") for n in range(24)]
    svg = draw(
        "k", "n", [Line("", [Point(x, 1, t) for x, t in ticks])], x_axis=Axis("k", ticks=ticks), y_axis=Y
    )
    assert 1 < len(re.findall(r">value \d+</text>", svg)) < 8


def test_names_are_escaped() -> None:
    svg = draw("k", "<b>", [Line("<i>", [Point(1, 1, "<u>")])], x_axis=X, y_axis=Y, names=True)
    assert "<b>" not in svg
    assert "<u>" not in svg
    assert "&lt;i&gt;, &lt;u&gt;" in svg


def test_many_points_are_a_line_without_dots_and_a_place_is_marked() -> None:
    line = Line("", [Point(n / 10, n, "p") for n in range(11)])
    svg = draw("k", "n", [line], x_axis=X, y_axis=Y, dots=False, mark=(0.5, "in use: 0.5"))
    assert points(svg) == []
    (marker,) = [one for one in ElementTree.fromstring(svg).iter("line") if one.get("class") == "marker"]
    assert float(marker.attrib["x1"]) == pytest.approx((46 + 12 + 368 - 12) / 2)
    assert "in use: 0.5" in svg


@given(
    st.lists(st.tuples(st.floats(0.001, 1e7), st.floats(0, 1e7)), min_size=1, max_size=24),
    st.booleans(),
)
def test_anything_can_be_drawn(numbers: list[tuple[float, float]], log: bool) -> None:
    line = Line("", [Point(x, y, "p") for x, y in sorted(numbers)])
    for x, y in points(draw("k", "n", [line], x_axis=Axis("x", log=log), y_axis=Axis("y"))):
        assert 46 <= x <= 368
        assert 40 <= y <= 214


@pytest.mark.parametrize(
    ("number", "share", "said"),
    [
        (5575, False, "5,575"),
        (0.25, False, "0.25"),
        (1_250_000, False, "1.25M"),
        (0.125, True, "12.5%"),
        (0, True, "0%"),
    ],
)
def test_numbers_on_an_axis(number: float, share: bool, said: str) -> None:
    assert Axis("a", share=share).text(number) == said


def test_wide_is_more_than_fiftyfold() -> None:
    assert is_wide([1, 10, 100])
    assert not is_wide([1, 10, 50])
    assert not is_wide([0, 10, 100])
    assert not is_wide([1, 100])
