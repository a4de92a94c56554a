"""The charts of the pages, as SVG.

Drawn here and not by a plotting library, so that the pages need no network or script, follow dark mode and
print via the style sheet, have tooltips, and are the same bytes on every machine.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from xml.etree import ElementTree as ET

from dialogue_etl.text.lines import xml_text

LETTER = 6.5
"""Approximate width of a letter in the font of a drawing."""
_LINE = 14  # height of a label
_LOG_WORTH = 50  # times the minimum: on a linear scale the small ones would look the same
_LONGEST_TICK = 14
_FLAT = 0.05  # of the maximum: smaller differences must not look large


@dataclass(frozen=True)
class Plane:
    """The position of a chart's axes; the font size does not depend on the chart's size."""

    width: float
    height: float
    ticks: int
    left: float = 46.0
    top: float = 40.0

    @property
    def right(self) -> float:
        """The right end of the horizontal axis."""
        return self.width - 12.0

    @property
    def bottom(self) -> float:
        """The vertical position of the horizontal axis."""
        return self.height - 42.0


WIDE = Plane(380, 256, 5)
SMALL = Plane(280, 204, 4)


@dataclass(frozen=True)
class Axis:
    """An axis.

    Attributes:
        name: with its unit.
        low: the number where it begins; positive on a logarithmic scale.
        high: the number where it ends; greater than `low`.
        share: whether numbers are shares, written as per cent.
        ticks: custom positions with labels; empty for round numbers.
        log: whether the scale is logarithmic.
        whole: whether it is of counts, without fractions among the ticks.
    """

    name: str
    low: float
    high: float
    share: bool = False
    ticks: Sequence[tuple[float, str]] = ()
    log: bool = False
    whole: bool = False

    @property
    def label(self) -> str:
        """Its title."""
        return self.name + (", log scale" if self.log else "")

    def place(self, value: float) -> float:
        """The relative position of a number, 0 to 1; numbers outside are clipped."""
        value = min(max(value, self.low), self.high)
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def text(self, number: float) -> str:
        """A number for tooltips."""
        return f"{number * 100:.6g}%" if self.share else f"{number:,.6g}"

    def labels(self, wanted: int) -> list[tuple[float, str]]:
        """Ticks with their labels."""
        write = self.text if self.share else short
        return list(self.ticks) or [(n, write(n)) for n in self.round_numbers(wanted)]

    def round_numbers(self, wanted: int) -> list[float]:
        """About that many round numbers between the ends."""
        if self.log:
            powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
            mantissas = (1,) if len(powers) - 1 > wanted / 2 else (1, 2, 5)
            numbers = [10.0**power * n for power in powers for n in mantissas if not self.whole or power >= 0]
            return [n for n in numbers if self.low * 0.999 <= n <= self.high * 1.001]
        raw = max((self.high - self.low) / wanted, 1.0 if self.whole else 0.0)
        power = 10.0 ** math.floor(math.log10(raw))
        steps = (power * n for n in (1, 2, 2.5, 5, 10) if power * n >= raw * 0.999)
        step = next(step for step in steps if not self.whole or step == int(step))
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [round(n * step, 10) for n in range(first, last + 1)]


def short(number: float) -> str:
    """A number for an axis: 0.05, 150, 2.5k, 1M."""
    for size, suffix in ((1_000_000, "M"), (1_000, "k")):
        if abs(number) >= size:
            return f"{number / size:.3g}{suffix}"
    return f"{number:.3g}"


def is_wide(numbers: Sequence[float]) -> bool:
    """Whether numbers differ so much that they need a logarithmic scale."""
    return len(numbers) > 2 and min(numbers) > 0 and max(numbers) > _LOG_WORTH * min(numbers)


def ends(numbers: Sequence[float], *, log: bool = False) -> tuple[float, float]:
    """Start and end of an axis of numbers."""
    low, high = min(numbers), max(numbers)
    if low < high:
        return low, high
    return (low / 2, low * 2) if log else (low - 1, high + 1)


def heights(numbers: Sequence[float]) -> tuple[float, float]:
    """Ends of a vertical axis: from 0, unless a line of these numbers would be flat."""
    low, high = min(numbers), max(numbers)
    if low <= 0.6 * high or low == high:
        return 0.0, 1.08 * high or 1.0
    room = max(0.25 * (high - low), _FLAT * high)
    return low - room, high + room


def roomy(numbers: Sequence[float]) -> tuple[float, float]:
    """Ends of a logarithmic scale with some room at either side; at least a factor of four apart."""
    low, high = min(numbers), max(numbers)
    margin = max(1.25, math.sqrt(4 * low / high))
    return low / margin, high * margin


class Chart:
    """A chart to which marks are added; colours and fonts come from the style sheet of the page."""

    def __init__(
        self, name: str, x: Axis, y: Axis, plane: Plane = WIDE, *, margin: float = 0, floor: float = 0
    ) -> None:
        """Axes with ticks, grid lines and names.

        Args:
            name: of the chart, for screen readers.
            x: horizontal axis.
            y: vertical axis.
            plane: its size.
            margin: room between the ends of the horizontal axis and its first and last number.
            floor: room between the horizontal axis and the lowest number.
        """
        size = f"0 0 {plane.width:g} {plane.height:g}"
        head = {"class": "chart", "viewBox": size, "role": "img", "aria-label": xml_text(name)}
        self._root = ET.Element("svg", head)
        self._x, self._y, self._plane, self._margin, self._floor = x, y, plane, margin, floor
        self._names: list[tuple[float, float, int]] = []
        left, right, bottom = plane.left, plane.right, plane.bottom
        for number, text in y.labels(4):
            at = self.up(number)
            self._add("line", x1=left, x2=right, y1=at, y2=at, class_="grid")
            self._write(left - 6, at + 4, text, "tick", "end")
        self._add("line", x1=left, x2=right, y1=bottom, y2=bottom, class_="axis")
        free = left - 30.0
        for number, text in x.labels(plane.ticks):
            at, half = self.across(number), len(text[:_LONGEST_TICK]) * LETTER / 2
            self._add("line", x1=at, x2=at, y1=bottom, y2=bottom + 4, class_="axis")
            if at - half >= free:  # labels must not overlap
                self._write(at, bottom + 17, text[:_LONGEST_TICK], "tick", "middle")
                free = at + half + 4
        self._write((left + right) / 2, bottom + 36, x.label, "name", "middle")
        cut = " (axis does not begin at 0)" if y.low and not y.log else ""
        self._write(0, 8, y.label + cut, "name")
        if floor:
            self._write(left - 6, bottom - 2, "none", "tick", "end")

    def across(self, number: float) -> float:
        """The horizontal coordinate of a number."""
        start, end = self._plane.left + self._margin, self._plane.right - self._margin
        return start + self._x.place(number) * (end - start)

    def up(self, number: float) -> float:
        """The vertical coordinate of a number."""
        start = self._plane.bottom - self._floor
        return start + self._y.place(number) * (self._plane.top - start)

    def bar(self, number: int, height: float, said: str) -> None:
        """A bar over a whole number, with a tooltip."""
        left, right, top = self.across(number - 0.5), self.across(number + 0.5), self.up(height)
        gap = min(1.0, (right - left) * 0.15)
        box = {"width": right - left - gap, "height": self._plane.bottom - top}
        self._add("rect", said, x=left + gap / 2, y=top, **box, class_="mark")

    def dot(self, x: float, y: float, said: str, style: str = "mark", radius: float = 4.0) -> None:
        """A dot; for 0 it is below the lowest number if there is room."""
        at = self.up(y) if y > 0 or not self._floor else self._plane.bottom - 6
        self._add("circle", said, cx=self.across(x), cy=at, r=radius, class_=style)

    def line(self, points: Sequence[tuple[float, float]], style: str = "line") -> None:
        """A line through points."""
        self._add("polyline", points=self._coordinates(points), class_=style)

    def area(self, points: Sequence[tuple[float, float]]) -> None:
        """A filled area between a line and the axis."""
        floor = self._y.low
        around = [(points[0][0], floor), *points, (points[-1][0], floor)]
        self._add("polygon", points=self._coordinates(around), class_="area")

    def _coordinates(self, points: Sequence[tuple[float, float]]) -> str:
        level = (list(stretch) for _, stretch in groupby(points, key=itemgetter(1)))
        places = (place for stretch in level for place in dict.fromkeys((stretch[0], stretch[-1])))
        return " ".join(f"{self.across(x):.1f},{self.up(y):.1f}" for x, y in places)

    def name(self, x: float, y: float, text: str) -> None:
        """A label next to a point: above it, or below or higher where another label is."""
        at, height = self.across(x), self.up(y)
        left = at > (self._plane.left + self._plane.right) / 2
        room = int((at - 7 if left else self._plane.width - at - 7) / LETTER)
        text = text if len(text) <= room else f"{text[: room - 1]}…"
        start = at - 7 - len(text) * LETTER if left else at + 7
        places = [place for place in (height - 6, height + 16, height - 20) if place < self._plane.bottom]
        free = [place for place in places if not self._taken(start, place, len(text))]
        self._names.append((start, (free or places)[0], len(text)))
        self._write(
            at - 7 if left else at + 7, (free or places)[0], text, "tick halo", "end" if left else "start"
        )

    def _taken(self, start: float, height: float, length: int) -> bool:
        """Whether another label is where one of so many letters would be."""
        return any(
            abs(height - other) < _LINE
            and start < begin + letters * LETTER
            and begin < start + length * LETTER
            for begin, other, letters in self._names
        )

    def mark(self, number: float, text: str) -> None:
        """A vertical dashed line, with its text inside the chart on the side with more room."""
        x, top, width, length = self.across(number), self._plane.top, self._plane.width, len(text) * LETTER
        left = x > width / 2
        self._add("line", x1=x, x2=x, y1=top - 20, y2=self._plane.bottom, class_="marker")
        at = max(x - 6, length) if left else min(x + 6, width - length)
        self._write(at, top - 12, text, "strong halo", "end" if left else "start")

    def note(self, text: str) -> None:
        """A text above the chart."""
        self._write(self._plane.right, self._plane.top - 12, text, "strong", "end")

    def svg(self, about: str = "") -> str:
        """The whole drawing, which takes the available width of the page.

        Args:
            about: its main figures, for screen readers.
        """
        if about:
            described = ET.Element("desc")
            described.text = xml_text(about)
            self._root.insert(0, described)
        return ET.tostring(self._root, encoding="unicode")

    def _add(self, name: str, said: str = "", **attributes: object) -> ET.Element:
        """An element; `_` in attribute names becomes a hyphen."""
        element = ET.SubElement(self._root, name)
        for key, value in attributes.items():
            text = f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)
            element.set(key.removesuffix("_").replace("_", "-"), text)
        if said:
            ET.SubElement(element, "title").text = xml_text(said)
        return element

    def _write(self, x: float, y: float, text: str, style: str, anchor: str = "start") -> None:
        """A text that starts, ends or is centred at a position."""
        self._add("text", x=x, y=y, class_=style, text_anchor=anchor).text = xml_text(text)
