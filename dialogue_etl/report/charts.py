"""The drawings of the report: numbers in, SVG out."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.report.svg import LETTER, Scale, chart, label, short, tag, title

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialogue_etl.report.curves import Curve


@dataclass(frozen=True)
class Plane:
    """Where a drawing has its axes; the letters are as large in a small one.

    Attributes:
        width: of the drawing.
        height: of the drawing.
        ticks: on the axis across, about.
    """

    width: int
    height: int
    ticks: int
    left: float = 46.0
    top: float = 40.0

    @property
    def right(self) -> float:
        """Where the axis across ends."""
        return self.width - 12.0

    @property
    def bottom(self) -> float:
        """Where the axis across lies."""
        return self.height - 42.0


WIDE = Plane(380, 256, 5)
SMALL = Plane(280, 204, 4)


@dataclass(frozen=True)
class Dot:
    """A book in the scatter plot."""

    x: float
    y: float
    name: str


def histogram(
    key: str,
    name: str,
    counts: Mapping[int, int],
    *,
    axis: str,
    limit: int,
    mean: float,
    noun: str,
    log: bool,
    about: str = "",
    ends: tuple[int, int] | None = None,
    plane: Plane = WIDE,
) -> str:
    """How often each whole number occurs.

    Args:
        key: unique on the page.
        name: accessible name.
        counts: number to how often; not empty.
        axis: what the numbers are.
        limit: greater numbers share the last bar.
        mean: marked by a line.
        noun: what is counted.
        log: heights by logarithm, for bars that differ much.
        about: the main figures, for those who cannot see the drawing.
        ends: least and greatest number of the axis, if not those of `counts`.
        plane: its size.
    """
    shown = _shown(counts, limit, ends)
    low, high, top = min(shown), max(shown), max(shown.values())
    across = Scale(low - 0.5, high + 0.5, plane.left, plane.right, whole=True)
    up = Scale(0.7 if log else 0, top * (1.4 if log else 1.05), plane.bottom, plane.top, log, whole=True)
    parts = [_frame(plane, across, up, axis, noun + (", log scale" if log else ""))]
    width = (plane.right - plane.left) / len(shown)
    gap = min(1.0, width * 0.15)
    for number, count in shown.items():
        if count:
            more = " or more" if number == high and max(counts) > limit else ""
            tip = title(f"{number}{more} {axis}: {count:,} {noun}")
            y = up(count)
            box = {"x": across(number - 0.5) + gap / 2, "y": y, "width": width - gap}
            parts.append(tag("rect", tip, **box, height=plane.bottom - y, class_="mark"))
    parts.append(marker(plane, across(mean), f"mean {mean:.2f}"))
    return chart(key, name, (plane.width, plane.height), "".join(parts), about)


def _shown(counts: Mapping[int, int], limit: int, ends: tuple[int, int] | None) -> dict[int, int]:
    """Counts without holes, those above the limit with the last one."""
    low, high = ends or (min(*counts, limit), min(max(counts), limit))
    shown = dict.fromkeys(range(low, high + 1), 0)
    for number, count in counts.items():
        shown[min(number, high)] += count
    return shown


def scatter(
    key: str,
    name: str,
    dots: Sequence[Dot],
    *,
    x_axis: str,
    y_axis: str,
    about: str = "",
    beside: Sequence[Dot] = (),
    plane: Plane = WIDE,
) -> str:
    """Dots on two log scales; those at 0 stand on a line of their own below, not empty.

    The dots `beside` are not drawn, but have room on the axes: drawings side by side share them.
    """
    everything = [*dots, *beside]
    above = [dot.y for dot in everything if dot.y > 0]
    xs = [max(dot.x, 1.0) for dot in everything]
    ys = above or [1.0]
    floor = plane.bottom - 18 if len(above) < len(everything) else plane.bottom
    across = Scale(*_room(min(xs), max(xs)), plane.left, plane.right, log=True)
    up = Scale(*_room(min(ys), max(ys)), floor, plane.top, log=True, whole=True)
    parts = [_frame(plane, across, up, f"{x_axis}, log scale", f"{y_axis}, log scale")]
    if floor < plane.bottom:
        parts.append(label(plane.left - 6, plane.bottom - 2, "none", text_anchor="end", class_="tick"))
    for dot in dots:
        y = up(dot.y) if dot.y > 0 else plane.bottom - 6
        style = "dot" if dot.y > 0 else "dot none"
        tip = title(f"{dot.name}: {dot.x:,.0f} {x_axis}, {dot.y:,.0f} {y_axis}")
        parts.append(tag("circle", tip, cx=across(max(dot.x, 1.0)), cy=y, r=3.5, class_=style))
    return chart(key, name, (plane.width, plane.height), "".join(parts), about)


def curve(key: str, name: str, values: Curve, *, about: str = "", plane: Plane = WIDE) -> str:
    """Units kept over thresholds, with the threshold in use marked."""
    low, high = values.thresholds[0], values.thresholds[-1]
    across = Scale(low, high, plane.left, plane.right)
    # Few units are lost in all? Then the axis need not begin at 0, or the curve would be flat.
    least = min(values.kept)
    flat = 0.8 * values.total <= least < values.total
    base = max(0.0, least - 0.2 * (values.total - least)) if flat else 0.0
    top = values.total + 0.05 * max(values.total - base, 1)
    up = Scale(base, top, plane.bottom, plane.top, whole=True)
    points = [(across(x), up(y)) for x, y in zip(values.thresholds, values.kept, strict=True)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in _corners(points))
    area = f"{across(low):.1f},{plane.bottom:.1f} {line} {across(high):.1f},{plane.bottom:.1f}"
    parts = [
        _frame(plane, across, up, values.measure, f"{values.unit} kept", base=base),
        tag("polygon", points=area, class_="area"),
        tag("polyline", points=line, class_="line"),
    ]
    if values.is_off:
        said = f"off: {values.now:,} kept"
        parts.append(label(plane.right, plane.top - 12, said, text_anchor="end", class_="strong"))
    else:
        x, y = across(values.current), up(values.now)
        said = f"now {values.current:g}: {values.now:,} of {values.total:,}"
        parts += [marker(plane, x, said), tag("circle", title(said), cx=x, cy=y, r=4.5, class_="now")]
    return chart(key, name, (plane.width, plane.height), "".join(parts), about)


def _corners(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points of a line without those inside its level stretches."""
    last = len(points) - 1
    return [
        point
        for index, point in enumerate(points)
        if index in {0, last} or not points[index - 1][1] == point[1] == points[index + 1][1]
    ]


