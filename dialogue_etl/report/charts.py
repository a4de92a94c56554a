"""The drawings of the report: numbers in, SVG out."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.report.svg import Scale, chart, label, short, tag, title

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialogue_etl.report.curves import Curve

_WIDTH, _HEIGHT = 440, 282
_LEFT, _RIGHT, _TOP, _BOTTOM = 46.0, 428.0, 40.0, 240.0
_ROW = 34
_FADED = "faded"


@dataclass(frozen=True)
class Bar:
    """A row of the funnel; `lost` is what went since the row above."""

    name: str
    value: int
    lost: int = 0


@dataclass(frozen=True)
class Dot:
    """A book in the scatter plot."""

    x: float
    y: float
    name: str


def bars(key: str, name: str, rows: Sequence[Bar]) -> str:
    """Horizontal bars: what is left, and faintly what went since the row above."""
    across = Scale(0, max([row.value + row.lost for row in rows] + [1]), 84, 322)
    parts = []
    for index, row in enumerate(rows):
        y = index * _ROW + 6
        end = across(row.value)
        tip = title(f"{row.name}: {row.value:,}" + (f", {row.lost:,} fewer than before" if row.lost else ""))
        shapes = tag("rect", x=84.0, y=y, width=max(end - 84, 1.0), height=20, rx=2, class_="mark")
        if row.lost:
            width = across(row.value + row.lost) - end
            shapes += tag("rect", x=end, y=y, width=width, height=20, rx=2, class_=_FADED)
        texts = label(76, y + 14, row.name, text_anchor="end")
        texts += label(372, y + 14, f"{row.value:,}", text_anchor="end", class_="strong")
        lost = f"−{row.lost:,}" if row.lost else ""
        texts += label(438, y + 14, lost, text_anchor="end", class_="dim")
        parts.append(tag("g", tip + shapes + texts))
    return chart(key, name, _WIDTH, len(rows) * _ROW + 4, "".join(parts))


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
    """
    shown = _shown(counts, limit)
    low, high, top = min(shown), max(shown), max(shown.values())
    across = Scale(low - 0.5, high + 0.5, _LEFT, _RIGHT)
    up = Scale(0.7 if log else 0, top * (1.4 if log else 1.05), _BOTTOM, _TOP, log)
    parts = [_frame(across, up, axis, noun + (", log scale" if log else ""))]
    width = (_RIGHT - _LEFT) / len(shown)
    gap = min(1.0, width * 0.15)
    for number, count in shown.items():
        if count:
            more = " or more" if number == high and max(counts) > limit else ""
            tip = title(f"{number}{more} {axis}: {count:,} {noun}")
            y = up(count)
            box = {"x": across(number - 0.5) + gap / 2, "y": y, "width": width - gap, "height": _BOTTOM - y}
            parts.append(tag("rect", tip, **box, class_="mark"))
    parts.append(_marker(across(mean), f"mean {mean:.2f}"))
    return chart(key, name, _WIDTH, _HEIGHT, "".join(parts))


def _shown(counts: Mapping[int, int], limit: int) -> dict[int, int]:
    """Counts without holes, those above the limit with the last one."""
    low, high = min(*counts, limit), min(max(counts), limit)
    shown = dict.fromkeys(range(low, high + 1), 0)
    for number, count in counts.items():
        shown[min(number, high)] += count
    return shown


def scatter(key: str, name: str, dots: Sequence[Dot], *, x_axis: str, y_axis: str) -> str:
    """Dots on two log scales; those at 0 stand on a line of their own below, not empty."""
    above = [dot for dot in dots if dot.y > 0]
    xs = [max(dot.x, 1.0) for dot in dots]
    ys = [dot.y for dot in above] or [1.0]
    floor = _BOTTOM - 18 if len(above) < len(dots) else _BOTTOM
    across = Scale(*_room(min(xs), max(xs)), _LEFT, _RIGHT, log=True)
    up = Scale(*_room(min(ys), max(ys)), floor, _TOP, log=True)
    parts = [_frame(across, up, f"{x_axis}, log scale", f"{y_axis}, log scale")]
    if floor < _BOTTOM:
        parts.append(label(_LEFT - 6, _BOTTOM - 2, "none", text_anchor="end", class_="tick"))
    for dot in dots:
        y = up(dot.y) if dot.y > 0 else _BOTTOM - 6
        style = "dot" if dot.y > 0 else "dot none"
        tip = title(f"{dot.name}: {dot.x:,.0f} {x_axis}, {dot.y:,.0f} {y_axis}")
        parts.append(tag("circle", tip, cx=across(max(dot.x, 1.0)), cy=y, r=3.5, class_=style))
    return chart(key, name, _WIDTH, _HEIGHT, "".join(parts))


