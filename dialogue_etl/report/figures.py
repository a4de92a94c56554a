"""The figures of a page: a panel per language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from dialogue_etl.report.charts import SMALL, WIDE, Axis, Chart
from dialogue_etl.report.curves import curve
from dialogue_etl.report.drops import value_of

if TYPE_CHECKING:
    import pandas as pd

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.report.charts import Plane
    from dialogue_etl.report.curves import Threshold
    from dialogue_etl.report.survey import Survey

    Draw = Callable[[Survey], tuple[str, str] | None]

_MOST_WIDE = 3  # languages: the charts of more are small
_LOG_WORTH = 50  # times the lowest bar: a higher one would hide it on a linear scale


@dataclass(frozen=True)
class Panel:
    """The chart of a language, coloured by its index, and a sentence below it."""

    language: str
    index: int
    svg: str
    note: str = ""


@dataclass(frozen=True)
class Figure:
    """A figure with a panel per language: its anchor on the page, title and caption."""

    key: str
    title: str
    caption: str
    panels: Sequence[Panel]


def figure(key: str, title: str, caption: str, surveys: Sequence[Survey], draw: Draw) -> Figure:
    """Make a figure with a panel per language.

    Args:
        key: the anchor of the figure.
        title: what it shows.
        caption: how to read it.
        surveys: the languages, in the order of their colours.
        draw: the chart of a language and a sentence below it; None for no panel.
    """
    drawn = [(index, survey.name, draw(survey)) for index, survey in enumerate(surveys)]
    return Figure(key, title, caption, [Panel(name, index, *each) for index, name, each in drawn if each])


def plane(surveys: Sequence[object]) -> Plane:
    """The size of the charts of so many languages."""
    return SMALL if len(surveys) > _MOST_WIDE else WIDE


@dataclass(frozen=True)
class Lengths:
    """Settings of a histogram of lengths.

    Attributes:
        noun: dialogues or utterances.
        axis: unit of length, turns or words; also the name of the table.
        limit: the last bar, which includes greater lengths.
        note: more about the unit.
        log: whether the scale is logarithmic if heights differ much.
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
    counts = {
        survey.tag: survey.tables[of.axis].set_index(of.axis)[of.noun]
        for survey in surveys
        if len(survey.tables[of.axis])
    }

    def draw(survey: Survey) -> tuple[str, str]:
        if survey.tag not in counts:
            return "", "There are no dialogues in this language."
        return _histogram(of, survey, counts, plane(surveys))

    caption = f"{of.noun.capitalize()} by their number of {of.axis}{of.note}."
    if any(own.index.max() > of.limit for own in counts.values()):
        caption += f" The last bar, at {of.limit}, counts all {of.noun} of {of.limit} {of.axis} or more."
    if of.shared and len(surveys) > 1:
        caption += " The horizontal axis is the same for all languages."
    return figure(f"{of.noun.removesuffix('s')}-lengths", f"How long {of.noun} are", caption, surveys, draw)


def _histogram(
    of: Lengths, survey: Survey, counts: Mapping[str, pd.Series[int]], plane: Plane
) -> tuple[str, str]:
    own = counts[survey.tag]
    beside = list(counts.values()) if of.shared else [own]
    total, longest = int(own.sum()), int(own.index.max())
    mean = float((own.index * own).sum() / total)
    # The median, the lower one of two middle values.
    median = own.index[int(own.cumsum().searchsorted((total + 1) // 2))]
    facts = f"Mean {mean:.2f}, median {median}, longest {longest:,} {of.axis}."
    bars = own.groupby(own.index.where(own.index < of.limit, of.limit)).sum()
    log = of.log and any(each.max() > _LOG_WORTH * each.min() for each in beside)
    first = min(of.limit, *(each.index.min() for each in beside))
    last = min(of.limit, max(each.index.max() for each in beside))
    chart = Chart(
        f"{survey.name}: {total:,} {of.noun} by number of {of.axis}",
        Axis(of.axis, first - 0.5, last + 0.5, whole=True),
        Axis(of.noun, 0.7 if log else 0, bars.max() * (1.4 if log else 1.05), log=log, whole=True),
        plane,
    )
    for length, count in zip(bars.index.tolist(), bars.tolist(), strict=True):
        more = " or more" if length == of.limit < longest else ""
        chart.bar(length, count, f"{length}{more} {of.axis}: {count:,} {of.noun}")
    chart.mark(mean, f"mean {mean:.2f}")
    return chart.svg(facts), facts


def thresholds(of: Sequence[Threshold], surveys: Sequence[Survey], params: Params) -> list[Figure]:
    """A figure per threshold: units kept over its values, from the table `scores` of the survey."""

    def draw(threshold: Threshold, survey: Survey) -> tuple[str, str]:
        scores = survey.tables["scores"]
        own = scores[scores["parameter"] == threshold.parameter]
        current = float(str(value_of(params, threshold.parameter)))
        return curve(threshold, own, current).panel(survey.name, plane(surveys))

    return [
        figure(f"curve-{index}", each.title, each.parameter, surveys, partial(draw, each))
        for index, each in enumerate(of)
    ]
