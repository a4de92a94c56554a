"""The page of a sweep: size against quality of datasets that differ in one parameter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dialogue_etl.report import charts, formatting, templates
from dialogue_etl.report.charts import Axis, Chart
from dialogue_etl.report.scores import ESTIMATES
from dialogue_etl.report.scores import MEASURES as ON_GOLD

_TEMPLATE = Path(__file__).parent / "sweep.html"
_REMOVED, _MOST_REMOVED = " removed by ", 8
_SIZES = ("dialogues", "turns_per_dialogue", "utterances", "words_per_utterance")
_ON_GOLD = (
    *("characters_f1", "non_conversational", "wrong_pairs", "boundaries_f1"),
    *("clean_dialogues", "dialogues_split", "dialogues_merged"),
)
QUALITY = [*ESTIMATES, *(one for one in ON_GOLD if one.key in _ON_GOLD)]
_SCORES = [one.key for one in QUALITY]
MEASURES = {key: key.replace("_", " ").capitalize() for key in _SIZES} | {
    one.key: f"{one.name} ▾" if one.lower else one.name for one in QUALITY
}
"""Figures of a whole dataset by their key in the metrics; lower is better for those marked ▾."""


@dataclass(frozen=True)
class Variant:
    """One dataset of the sweep, with the URLs of its report and its run.

    Attributes:
        name: of the variant.
        value: of the parameter; without one a label: what differs from the other versions.
        state: of its run.
        run: URL of its run.
        tag: of the version; empty if the run made none.
        report: URL of its report.
        figures: those of `MEASURES` that exist; scores are shares.
    """

    name: str
    value: Any
    state: str
    run: str
    tag: str
    report: str
    figures: Mapping[str, float]


def figures_of(metrics: Mapping[str, Any], source: str) -> dict[str, float]:
    """The figures of a version: those of its report, and the scores on annotated texts if there are any.

    The share that a filter removed has the filter's stage, unit and name as its key.

    Args:
        metrics: its metrics files, by path.
        source: the name of the source.
    """
    total = metrics.get(f"metrics/{source}/report.json", {}).get("total", {})
    removed = {
        f"{stage}: {unit} removed by {reason}": one["share"]
        for stage, units in total.get("removed", {}).items()
        for unit, reasons in units.items()
        for reason, one in reasons.items()
    }
    found = {**total, **metrics.get(f"metrics/{source}/evaluate.json", {}).get("all", {}), **removed}
    return {key: value for key, value in found.items() if value is not None}  # means of an empty dataset


def named_figures(metrics: Mapping[str, Any], source: str) -> dict[str, float]:
    """As `figures_of`, those of `MEASURES` by their names there; shares in per cent."""
    found = figures_of(metrics, source)
    shares = {f"{MEASURES[key]} (%)": round(100 * found[key], 2) for key in _SCORES if key in found}
    return {MEASURES[key]: found[key] for key in _SIZES if key in found} | shares


def render(title: str, parameter: str, variants: Sequence[Variant], run: str) -> str:
    """The page as HTML: the same input gives the same bytes.

    Args:
        title: of the sweep.
        parameter: its key in params.yaml; empty if the datasets differ in several: then quality is drawn
            against size, a point for each, and nothing over a parameter.
        variants: in the order of the values given.
        run: URL of the sweep's own run.
    """
    drawn = [variant for variant in variants if variant.tag]
    known = [key for key in MEASURES if any(key in variant.figures for variant in drawn)]
    drawings = []
    if drawn:
        sizes = [variant.figures.get("dialogues", 0) for variant in drawn]
        log = charts.is_wide(sizes)
        size = Axis("dialogues", *charts.ends(sizes, log=log), whole=True, log=log)
        if parameter:
            over = _axis(parameter, [variant.value for variant in drawn])
            places = {name: place for place, name in over.ticks}
            at = [places[_name(variant)] for variant in drawn]
            drawings = [(MEASURES[key], _chart(key, over, drawn, at)) for key in known]
        scores = [key for key in known if key in _SCORES and (parameter or _differs(key, drawn))]
        drawings += [(f"{MEASURES[key]} against size", _chart(key, size, drawn, sizes)) for key in scores]
        across = (over, drawn, at) if parameter else (size, drawn, sizes)
        drawings += [(_title(key), _chart(key, *across)) for key in _removed(drawn)]
    return templates.render(
        _TEMPLATE,
        title=title,
        parameter=parameter,
        run=run,
        drawn=drawn,
        missing=[variant for variant in variants if not variant.tag],
        measures={key: MEASURES[key] for key in known},
        scores=_SCORES,
        charts=drawings,
    )


def _differs(key: str, variants: Sequence[Variant]) -> bool:
    """Whether a figure says something about several versions: else the table has it."""
    return len(variants) == 1 or len({variant.figures.get(key) for variant in variants}) > 1


def _removed(variants: Sequence[Variant]) -> list[str]:
    """The filters that remove the most different shares, those with the widest range first."""
    ranges: dict[str, float] = {}
    for key in {key for variant in variants for key in variant.figures if _REMOVED in key}:
        shares = [variant.figures.get(key, 0) for variant in variants]
        ranges[key] = max(shares) - min(shares)
    return sorted((key for key in ranges if ranges[key]), key=lambda key: (-ranges[key], key))[:_MOST_REMOVED]


def _title(key: str) -> str:
    """Such as `Dialogues removed by min_turns (extract)`."""
    stage, _, what = key.partition(": ")
    return f"{what.capitalize()} ({stage})"


def _name(variant: Variant) -> str:
    return formatting.setting(variant.value)


def _axis(parameter: str, values: Sequence[Any]) -> Axis:
    """The axis positions of a parameter's values: numbers by size, others in their order."""
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
    """A measure over an axis, with the variants at `x`."""
    removed = _REMOVED in key  # a filter that removes nothing has no figure
    name = "Share removed" if removed else MEASURES[key]
    points = sorted(
        (place, variant.figures.get(key, 0), _name(variant))
        for variant, place in zip(variants, x, strict=True)
        if removed or key in variant.figures
    )
    low, high = charts.heights([height for _, height, _ in points])
    up = Axis(name.lower(), low, high, share=removed or key in _SCORES)
    chart = Chart(f"{name} over {axis.name}", axis, up, margin=12)
    if axis.ticks:
        chart.line([point[:2] for point in points], "line c0")
    for place, height, named in points:
        at = "" if axis.ticks else f"{axis.text(place)} {axis.name}, "
        chart.dot(place, height, f"{named}: {at}{up.text(height)} {up.name}", "mark c0")
        if not axis.ticks:
            chart.name(place, height, named)
    return chart.svg("; ".join(f"{named}: {height:,.4g}" for _, height, named in points))
