"""A drawing of shares: a line per group, on it a hollow and a full dot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.report.svg import Scale, chart, label, tag, title

if TYPE_CHECKING:
    from collections.abc import Sequence

_WIDTH = 460
_LEFT, _RIGHT = 96.0, 16.0
_TOP, _STEP, _FOOT = 12.0, 26.0, 26.0
_LONGEST_NAME = 12


@dataclass(frozen=True)
class Line:
    """A group with two shares between 0 and 1, of which either may not be known.

    Attributes:
        name: of the group.
        hollow: the first share.
        full: the second.
    """

    name: str
    hollow: float | None
    full: float | None


def draw(key: str, name: str, lines: Sequence[Line], *, legend: tuple[str, str], about: str) -> str:
    """Shares of groups on one scale, which ends at 100 % or, if all are small, at the next round number.

    Args:
        key: unique on the page.
        name: accessible name.
        lines: not empty.
        legend: what the hollow and the full dots are.
        about: the main figures, for those who cannot see the drawing.
    """
    known = [share for line in lines for share in (line.hollow, line.full) if share is not None]
    top = next(end for end in (0.05, 0.1, 0.2, 0.5, 1.0) if max(known, default=1.0) <= end)
    bottom = _TOP + _STEP * len(lines)
    across = Scale(0, top, _LEFT, _WIDTH - _RIGHT)
    parts = [_grid(across, bottom)]
    for number, line in enumerate(lines):
        parts.append(_line(line, across, _TOP + _STEP * (number + 0.5), legend))
    return chart(key, name, (_WIDTH, int(bottom + _FOOT)), "".join(parts), about)


def _grid(across: Scale, bottom: float) -> str:
    parts = []
    for share in across.ticks(5):
        x = across(share)
        parts.append(tag("line", x1=x, x2=x, y1=_TOP, y2=bottom, class_="grid"))
        parts.append(label(x, bottom + 16, f"{share:.0%}", text_anchor="middle", class_="tick"))
    return "".join(parts)


def _line(line: Line, across: Scale, y: float, legend: tuple[str, str]) -> str:
    short = line.name if len(line.name) <= _LONGEST_NAME else f"{line.name[: _LONGEST_NAME - 1]}…"
    parts = [label(_LEFT - 12, y + 4, short, text_anchor="end")]
    if line.hollow is None and line.full is None:
        return parts[0] + label(_LEFT + 6, y + 4, "not known", class_="dim halo")
    if line.hollow is not None and line.full is not None:
        parts.append(tag("line", x1=across(line.hollow), x2=across(line.full), y1=y, y2=y, class_="line"))
    for share, said, style in zip((line.hollow, line.full), legend, ("now", "mark"), strict=True):
        if share is not None:
            tip = title(f"{line.name}, {said}: {share:.1%}")
            parts.append(tag("circle", tip, cx=across(share), cy=y, r=5.0, class_=style))
    return tag("g", "".join(parts))
