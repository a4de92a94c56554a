"""How much would be kept at other thresholds: read off the stored scores, without running a filter."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd

_POINTS = 100


@dataclass(frozen=True, kw_only=True)
class Threshold:
    """A filter that holds a score against a parameter.

    Attributes:
        parameter: its key, such as `extract.min_delimiters`.
        unit: what is kept, in the plural: books or dialogues.
        title: what the filter leaves out.
        measure: what the score is, with its unit.
        at_most: whether greater scores are left out, not smaller ones.
        off: the value that turns the filter off.
        reach: the axis goes so far at least.
        quantile: of the scores; the axis goes so far, too.
        bins: scores from 0 to 1 are counted in so many bins; 0 if each one is kept.
    """

    parameter: str
    unit: str
    title: str
    measure: str
    at_most: bool
    off: float
    reach: float
    quantile: float = 1.0
    bins: int = 0


@dataclass(frozen=True)
class Curve:
    """Units kept as a function of a threshold.

    Attributes:
        parameter: its key.
        unit: what is kept, in the plural.
        measure: what the threshold is held against, with its unit.
        current: the threshold in use.
        is_off: whether the current value turns the filter off.
        thresholds: ascending, in the unit of the parameter.
        kept: units kept at each of them.
        now: units kept at the current one.
        total: units in all.
        not_judged: of these, units the filter lets through unseen.
    """

    parameter: str
    unit: str
    measure: str
    current: float
    is_off: bool
    thresholds: tuple[float, ...]
    kept: tuple[int, ...]
    now: int
    total: int
    not_judged: int = 0


def curve(of: Threshold, scores: pd.DataFrame, current: float) -> Curve:
    """Units kept over the values of a threshold.

    Args:
        of: the filter.
        scores: columns `value` and `number` of units with it; without a value they are kept at any threshold.
        current: the threshold in use.
    """
    judged = scores.dropna(subset="value").sort_values("value")
    values = judged["value"].to_numpy(float)
    counted = np.concatenate([[0], judged["number"].cumsum().to_numpy(int)])
    not_judged = int(scores["number"].sum() - counted[-1])
    total, is_off = int(not_judged + counted[-1]), current == of.off
    thresholds = _thresholds(of, values, counted, current, is_off=is_off)
    below = counted[np.searchsorted(values, thresholds, side="right" if of.at_most else "left")]
    kept = not_judged + (below if of.at_most else counted[-1] - below)
    return Curve(
        parameter=of.parameter,
        unit=of.unit,
        measure=of.measure,
        current=current,
        is_off=is_off,
        thresholds=tuple(thresholds),
        kept=tuple(kept.tolist()),
        now=total if is_off else int(kept[thresholds.index(current)]),
        total=total,
        not_judged=not_judged,
    )


def _thresholds(
    of: Threshold,
    values: npt.NDArray[np.float64],
    counted: npt.NDArray[np.int64],
    current: float,
    *,
    is_off: bool,
) -> list[float]:
    """Evenly spaced thresholds, the current one among them."""
    last = np.searchsorted(counted[1:], int(of.quantile * (counted[-1] - 1)), side="right")
    top = max(of.reach, current if is_off else 2 * current, *values[last : last + 1].tolist())
    if of.bins:
        grid = {step / of.bins for step in range(math.ceil(top * of.bins) + 1)}
    else:
        grid = {top * step / _POINTS for step in range(_POINTS + 1)}
    # Where 0 turns the filter off it is no threshold: there the curve begins at the first point above it.
    return sorted(point for point in grid | {current} if point > 0 or not (of.at_most and of.off == 0))


def edges(of: Threshold, current: float) -> list[float]:
    """The thresholds between which scores from 0 to 1 are counted, if there are too many to keep each one."""
    return sorted({step / of.bins for step in range(of.bins + 1)} | {current})