def curve(key: str, name: str, values: Curve) -> str:
    """Units kept over thresholds, with the threshold in use marked."""
    low, high = values.thresholds[0], values.thresholds[-1]
    across = Scale(low, high, _LEFT, _RIGHT)
    # Few units are lost in all? Then the axis need not begin at 0, or the curve would be flat.
    least = min(values.kept)
    flat = 0.8 * values.total <= least < values.total
    base = max(0.0, least - 0.2 * (values.total - least)) if flat else 0.0
    up = Scale(base, values.total + 0.05 * max(values.total - base, 1), _BOTTOM, _TOP)
    points = [(across(x), up(y)) for x, y in zip(values.thresholds, values.kept, strict=True)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    area = f"{across(low):.1f},{_BOTTOM:.1f} {line} {across(high):.1f},{_BOTTOM:.1f}"
    parts = [
        _frame(across, up, values.measure, f"{values.unit} kept", base=base),
        tag("polygon", points=area, class_="area"),
        tag("polyline", points=line, class_="line"),
    ]
    if values.is_off:
        parts.append(label(_RIGHT, _TOP - 8, f"off: {values.now:,} kept", text_anchor="end", class_="strong"))
    else:
        x, y = across(values.current), up(values.now)
        said = f"now {values.current:g}: {values.now:,} of {values.total:,}"
        parts += [_marker(x, said), tag("circle", title(said), cx=x, cy=y, r=4.5, class_="now")]
    return chart(key, name, _WIDTH, _HEIGHT, "".join(parts))


def _room(low: float, high: float) -> tuple[float, float]:
    """Ends of a log scale with some room at either side; at least a factor of four apart."""
    margin = max(1.25, math.sqrt(4 * low / high))
    return low / margin, high * margin


def _marker(x: float, text: str) -> str:
    """A dashed line from top to bottom with its text on the side that has room."""
    left = x > (_LEFT + _RIGHT) / 2
    line = tag("line", x1=x, x2=x, y1=_TOP - 20, y2=_BOTTOM, class_="marker")
    place = {"text_anchor": "end" if left else "start", "class_": "strong halo"}
    return line + label(x + (-6 if left else 6), _TOP - 12, text, **place)


def _frame(across: Scale, up: Scale, x_axis: str, y_axis: str, base: float = 0.0) -> str:
    """Axes with ticks, grid lines and names."""
    parts = [
        tag("line", x1=_LEFT, x2=_RIGHT, y1=up(n), y2=up(n), class_="grid")
        + label(_LEFT - 6, up(n) + 4, short(n), text_anchor="end", class_="tick")
        for n in _whole(up.ticks(4))
    ]
    parts.append(tag("line", x1=_LEFT, x2=_RIGHT, y1=_BOTTOM, y2=_BOTTOM, class_="axis"))
    for n in across.ticks(6):
        x = across(n)
        parts.append(tag("line", x1=x, x2=x, y1=_BOTTOM, y2=_BOTTOM + 4, class_="axis"))
        parts.append(label(x, _BOTTOM + 17, short(n), text_anchor="middle", class_="tick"))
    parts.append(label((_LEFT + _RIGHT) / 2, _BOTTOM + 36, x_axis, text_anchor="middle", class_="name"))
    cut = " (axis does not begin at 0)" if base else ""
    parts.append(label(0, 8, y_axis + cut, class_="name"))
    return "".join(parts)


def _whole(ticks: list[float]) -> list[float]:
    """Upward axes count things: no halves."""
    return [tick for tick in ticks if tick == int(tick)]
