"""The drawings of a sweep's page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.report import lines, words
from dialogue_etl.report.lines import Axis, Line, Point
from dialogue_etl.report.sweep_measures import (
    FAULTS,
    LEFT_OUT,
    SHAPE,
    SIZE,
    WORTH,
    Measure,
    known,
    languages,
    of_language,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dialogue_etl.report.sweep import Sweep, Variant

    _Number = Callable[[Variant], float | None]

_GAP = "extract.dialogue_gap"


@dataclass(frozen=True)
class Drawing:
    """A drawing with its title."""

    title: str
    svg: str


@dataclass(frozen=True)
class Group:
    """Drawings that say one thing, with a sentence, and what their lines stand for."""

    title: str
    caption: str
    drawings: Sequence[Drawing]
    legend: Sequence[str] = ()


def groups(sweep: Sweep) -> list[Group]:
    """The drawings there is something to draw in, from size to quality."""
    knob = sweep.knobs[0]
    over = f"Over the values of {knob}."
    gap = (
        " The paper's gap curve: how many dialogues there are and how long they are." if knob == _GAP else ""
    )
    worth = known(WORTH[-2:], sweep.variants) or [SIZE[1], LEFT_OUT[1]]
    second = legend(sweep)
    found = [
        Group("Size and shape", over + gap, _over(sweep, (*SIZE, *SHAPE), "size"), second),
        Group("The same by language", over, *_by_language(sweep)),
        Group("Quality on annotated texts", over + " More is better.", _over(sweep, WORTH, "worth"), second),
        Group("Faults on annotated texts", over + " Less is better.", _over(sweep, FAULTS, "faults"), second),
        Group("Left out by filters", over, _over(sweep, LEFT_OUT, "left-out"), second),
        Group("Size against quality", "A dot for each dataset.", _against(sweep, SIZE[0], worth), second),
    ]
    return [group for group in found if group.drawings]


def legend(sweep: Sweep) -> list[str]:
    """The values of the second knob as the page writes them; none without one."""
    if len(sweep.knobs) < 2:
        return []
    return list(dict.fromkeys(words.setting(variant.values[1]) for variant in sweep.variants))


def _over(sweep: Sweep, measures: Sequence[Measure], key: str) -> list[Drawing]:
    """Measures over the values of the first knob, a line per value of the second one."""
    axis, places = _knob_axis(sweep)
    drawings = []
    for number, measure in enumerate(measures):
        parts = _lines(sweep, lambda variant: places[words.setting(variant.values[0])], measure.of)
        if parts:
            drawings.append(_drawing(f"{key}-{number}", measure, parts, axis))
    return drawings


def _by_language(sweep: Sweep) -> tuple[list[Drawing], list[str]]:
    """Size and length over the values of the knob, a line per language; nothing for two knobs."""
    tags = languages(sweep.variants)
    if len(sweep.knobs) > 1 or len(tags) < 2:
        return [], []
    axis, places = _knob_axis(sweep)
    drawings = []
    for measure, key in zip(SIZE, ("dialogues", "turns_per_dialogue"), strict=True):
        parts = [
            Line(tag, line.points)
            for tag in tags
            for line in _lines(sweep, lambda one: places[words.setting(one.values[0])], of_language(tag, key))
        ]
        drawings.append(_drawing(f"language-{key}", measure, parts, axis))
    return drawings, tags


def _against(sweep: Sweep, size: Measure, worth: Sequence[Measure]) -> list[Drawing]:
    """Measures of quality over the size."""
    sizes = [found for variant in sweep.variants if (found := size.of(variant)) is not None]
    axis = Axis(size.axis, whole=size.whole, log=bool(sizes) and lines.is_wide(sizes))
    drawings = []
    for number, measure in enumerate(worth):
        parts = _lines(sweep, size.of, measure.of)
        if parts:
            drawings.append(_drawing(f"against-{number}", measure, parts, axis, names=True))
    return drawings


def _drawing(
    key: str, measure: Measure, parts: Sequence[Line], axis: Axis, *, names: bool = False
) -> Drawing:
    about = "; ".join(
        f"{line.name} {point.name}: {point.y:,.4g}".strip() for line in parts for point in line.points
    )
    name = f"{measure.name} over {axis.name}"
    up = Axis(measure.axis, share=measure.share, whole=measure.whole)
    return Drawing(
        f"{measure.name}{' ▾' if measure.lower else ''}",
        lines.draw(key, name, parts, x_axis=axis, y_axis=up, names=names, about=about),
    )


def _lines(sweep: Sweep, x: _Number, y: _Number) -> list[Line]:
    """A line per value of the second knob, its points in the order along the first one."""
    points: dict[str, list[tuple[float, Point]]] = {said: [] for said in legend(sweep) or [""]}
    _, places = _knob_axis(sweep)
    for variant in sweep.variants:
        across, up = x(variant), y(variant)
        said = [words.setting(value) for value in variant.values]
        if across is not None and up is not None and variant.tag:
            points["".join(said[1:])].append((places[said[0]], Point(across, up, said[0])))
    found = [
        Line(name, [point for _, point in sorted(some, key=lambda one: one[0])])
        for name, some in points.items()
    ]
    return found if any(line.points for line in found) else []


def _knob_axis(sweep: Sweep) -> tuple[Axis, dict[str, float]]:
    """The axis of the first knob, and where each value lies on it: numbers by size, others in their order."""
    values = [variant.values[0] for variant in sweep.variants]
    said = list(dict.fromkeys(words.setting(value) for value in values))
    numbers = [v for v in values if isinstance(v, int | float) and not isinstance(v, bool)]
    if len(numbers) == len(values):
        places = {words.setting(number): float(number) for number in numbers}
        ticks = sorted((place, text) for text, place in places.items())
        return Axis(sweep.knobs[0], ticks=ticks, log=lines.is_wide(numbers)), places
    places = {text: float(place) for place, text in enumerate(said)}
    return Axis(sweep.knobs[0], ticks=[(place, text) for text, place in places.items()]), places
