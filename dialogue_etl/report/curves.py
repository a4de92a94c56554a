"""How much other thresholds would keep, computed from the stored scores without running a filter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.report.charts import WIDE, Axis, Chart, ends

if TYPE_CHECKING:
    import pandas as pd

    from dialogue_etl.report.charts import Plane

_POINTS = 100


@dataclass(frozen=True)
class Threshold:
    """A filter that compares a score with a parameter.

    Attributes:
        parameter: its key, such as `extract.min_delimiters`.
        unit: what is kept, in the plural: books or dialogues.
        title: what the filter drops.
        measure: what the score is, with its unit.
        at_most: whether greater scores are dropped, not smaller ones.
        off: the value that turns the filter off.
        reach: minimum end of the axis.
        quantile: of the scores, which the axis includes too.
    """

    parameter: str
    unit: str
    title: str
    measure: str
    at_most: bool = True
    off: float = 0
    reach: float = 1.0
    quantile: float = 1.0


@dataclass(frozen=True)
class Curve:
    """Units kept as a function of a threshold, of `total` ones.

    Attributes:
        parameter, unit, measure: as in `Threshold`.
        current: the threshold in use; `is_off` if that turns the filter off.
        thresholds: ascending, in the unit of the parameter.
        kept: units kept at each of them; `now` at the current one.
        not_judged: units without a score, which the filter always keeps.
    """

    parameter: str
    unit: str
    measure: str
    current: float
    is_off: bool
    thresholds: Sequence[float]
    kept: Sequence[int]
    now: int
    total: int
    not_judged: int = 0

    def panel(self, language: str, plane: Plane = WIDE) -> tuple[str, str]:
        """The chart of a language, with the current threshold marked, and the sentence below it."""
        if not self.total:
            return "", f"No {self.unit} were measured."
        if self.total == self.not_judged:
            return "", f"All {self.total:,} {self.unit} are too short to be judged, and kept."
        # If few units are lost in all, the axis need not begin at 0, or the curve would be flat.
        least = min(self.kept)
        flat = 0.8 * self.total <= least < self.total
        base = max(0.0, least - 0.2 * (self.total - least)) if flat else 0.0
        top = self.total + 0.05 * max(self.total - base, 1)
        chart = Chart(
            f"{language}: {self.unit} kept by {self.parameter}",
            Axis(self.measure, *ends(self.thresholds)),
            Axis(f"{self.unit} kept", base, top, whole=True),
            plane,
        )
        points = list(zip(self.thresholds, self.kept, strict=True))
        chart.area(points)
        chart.line(points)
        if self.is_off:
            chart.note(f"off: {self.now:,} kept")
        else:
            said = f"now {self.current:g}: {self.now:,} of {self.total:,}"
            chart.mark(self.current, said)
            chart.dot(self.current, self.now, said, "now", 4.5)
        note = f"{self.not_judged:,} of the {self.unit} are too short to be judged, and kept."
        about = f"{self.now:,} of {self.total:,} at {self.current:g}, {self.measure}."
        return chart.svg(about), note if self.not_judged else ""


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
    total, is_off = int(scores["number"].sum()), current == of.off
    not_judged = total - int(counted[-1])
    last = np.searchsorted(counted[1:], int(of.quantile * (counted[-1] - 1)), side="right")
    top = max(of.reach, current if is_off else 2 * current, *values[last : last + 1].tolist())
    # If 0 turns the filter off, it is not a threshold: the curve begins at the first point above it.
    grid = {top * step / _POINTS for step in range(of.at_most and not of.off, _POINTS + 1)}
    thresholds = sorted(grid if is_off and of.at_most and not of.off else grid | {current})
    below = counted[np.searchsorted(values, thresholds, side="right" if of.at_most else "left")]
    kept = (not_judged + (below if of.at_most else counted[-1] - below)).tolist()
    return Curve(
        parameter=of.parameter,
        unit=of.unit,
        measure=f"{of.measure}, at {'most' if of.at_most else 'least'}",
        current=current,
        is_off=is_off,
        thresholds=thresholds,
        kept=kept,
        now=total if is_off else kept[thresholds.index(current)],
        total=total,
        not_judged=not_judged,
    )
