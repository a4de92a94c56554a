import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.report.charts import LETTER, SMALL, WIDE, Axis, Chart, Plane, ends, heights, roomy

HOSTILE = '<script>alert("1")</script> & \'"> \x0b\u202e שלום'
X, Y = Axis("gap", 0, 10), Axis("dialogues", 0, 9, whole=True)


def parsed(chart: Chart, about: str = "") -> ET.Element:
    return ET.fromstring(chart.svg(about))


def test_hostile_names_stand_in_a_well_formed_drawing_with_names_for_those_who_cannot_see_it() -> None:
    chart = Chart(HOSTILE, Axis(HOSTILE, 0, 3), Axis(HOSTILE, 1, 100, log=True))
    chart.bar(2, 50, HOSTILE)
    chart.dot(1, 2, HOSTILE)
    chart.name(1, 2, HOSTILE)
    chart.mark(2, "in use")
    chart.note(HOSTILE)
    root = parsed(chart, HOSTILE)
    clean = HOSTILE.replace("\x0b", "\ufffd")
    assert (root[0].tag, root[0].text, root.get("aria-label"), root.get("role")) == (
        "desc",
        clean,
        clean,
        "img",
    )
    assert not root.findall(".//script")
    assert [title.text for title in root.iter("title")] == [clean, clean]


def test_dots_of_nothing_lie_below_the_others() -> None:
    chart = Chart("n", X, Axis("y", 1, 9, log=True), floor=18)
    chart.dot(1, 0, "none")
    chart.dot(1, 1, "least")
    none, least = (float(dot.attrib["cy"]) for dot in parsed(chart).iter("circle"))
    assert none > least


def test_an_axis_that_does_not_begin_at_0_says_so() -> None:
    assert "does not begin" not in Chart("n", X, Axis("y", *heights([5, 9]))).svg()
    assert "does not begin" in Chart("n", X, Axis("y", *heights([95, 99]))).svg()


def test_tick_labels_are_not_written_over_each_other() -> None:
    ticks = [(float(n), f"value {n}") for n in range(24)]
    svg = Chart("n", Axis("k", 0, 23, ticks=ticks), Y).svg()
    assert 1 < len(re.findall(r">value \d+</text>", svg)) < 8


@given(st.lists(st.tuples(st.floats(0.001, 1e7), st.floats(0, 1e7)), min_size=1, max_size=24), st.booleans())
def test_anything_can_be_drawn_inside_its_box(numbers: list[tuple[float, float]], log: bool) -> None:
    xs, ys = zip(*numbers, strict=True)
    across = Axis("x", *(roomy(xs) if log else ends(xs)), log=log)
    chart = Chart("n", across, Axis("y", *heights(ys)), margin=12)
    for x, y in numbers:
        chart.dot(x, y, "p")
        chart.mark(x, "m")
    chart.area(sorted(numbers))
    root = parsed(chart)
    for element in root.iter():
        for key, limit in (("x", 380), ("cx", 368), ("x2", 380), ("y", 256), ("cy", 214)):
            assert 0 <= float(element.get(key, 0)) <= limit
    assert not re.search(r"\b(nan|inf)\b", chart.svg())
    places = [float(dot.attrib["cx"]) for dot in root.iter("circle")]
    order = sorted(range(len(xs)), key=lambda index: xs[index])
    assert all(places[one] <= places[other] for one, other in pairwise(order))


@pytest.mark.parametrize("plane", [SMALL, WIDE])
@pytest.mark.parametrize("text", ["in use: 2.50", "now 600: 1,214,000 of 2,214,000"])
def test_what_a_marker_says_stays_inside_the_drawing(plane: Plane, text: str) -> None:
    for place in range(11):
        chart = Chart("n", X, Y, plane)
        chart.mark(place, text)
        (said,) = [one for one in parsed(chart).iter("text") if one.text == text]
        at, length = float(said.attrib["x"]), len(text) * LETTER
        start = at - length if said.get("text-anchor") == "end" else at
        assert 0 <= start <= plane.width - length


def test_scales_and_round_numbers() -> None:
    assert Axis("a", 1, 100, log=True).place(10) == pytest.approx(0.5)
    assert Axis("a", 0, 10).place(20) == 1
    assert Axis("a", 0, 1).round_numbers(5) == [0, 0.2, 0.4, 0.6, 0.8, 1]
    assert Axis("a", 1.5, 9.5, whole=True).round_numbers(4) == [2, 4, 6, 8]
    assert Axis("a", 0, 3, whole=True).round_numbers(6) == [0, 1, 2, 3]
    assert Axis("a", 2, 5000, log=True).round_numbers(4) == [10, 100, 1000]
    assert Axis("a", 0.2, 7, log=True, whole=True).round_numbers(4) == [1, 2, 5]


def test_labels_of_neighbouring_points_keep_apart_and_off_the_axis() -> None:
    chart = Chart("c", Axis("x", 0, 10), Axis("y", 0, 10))
    for x in (4.0, 4.2, 4.4):
        chart.name(x, 0, "dialogue_gap 525")
    heights = [float(y) for y in re.findall(r'y="([\d.]+)" class="tick halo"', chart.svg())]
    assert len(heights) == 3
    assert max(heights) < WIDE.bottom
    assert abs(heights[0] - heights[1]) >= 14
