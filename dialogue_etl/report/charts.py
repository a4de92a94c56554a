"""The charts of the pages: numbers in, SVG out.

Drawn here and not by a plotting library: the pages need no network and no script, follow dark mode and print
by the style sheet, show a figure when one points at its mark, and are the same bytes on every machine.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.report.svg import LETTER, Scale, drawing, label, points, short, tag, tooltip

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialogue_etl.report.curves import Curve

_LOG_WORTH = 50  # times the least: on a linear scale the small ones could not be told apart
_COLOURS = 8
_LONGEST_TICK = 14
_FLAT = 0.05  # of the greatest number: a smaller difference is not to look large


@dataclass(frozen=True)
class Plane:
    """Where a chart has its axes; letters are as large in a small one."""

    width: int
    height: int
    ticks: int
    left: float = 46.0
    top: float = 40.0

    @property
    def right(self) -> float:
        """Where the horizontal axis ends."""
        return self.width - 12.0

    @property
    def bottom(self) -> float:
        """Where the horizontal axis lies."""
        return self.height - 42.0


WIDE = Plane(380, 256, 5)
SMALL = Plane(280, 204, 4)


@dataclass(frozen=True)
class Axis:
    """What is measured along an axis.

    Attributes:
        name: with its unit.
        share: whether numbers are shares, written as per cent.
        ticks: positions with their labels where the axis has its own; empty for round numbers.
        log: whether the scale is logarithmic.
        whole: whether it counts things.
    """

    name: str
    share: bool = False
    ticks: Sequence[tuple[float, str]] = ()
    log: bool = False
    whole: bool = False

    def text(self, number: float) -> str:
        """A number as tooltips have it."""
        return f"{number * 100:.6g}%" if self.share else f"{number:,.6g}"


@dataclass(frozen=True)
class Point:
    """Something measured: its coordinates, and what it is."""

    x: float
    y: float
    name: str


@dataclass(frozen=True)
class Line:
    """Points that belong together, in order; its place in the list gives the colour."""

    name: str
    points: Sequence[Point]


@dataclass(frozen=True)
class Dots:
    """Two shares of a group, between 0 and 1; either may be unknown."""

    name: str
    hollow: float | None
    full: float | None


def is_wide(numbers: Sequence[float]) -> bool:
    """Whether numbers differ so much that they need a logarithmic scale."""
    return len(numbers) > 2 and min(numbers) > 0 and max(numbers) > _LOG_WORTH * min(numbers)


def histogram(
    key: str,
    name: str,
    counts: Mapping[int, int],
    *,
    axis: str,
    noun: str,
    ends: tuple[int, int],
    more: bool,
    mean: float,
    log: bool,
    about: str = "",
    plane: Plane = WIDE,
) -> str:
    """How often each whole number occurs.

    Args:
        key: unique on the page.
        name: accessible name.
        counts: number to how often, between `ends`; not empty.
        axis: what the numbers are.
        noun: what is counted.
        ends: first and last number of the axis.
        more: whether the last bar counts greater numbers too.
        mean: marked by a line.
        log: heights by logarithm, for bars that differ much.
        about: the main figures, for those who cannot see the chart.
        plane: its size.
    """
    top = max(counts.values())
    across = Scale(ends[0] - 0.5, ends[1] + 0.5, plane.left, plane.right, whole=True)
    up = Scale(0.7 if log else 0, top * (1.4 if log else 1.05), plane.bottom, plane.top, log, whole=True)
    parts = [_frame(plane, across, up, Axis(axis), Axis(noun, log=log))]
    width = (plane.right - plane.left) / (ends[1] - ends[0] + 1)
    gap = min(1.0, width * 0.15)
    for number, count in sorted(counts.items()):
        said = f"{number}{' or more' if more and number == ends[1] else ''} {axis}: {count:,} {noun}"
        box = {"x": across(number - 0.5) + gap / 2, "y": up(count), "width": width - gap}
        parts.append(tag("rect", tooltip(said), **box, height=plane.bottom - up(count), class_="mark"))
    parts.append(_marker(plane, across(mean), f"mean {mean:.2f}"))
    return drawing(key, name, (plane.width, plane.height), "".join(parts), about)


def scatter(
    key: str,
    name: str,
    dots: Sequence[Point],
    *,
    x_axis: str,
    y_axis: str,
    about: str = "",
    beside: Sequence[Point] = (),
    plane: Plane = WIDE,
) -> str:
    """Dots on two logarithmic scales; those at 0 are hollow, on a line of their own below.

    The dots `beside` are not drawn, but have room on the axes: charts side by side share them.
    """
    everything = [*dots, *beside]
    above = [dot.y for dot in everything if dot.y > 0]
    xs = [max(dot.x, 1.0) for dot in everything]
    ys = above or [1.0]
    floor = plane.bottom - 18 if len(above) < len(everything) else plane.bottom
    across = Scale(*_room(min(xs), max(xs)), plane.left, plane.right, log=True)
    up = Scale(*_room(min(ys), max(ys)), floor, plane.top, log=True, whole=True)
    parts = [_frame(plane, across, up, Axis(x_axis, log=True), Axis(y_axis, log=True))]
    if floor < plane.bottom:
        parts.append(label(plane.left - 6, plane.bottom - 2, "none", text_anchor="end", class_="tick"))
    for dot in dots:
        y, style = (up(dot.y), "dot") if dot.y > 0 else (plane.bottom - 6, "dot none")
        said = tooltip(f"{dot.name}: {dot.x:,.0f} {x_axis}, {dot.y:,.0f} {y_axis}")
        parts.append(tag("circle", said, cx=across(max(dot.x, 1.0)), cy=y, r=3.5, class_=style))
    return drawing(key, name, (plane.width, plane.height), "".join(parts), about)


def _room(low: float, high: float) -> tuple[float, float]:
    """Ends of a logarithmic scale with some room at either side; at least a factor of four apart."""
    margin = max(1.25, math.sqrt(4 * low / high))
    return low / margin, high * margin


def threshold_curve(key: str, name: str, curve: Curve, *, about: str = "", plane: Plane = WIDE) -> str:
    """Units kept over the values of a threshold, with the value in use marked."""
    low, high = curve.thresholds[0], curve.thresholds[-1]
    across = Scale(low, high, plane.left, plane.right)
    # Few units are lost in all? Then the axis need not begin at 0, or the curve would be flat.
    least = min(curve.kept)
    flat = 0.8 * curve.total <= least < curve.total
    base = max(0.0, least - 0.2 * (curve.total - least)) if flat else 0.0
    top = curve.total + 0.05 * max(curve.total - base, 1)
    up = Scale(base, top, plane.bottom, plane.top, whole=True)
    line = _corners([(across(x), up(y)) for x, y in zip(curve.thresholds, curve.kept, strict=True)])
    area = [(across(low), plane.bottom), *line, (across(high), plane.bottom)]
    parts = [
        _frame(plane, across, up, Axis(curve.measure), Axis(f"{curve.unit} kept")),
        tag("polygon", points=points(area), class_="area"),
        tag("polyline", points=points(line), class_="line"),
    ]
    if curve.is_off:
        said = f"off: {curve.now:,} kept"
        parts.append(label(plane.right, plane.top - 12, said, text_anchor="end", class_="strong"))
    else:
        x, y = across(curve.current), up(curve.now)
        said = f"now {curve.current:g}: {curve.now:,} of {curve.total:,}"
        parts += [_marker(plane, x, said), tag("circle", tooltip(said), cx=x, cy=y, r=4.5, class_="now")]
    return drawing(key, name, (plane.width, plane.height), "".join(parts), about)


def _corners(line: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points of a line without those inside its level stretches."""
    last = len(line) - 1
    return [
        point
        for index, point in enumerate(line)
        if index in {0, last} or not line[index - 1][1] == point[1] == line[index + 1][1]
    ]


