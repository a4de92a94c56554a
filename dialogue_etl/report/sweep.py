"""The page of a sweep: size against quality of datasets that differ in one parameter, or in two."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl.report import charts, formatting, templates
from dialogue_etl.report.charts import Axis, Chart
from dialogue_etl.report.scores import MEASURES as QUALITY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_TEMPLATE = Path(__file__).parent / "sweep.html"
_SIZES = ("dialogues", "turns_per_dialogue", "utterances", "words_per_utterance")
_SCORES = ("characters_f1", "boundaries_f1", "clean_dialogues", "dialogues_split", "dialogues_merged")
MEASURES = {key: key.replace("_", " ").capitalize() for key in _SIZES} | {
    one.key: f"{one.name} ▾" if one.lower else one.name for one in QUALITY if one.key in _SCORES
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
    drawings = []
    if drawn:
        over = _axis(parameters[0], [variant.values[0] for variant in drawn])
        places = {name: place for place, name in over.ticks}
        at = [places[_name(variant)] for variant in drawn]
        sizes = [variant.figures.get("dialogues", 0) for variant in drawn]
        log = charts.is_wide(sizes)
        size = Axis("dialogues", *charts.ends(sizes, log=log), whole=True, log=log)
        drawings = [(MEASURES[key], _chart(key, over, drawn, at)) for key in known]
        scores = [key for key in known if key in _SCORES]
        drawings += [(f"{MEASURES[key]} against size", _chart(key, size, drawn, sizes)) for key in scores]
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
    else:
        ticks = [
            (float(place), name) for place, name in enumerate(dict.fromkeys(map(formatting.setting, values)))
        ]
    places = [place for place, _ in ticks]
    log = charts.is_wide(places)
    return Axis(parameter, *charts.ends(places, log=log), ticks=ticks, log=log)


def _chart(key: str, axis: Axis, variants: Sequence[Variant], x: Sequence[float]) -> str:
    """A measure over an axis, on which the variants lie at `x`."""
    name = MEASURES[key]
    lines: dict[str, list[tuple[float, float, str]]] = {}
    for variant, place in zip(variants, x, strict=True):
        if key in variant.figures:
            lines.setdefault(_line_of(variant), []).append((place, variant.figures[key], _name(variant)))
    low, high = charts.heights([height for points in lines.values() for _, height, _ in points])
    up = Axis(name.lower(), low, high, share=key in _SCORES)
    chart = Chart(f"{name} over {axis.name}", axis, up, margin=12)
    for number, (line, unsorted) in enumerate(lines.items()):
        points = sorted(unsorted)
        chart.line([point[:2] for point in points], f"line c{number % 8}")
        for place, height, named in points:
            of = f"{line}, " if line else ""
            at = "" if axis.ticks else f"{axis.text(place)} {axis.name}, "
            said = f"{of}{named}: {at}{up.text(height)} {up.name}"
            chart.dot(place, height, said, f"mark c{number % 8}")
        # Of several lines only the ends are named.
        ends = points if len(lines) == 1 else [points[0], points[-1]]
        for place, height, named in [] if axis.ticks else ends:
            chart.name(place, height, named)
    told = [f"{line} {named}: {height:,.4g}" for line, points in lines.items() for _, height, named in points]
    return chart.svg("; ".join(told))
