"""Drawings of a few measured points: a line per group, over the values of a knob or over another measure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.report.charts import WIDE, Plane, marker
from dialogue_etl.report.svg import LETTER, Scale, chart, label, short, tag, title

if TYPE_CHECKING:
    from collections.abc import Sequence

_LOG_WORTH = 50  # times the least: on an even scale the small ones would lie upon each other
_COLOURS = 8
_LONGEST_TICK = 14
_MANY = 100_000
_FLAT = 0.05  # of the greatest number: a smaller difference is not to look large


@dataclass(frozen=True)
class Point:
    """Something measured.

    Attributes:
        x: where it stands; a number, or the place in an order.
        y: the measure.
        name: what it is, short.
    """

    x: float
    y: float
    name: str


@dataclass(frozen=True)
class Line:
    """Points that belong together, in order; its place in the list gives the colour."""

    name: str
    points: Sequence[Point]


@dataclass(frozen=True)
class Axis:
    """What is measured along an axis.

    Attributes:
        name: with its unit.
        share: whether numbers are shares, written as per cent.
        ticks: positions with their texts where the axis has its own; empty for round numbers.
        log: whether large numbers are drawn together.
        whole: whether it counts things.
    """

    name: str
    share: bool = False
    ticks: Sequence[tuple[float, str]] = ()
    log: bool = False
    whole: bool = False

    def text(self, number: float) -> str:
        """A number as it stands on the axis and in tips."""
        if self.share:
            return f"{number * 100:.6g}%"
        return short(number) if abs(number) >= _MANY else f"{number:,.6g}"


def is_wide(numbers: Sequence[float]) -> bool:
    """Whether numbers are so far apart that they want a scale by logarithm."""
    return len(numbers) > 2 and min(numbers) > 0 and max(numbers) > _LOG_WORTH * min(numbers)


def draw(
    key: str,
    name: str,
    lines: Sequence[Line],
    *,
    x_axis: Axis,
    y_axis: Axis,
    names: bool = False,
    dots: bool = True,
    mark: tuple[float, str] | None = None,
    about: str = "",
    plane: Plane = WIDE,
) -> str:
    """Lines with a dot for each point.

    Args:
        key: unique on the page.
        name: accessible name.
        lines: with a point in all, at least; nothing measured is below 0.
        x_axis: what lies across.
        y_axis: what goes up.
        names: whether each point's name stands beside it; of several lines, those of their ends.
        dots: whether points are drawn; many that lie close are better off without.
        mark: a place across that is marked by a dashed line, and what it is.
        about: the main figures, for those who cannot see the drawing.
        plane: its size.
    """
    xs = [point.x for line in lines for point in line.points]
    ys = [point.y for line in lines for point in line.points]
    across = Scale(*_ends(xs, x_axis), plane.left + 12, plane.right - 12, log=x_axis.log, whole=x_axis.whole)
    low, high = _heights(ys)
    up = Scale(low, high, plane.bottom, plane.top, whole=y_axis.whole)
    parts = [_frame(plane, across, up, x_axis, y_axis)]
    for number, line in enumerate(lines):
        parts.append(_line(line, number % _COLOURS, (across, up), (x_axis, y_axis), dots=dots))
    if names:
        named = [
            line.points if len(lines) == 1 else line.points[:: max(len(line.points) - 1, 1)] for line in lines
        ]
        parts += [_name(point, across, up, plane) for points in named for point in points]
    if mark:
        parts.append(marker(plane, across(mark[0]), mark[1]))
    return chart(key, name, (plane.width, plane.height), "".join(parts), about)


def _ends(numbers: Sequence[float], axis: Axis) -> tuple[float, float]:
    low, high = min(numbers), max(numbers)
    if low < high:
        return low, high
    return (low / 2, low * 2) if axis.log else (low - 1, high + 1)


def _heights(numbers: Sequence[float]) -> tuple[float, float]:
    """Ends of the axis up: from 0, unless the line would be flat."""
    low, high = min(numbers), max(numbers)
    if low <= 0.6 * high or low == high:
        return 0.0, 1.08 * high or 1.0
    room = max(0.25 * (high - low), _FLAT * high)
    return low - room, high + room


def _line(
    line: Line, colour: int, scales: tuple[Scale, Scale], axes: tuple[Axis, Axis], *, dots: bool
) -> str:
    (across, up), (x_axis, y_axis) = scales, axes
    places = [(across(point.x), up(point.y)) for point in line.points]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    parts = [tag("polyline", points=path, class_="line")] if len(places) > 1 else []
    for point, (x, y) in zip(line.points, places, strict=True) if dots else ():
        of = f"{line.name}, " if line.name else ""
        at = f"{x_axis.text(point.x)} {x_axis.name}, " if not x_axis.ticks else ""
        tip = title(f"{of}{point.name}: {at}{y_axis.text(point.y)} {y_axis.name}")
        parts.append(tag("circle", tip, cx=x, cy=y, r=4.0, class_="mark"))
    return tag("g", "".join(parts), class_=f"c{colour}")


def _name(point: Point, across: Scale, up: Scale, plane: Plane) -> str:
    x, y = across(point.x), up(point.y)
    end = x > (plane.left + plane.right) / 2
    place = {"text_anchor": "end" if end else "start", "class_": "tick halo"}
    return label(x + (-7 if end else 7), y - 6, point.name[:_LONGEST_TICK], **place)


def _frame(plane: Plane, across: Scale, up: Scale, x_axis: Axis, y_axis: Axis) -> str:
    left, right, bottom = plane.left, plane.right, plane.bottom
    parts = [
        tag("line", x1=left, x2=right, y1=up(n), y2=up(n), class_="grid")
        + label(left - 6, up(n) + 4, y_axis.text(n), text_anchor="end", class_="tick")
        for n in up.ticks(4)
    ]
    parts.append(tag("line", x1=left, x2=right, y1=bottom, y2=bottom, class_="axis"))
    free = left - 30.0
    for n, said in x_axis.ticks or [(n, x_axis.text(n)) for n in across.ticks(plane.ticks)]:
        x = across(n)
        parts.append(tag("line", x1=x, x2=x, y1=bottom, y2=bottom + 4, class_="axis"))
        text = said[:_LONGEST_TICK]
        half = len(text) * LETTER / 2
        if x - half >= free:  # texts do not run into each other
            parts.append(label(x, bottom + 17, text, text_anchor="middle", class_="tick"))
            free = x + half + 4
    log = ", log scale" if x_axis.log else ""
    parts.append(
        label((left + right) / 2, bottom + 36, x_axis.name + log, text_anchor="middle", class_="name")
    )
    cut = " (axis does not begin at 0)" if up.low else ""
    parts.append(label(0, 8, y_axis.name + cut, class_="name"))
    return "".join(parts)