def lines(
    key: str,
    name: str,
    groups: Sequence[Line],
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
        groups: with a point in all, at least; nothing measured is below 0.
        x_axis: what lies across.
        y_axis: what goes up.
        names: whether each point's name stands beside it; of several lines, those of their ends.
        dots: whether points are drawn; many that lie close are better off without.
        mark: a place across that is marked by a dashed line, and what it is.
        about: the main figures, for those who cannot see the chart.
        plane: its size.
    """
    xs = [point.x for line in groups for point in line.points]
    ys = [point.y for line in groups for point in line.points]
    across = Scale(*_ends(xs, x_axis), plane.left + 12, plane.right - 12, log=x_axis.log, whole=x_axis.whole)
    up = Scale(*_heights(ys), plane.bottom, plane.top, whole=y_axis.whole)
    parts = [_frame(plane, across, up, x_axis, y_axis)]
    for number, line in enumerate(groups):
        places = [(across(point.x), up(point.y)) for point in line.points]
        drawn = [tag("polyline", points=points(places), class_="line")] if len(places) > 1 else []
        for point, (x, y) in zip(line.points, places, strict=True) if dots else ():
            of = f"{line.name}, " if line.name else ""
            at = f"{x_axis.text(point.x)} {x_axis.name}, " if not x_axis.ticks else ""
            said = tooltip(f"{of}{point.name}: {at}{y_axis.text(point.y)} {y_axis.name}")
            drawn.append(tag("circle", said, cx=x, cy=y, r=4.0, class_="mark"))
        parts.append(tag("g", "".join(drawn), class_=f"c{number % _COLOURS}"))
        shown = line.points if len(groups) == 1 else line.points[:: max(len(line.points) - 1, 1)]
        parts += [_name(point, across, up, plane) for point in shown if names]
    if mark:
        parts.append(_marker(plane, across(mark[0]), mark[1]))
    return drawing(key, name, (plane.width, plane.height), "".join(parts), about)


def _ends(numbers: Sequence[float], axis: Axis) -> tuple[float, float]:
    low, high = min(numbers), max(numbers)
    if low < high:
        return low, high
    return (low / 2, low * 2) if axis.log else (low - 1, high + 1)


def _heights(numbers: Sequence[float]) -> tuple[float, float]:
    """Ends of the vertical axis: from 0, unless the line would be flat."""
    low, high = min(numbers), max(numbers)
    if low <= 0.6 * high or low == high:
        return 0.0, 1.08 * high or 1.0
    room = max(0.25 * (high - low), _FLAT * high)
    return low - room, high + room


def _name(point: Point, across: Scale, up: Scale, plane: Plane) -> str:
    x, y = across(point.x), up(point.y)
    left = x > (plane.left + plane.right) / 2
    place = {"text_anchor": "end" if left else "start", "class_": "tick halo"}
    return label(x + (-7 if left else 7), y - 6, point.name[:_LONGEST_TICK], **place)


def dot_rows(key: str, name: str, rows: Sequence[Dots], *, legend: tuple[str, str], about: str) -> str:
    """A row per group with a hollow and a full dot, on one scale of shares.

    The scale ends at 100 % or, if all shares are small, at the next round number.

    Args:
        key: unique on the page.
        name: accessible name.
        rows: not empty.
        legend: what the hollow and the full dots are.
        about: the main figures, for those who cannot see the chart.
    """
    width, left, top, step = 460, 96.0, 12.0, 26.0
    known = [share for row in rows for share in (row.hollow, row.full) if share is not None]
    end = next(end for end in (0.05, 0.1, 0.2, 0.5, 1.0) if max(known, default=1.0) <= end)
    bottom = top + step * len(rows)
    across = Scale(0, end, left, width - 16.0)
    parts = []
    for share in across.ticks(5):
        x = across(share)
        parts.append(tag("line", x1=x, x2=x, y1=top, y2=bottom, class_="grid"))
        parts.append(label(x, bottom + 16, f"{share:.0%}", text_anchor="middle", class_="tick"))
    for number, row in enumerate(rows):
        y = top + step * (number + 0.5)
        short_name = row.name if len(row.name) <= 12 else f"{row.name[:11]}…"
        drawn = [label(left - 12, y + 4, short_name, text_anchor="end")]
        if row.hollow is None and row.full is None:
            drawn.append(label(left + 6, y + 4, "not known", class_="dim halo"))
        if row.hollow is not None and row.full is not None:
            drawn.append(tag("line", x1=across(row.hollow), x2=across(row.full), y1=y, y2=y, class_="line"))
        for value, what, style in zip((row.hollow, row.full), legend, ("now", "mark"), strict=True):
            if value is not None:
                said = tooltip(f"{row.name}, {what}: {value:.1%}")
                drawn.append(tag("circle", said, cx=across(value), cy=y, r=5.0, class_=style))
        parts.append(tag("g", "".join(drawn)))
    return drawing(key, name, (width, bottom + 26.0), "".join(parts), about)


def _marker(plane: Plane, x: float, text: str) -> str:
    """A dashed line from top to bottom, its text on the side with more room, and inside the chart."""
    left, length = x > plane.width / 2, len(text) * LETTER
    line = tag("line", x1=x, x2=x, y1=plane.top - 20, y2=plane.bottom, class_="marker")
    at = max(x - 6, length) if left else min(x + 6, plane.width - length)
    return line + label(
        at, plane.top - 12, text, text_anchor="end" if left else "start", class_="strong halo"
    )


def _frame(plane: Plane, across: Scale, up: Scale, x_axis: Axis, y_axis: Axis) -> str:
    """Axes with ticks, grid lines and names."""
    left, right, bottom = plane.left, plane.right, plane.bottom
    parts = [
        tag("line", x1=left, x2=right, y1=up(n), y2=up(n), class_="grid")
        + label(left - 6, up(n) + 4, _tick(n, y_axis), text_anchor="end", class_="tick")
        for n in up.ticks(4)
    ]
    parts.append(tag("line", x1=left, x2=right, y1=bottom, y2=bottom, class_="axis"))
    free = left - 30.0
    for n, said in x_axis.ticks or [(n, _tick(n, x_axis)) for n in across.ticks(plane.ticks)]:
        x, text = across(n), said[:_LONGEST_TICK]
        parts.append(tag("line", x1=x, x2=x, y1=bottom, y2=bottom + 4, class_="axis"))
        half = len(text) * LETTER / 2
        if x - half >= free:  # labels do not run into each other
            parts.append(label(x, bottom + 17, text, text_anchor="middle", class_="tick"))
            free = x + half + 4
    middle = (left + right) / 2
    parts.append(label(middle, bottom + 36, _axis_name(x_axis), text_anchor="middle", class_="name"))
    cut = " (axis does not begin at 0)" if up.low and not up.log else ""
    parts.append(label(0, 8, _axis_name(y_axis) + cut, class_="name"))
    return "".join(parts)


def _tick(number: float, axis: Axis) -> str:
    return axis.text(number) if axis.share else short(number)


def _axis_name(axis: Axis) -> str:
    return axis.name + (", log scale" if axis.log else "")
