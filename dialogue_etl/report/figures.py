"""The figures of a page: a panel per language."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pandas as pd

from dialogue_etl.report import charts
from dialogue_etl.report.charts import SMALL, WIDE
from dialogue_etl.report.curves import curve

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dialogue_etl.params import Params
    from dialogue_etl.report.charts import Plane
    from dialogue_etl.report.curves import Curve, Threshold
    from dialogue_etl.report.survey import Survey

    Draw = Callable[[Survey, str], tuple[str, str] | None]

_MOST_WIDE = 3  # languages: the charts of more are small
_LOG_WORTH = 50  # times the lowest bar: a higher one would hide it on a linear scale


@dataclass(frozen=True)
class Panel:
    """The chart of one language.

    Attributes:
        language: its name.
        index: its place in the order of languages, which gives the colour.
        svg: the chart, empty if there is nothing to draw.
        note: a sentence below it.
    """

    language: str
    index: int
    svg: str
    note: str = ""


@dataclass(frozen=True)
class Figure:
    """A figure with a panel per language: its anchor on the page, what it shows, and how to read it."""

    key: str
    title: str
    caption: str
    panels: Sequence[Panel]


def figure(key: str, title: str, caption: str, surveys: Sequence[Survey], draw: Draw) -> Figure:
    """A panel per language.

    Args:
        key: the anchor of the figure.
        title: what it shows.
        caption: how to read it.
        surveys: the languages, in the order of their colours.
        draw: the chart of a language and a sentence below it, given a key that is unique on the page; None
            for no panel.
    """
    panels = [
        Panel(survey.name, index, *drawn)
        for index, survey in enumerate(surveys)
        if (drawn := draw(survey, f"{key}-{survey.tag}"))
    ]
    return Figure(key, title, caption, panels)


def plane(surveys: Sequence[object]) -> Plane:
    """The size of the charts of so many languages."""
    return SMALL if len(surveys) > _MOST_WIDE else WIDE


@dataclass(frozen=True)
class Lengths:
    """How a histogram of lengths is drawn.

    Attributes:
        noun: dialogues or utterances.
        axis: what they are counted by, turns or words; also the name of the table.
        limit: the last bar; greater numbers are counted with it.
        note: more of what they are counted by.
        log: whether heights are logarithmic where they differ much.
        shared: whether all languages have the same axis and scale.
    """

    noun: str
    axis: str
    limit: int
    note: str = ""
    log: bool = True
    shared: bool = True


def lengths(of: Lengths, surveys: Sequence[Survey]) -> Figure:
    """A histogram per language."""
    counts = {survey.tag: survey.histogram(of.axis, of.noun) for survey in surveys}

    def draw(survey: Survey, key: str) -> tuple[str, str]:
        counted = counts[survey.tag]
        if not counted:
            return "", "There are no dialogues in this language."
        beside = [each for each in counts.values() if each] if of.shared else [counted]
        numbers = pd.Series(counted).sort_index()
        mean = float((numbers.index * numbers).sum() / numbers.sum())
        # The middle value, the lower one of two.
        median = numbers.index[int(numbers.cumsum().searchsorted((numbers.sum() + 1) // 2))]
        facts = f"Mean {mean:.2f}, median {median}, longest {max(counted):,} {of.axis}."
        clipped: Counter[int] = Counter()
        for number, count in counted.items():
            clipped[min(number, of.limit)] += count
        every = [min(number, of.limit) for each in beside for number in each]
        svg = charts.histogram(
            key,
            f"{survey.name}: {counted.total():,} {of.noun} by number of {of.axis}",
            clipped,
            axis=of.axis,
            noun=of.noun,
            ends=(min(every), max(every)),
            more=max(counted) > of.limit,
            mean=mean,
            log=of.log and any(max(each.values()) > _LOG_WORTH * min(each.values()) for each in beside),
            about=facts,
            plane=plane(surveys),
        )
        return svg, facts

    caption = f"{of.noun.capitalize()} by their number of {of.axis}{of.note}."
    if any(number > of.limit for counted in counts.values() for number in counted):
        caption += f" The last bar, at {of.limit}, counts all {of.noun} of {of.limit} {of.axis} or more."
    if of.shared and len(surveys) > 1:
        caption += " The horizontal axis is the same for all languages."
    return figure(f"{of.noun.removesuffix('s')}-lengths", f"How long {of.noun} are", caption, surveys, draw)


def thresholds(of: Sequence[Threshold], surveys: Sequence[Survey], params: Params) -> list[Figure]:
    """A figure per threshold: units kept over its values, by the table `scores` of the survey."""

    def draw(threshold: Threshold) -> Callable[[Survey, str], tuple[str, str]]:
        section, _, name = threshold.parameter.partition(".")
        current = float(getattr(getattr(params, section), name))

        def panel(survey: Survey, key: str) -> tuple[str, str]:
            scores = survey.tables["scores"]
            drawn = curve(threshold, scores[scores["parameter"] == threshold.parameter], current)
            return curve_panel(drawn, key, survey.name, plane(surveys))

        return panel

    return [
        figure(f"curve-{index}", each.title, each.parameter, surveys, draw(each))
        for index, each in enumerate(of)
    ]


def curve_panel(of: Curve, key: str, language: str, plane: Plane) -> tuple[str, str]:
    """The chart of a curve and the sentence below it."""
    if not of.total:
        return "", f"No {of.unit} were measured."
    if of.total == of.not_judged:
        return "", f"All {of.total:,} {of.unit} are too short to be judged, and kept."
    note = f"{of.not_judged:,} of the {of.unit} are too short to be judged, and kept."
    name = f"{language}: {of.unit} kept by {of.parameter}"
    about = f"{of.now:,} of {of.total:,} at {of.current:g}, {of.measure}."
    svg = charts.threshold_curve(key, name, of, about=about, plane=plane)
    return svg, note if of.not_judged else ""