def _room(low: float, high: float) -> tuple[float, float]:
    """Ends of a log scale with some room at either side; at least a factor of four apart."""
    margin = max(1.25, math.sqrt(4 * low / high))
    return low / margin, high * margin


def marker(plane: Plane, x: float, text: str) -> str:
    """A dashed line from top to bottom, its text on the side with more room, and inside the drawing."""
    left, length = x > plane.width / 2, len(text) * LETTER
    line = tag("line", x1=x, x2=x, y1=plane.top - 20, y2=plane.bottom, class_="marker")
    place = {"text_anchor": "end" if left else "start", "class_": "strong halo"}
    at = max(x - 6, length) if left else min(x + 6, plane.width - length)
    return line + label(at, plane.top - 12, text, **place)


def _frame(plane: Plane, across: Scale, up: Scale, x_axis: str, y_axis: str, *, base: float = 0.0) -> str:
    """Axes with ticks, grid lines and names."""
    left, right, bottom = plane.left, plane.right, plane.bottom
    parts = [
        tag("line", x1=left, x2=right, y1=up(n), y2=up(n), class_="grid")
        + label(left - 6, up(n) + 4, short(n), text_anchor="end", class_="tick")
        for n in up.ticks(4)
    ]
    parts.append(tag("line", x1=left, x2=right, y1=bottom, y2=bottom, class_="axis"))
    for n in across.ticks(plane.ticks):
        x = across(n)
        parts.append(tag("line", x1=x, x2=x, y1=bottom, y2=bottom + 4, class_="axis"))
        parts.append(label(x, bottom + 17, short(n), text_anchor="middle", class_="tick"))
    parts.append(label((left + right) / 2, bottom + 36, x_axis, text_anchor="middle", class_="name"))
    cut = " (axis does not begin at 0)" if base else ""
    parts.append(label(0, 8, y_axis + cut, class_="name"))
    return "".join(parts)
