"""The page of a sweep: size against quality of datasets that differ in one parameter, or in two."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl.report import charts, formatting, scores, templates
from dialogue_etl.report.charts import Axis, Line, Point

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_TEMPLATE = Path(__file__).parent / "sweep.html"
_SIZES = ("dialogues", "turns_per_dialogue", "utterances", "words_per_utterance")
_SCORES = ("characters_f1", "boundaries_f1", "clean_dialogues", "dialogues_split", "dialogues_merged")
MEASURES = {key: key.replace("_", " ").capitalize() for key in _SIZES} | {
    one.key: f"{one.name} ▾" if one.lower else one.name for one in scores.MEASURES if one.key in _SCORES
}
"""Figures of a whole dataset by their key in the metrics; less is better of what is marked ▾."""


@dataclass(frozen=True)
class Variant:
    """One dataset of the sweep, with addresses of its report and its run.

    Attributes:
        name: of the variant.
        values: of the parameters, in their order.
        state: of its run.
        run: address of its run.
        tag: of the version; empty if none came of the run.
        report: address of its report.
        figures: what there is of `MEASURES`; scores are shares.
    """

    name: str
    values: tuple[Any, ...]
    state: str
    run: str
    tag: str
    report: str
    figures: Mapping[str, float]


def render(title: str, parameters: Sequence[str], variants: Sequence[Variant], run: str) -> str:
    """The page as HTML: the same input gives the same bytes.

    Args:
        title: of the sweep.
        parameters: one key of params.yaml or two.
        variants: in the order of the values given.
        run: address of the sweep's own run.
    """
    drawn = [variant for variant in variants if variant.tag]
    known = [key for key in MEASURES if any(key in variant.figures for variant in drawn)]
    over = _axis(parameters[0], [variant.values[0] for variant in drawn])
    places = {name: place for place, name in over.ticks}
    sizes = [variant.figures.get("dialogues", 0) for variant in drawn]
    size = Axis("dialogues", whole=True, log=charts.is_wide(sizes))
    drawings = [(MEASURES[k], _chart(k, over, drawn, [places[_name(v)] for v in drawn])) for k in known]
    drawings += [
        (f"{MEASURES[k]} against size", _chart(k, size, drawn, sizes)) for k in known if k in _SCORES
    ]
    return templates.render(
        _TEMPLATE,
        title=title,
        parameters=parameters,
        run=run,
        drawn=drawn,
        missing=[variant for variant in variants if not variant.tag],
        measures={key: MEASURES[key] for key in known},
        scores=_SCORES,
        charts=drawings,
        legend=list(dict.fromkeys(map(_line_of, drawn))) if len(parameters) > 1 else [],
    )


def _name(variant: Variant) -> str:
    return formatting.setting(variant.values[0])


def _line_of(variant: Variant) -> str:
    """The value of the second parameter: a line of the charts each."""
    return "".join(map(formatting.setting, variant.values[1:]))


def _axis(parameter: str, values: Sequence[Any]) -> Axis:
    """Where the values of a parameter lie: numbers by size, others in their order."""
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        ticks = [(float(value), formatting.setting(value)) for value in sorted(set(values))]
        return Axis(parameter, ticks=ticks, log=charts.is_wide(values))
    names = dict.fromkeys(map(formatting.setting, values))
    return Axis(parameter, ticks=[(float(place), name) for place, name in enumerate(names)])


def _chart(key: str, axis: Axis, variants: Sequence[Variant], x: Sequence[float]) -> str:
    """A measure over an axis, on which the variants lie at `x`."""
    points: dict[str, list[Point]] = {}
    for variant, place in zip(variants, x, strict=True):
        if key in variant.figures:
            point = Point(place, variant.figures[key], _name(variant))
            points.setdefault(_line_of(variant), []).append(point)
    parts = [Line(name, sorted(some, key=lambda point: point.x)) for name, some in points.items()]
    return charts.lines(
        f"{key}-{axis.name}",
        f"{MEASURES[key]} over {axis.name}",
        parts,
        x_axis=axis,
        y_axis=Axis(MEASURES[key].lower(), share=key in _SCORES),
        names=not axis.ticks,
        about="; ".join(f"{line.name} {one.name}: {one.y:,.4g}" for line in parts for one in line.points),
    )
