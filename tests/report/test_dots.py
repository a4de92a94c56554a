from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from dialogue_etl.report.dots import Line, draw

HOSTILE = '<b>"&'


def drawn(*lines: Line) -> ET.Element:
    return ET.fromstring(draw("k", "name", lines, legend=("one", "other"), about="what"))


def places(root: ET.Element) -> list[float]:
    return [float(circle.attrib["cx"]) for circle in root.iter("circle")]


def test_two_dots_a_line_in_the_order_of_the_shares() -> None:
    one, other = places(drawn(Line("a", 0.5, 0.75)))
    low, high = places(drawn(Line("a", 0.0, 1.0)))
    assert low < one < other < high
    assert (other - one) * 4 == pytest.approx((high - low), abs=0.5)


@pytest.mark.parametrize(
    ("most", "end"), [(0.04, "5%"), (0.05, "5%"), (0.07, "10%"), (0.2, "20%"), (0.21, "50%"), (1.0, "100%")]
)
def test_the_scale_ends_at_a_round_number(most: float, end: str) -> None:
    ticks = [text.text for text in drawn(Line("a", 0.01, most)).iter("text") if "%" in (text.text or "")]
    assert ticks[0] == "0%"
    assert ticks[-1] == end


def test_what_is_not_known_is_said() -> None:
    root = drawn(Line("a", None, None), Line("b", 0.5, None))
    assert len(places(root)) == 1
    assert [text.text for text in root.iter("text") if text.text == "not known"] == ["not known"]


def test_it_says_what_it_shows_and_escapes_names() -> None:
    root = drawn(Line(HOSTILE, 0.125, 0.5))
    said = [title.text for title in root.iter("title")]
    assert said == ["name", f"{HOSTILE}, one: 12.5%", f"{HOSTILE}, other: 50.0%"]
    assert [desc.text for desc in root.iter("desc")] == ["what"]


def test_a_line_more_makes_it_higher() -> None:
    def height(count: int) -> float:
        found = re.search(
            r'viewBox="0 0 \d+ (\d+)"',
            draw("k", "n", [Line("a", 0.5, 0.5)] * count, legend=("", ""), about=""),
        )
        assert found
        return float(found[1])

    assert height(2) > height(1)


def test_a_long_name_is_cut() -> None:
    names = [text.text for text in drawn(Line("a name that is very long", 0.1, 0.2)).iter("text")]
    assert any((name or "").endswith("…") for name in names)
