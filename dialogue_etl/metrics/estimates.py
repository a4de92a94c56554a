"""Means with confidence intervals, and tests whether two systems differ: t-distribution and bootstrap.

Values come in batches. For the bootstrap (Efron & Tibshirani 1993; Koehn 2004 for two systems) they are
summed in `BLOCKS` groups, response n in group n modulo `BLOCKS`, and groups are resampled. With at most
`BLOCKS` responses a group is a response; with more, memory stays bounded.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from dialogue_etl.metrics.vectors import Matrix

BLOCKS = 10_000
_LEVEL = 95  # per cent of resamples within an interval


class Tally:
    """Running totals of a metric's values: their moments, and their sums by group.

    Attributes:
        number: of values.
        mean: of them.
        sums, weights: by group.
    """

    def __init__(self) -> None:
        self.number, self.mean, self._squares = 0, 0.0, 0.0
        self.sums, self.weights = np.zeros(BLOCKS), np.zeros(BLOCKS)

    def add(self, values: Matrix, start: int, weights: Matrix | None = None) -> None:
        """Add values; NaN are ignored.

        Args:
            values: of consecutive responses.
            start: number of the first of them.
            weights: denominators: the estimate is the sum of values divided by the sum of weights.
        """
        some = np.flatnonzero(~np.isnan(values))
        if not len(some):
            return
        values, groups = values[some], (some + start) % BLOCKS
        self.sums += np.bincount(groups, values, BLOCKS)
        self.weights += np.bincount(groups, None if weights is None else weights[some], BLOCKS)
        # Chan, Golub & LeVeque 1979: combined moments.
        mean, total = float(values.mean()), self.number + len(values)
        apart = mean - self.mean
        self._squares += float(((values - mean) ** 2).sum())
        self._squares += apart**2 * self.number * len(values) / total
        self.mean += apart * len(values) / total
        self.number = total

    def minus(self, other: Tally) -> Tally:
        """The difference of the sums, over the same weights, for its `ratio` and resamples."""
        made = Tally()
        made.sums, made.weights = self.sums - other.sums, self.weights
        return made

    @property
    def deviation(self) -> float:
        """Standard deviation of the population, as in dialog-eval."""
        return math.sqrt(self._squares / self.number) if self.number else 0.0

    @property
    def ratio(self) -> float:
        """The sum of values divided by the sum of weights."""
        return float(self.sums.sum() / (self.weights.sum() or math.nan))

    def half_interval(self, t: float) -> float:
        """Half the confidence interval: t standard errors."""
        return t * self.deviation / math.sqrt(self.number) if self.number else 0.0


class Interval(NamedTuple):
    """Between these are 95 % of resamples."""

    low: float
    high: float


def resampled(tallies: Mapping[str, Tally], lines: int, *, number: int, seed: int) -> dict[str, Matrix]:
    """The ratio of each tally in each resample, with the same resamples for all.

    Args:
        tallies: by name.
        lines: number of responses.
        number: of resamples.
        seed: of the resampling.
    """
    groups = min(lines, BLOCKS)
    if not groups or not tallies:
        return {}
    table = np.stack([part[:groups] for one in tallies.values() for part in (one.sums, one.weights)], axis=1)
    random = np.random.default_rng(seed)
    drawn = np.empty((number, table.shape[1]))
    for row in drawn:
        row[:] = np.bincount(random.integers(groups, size=groups), minlength=groups) @ table
    with np.errstate(invalid="ignore", divide="ignore"):
        ratios = drawn[:, ::2] / drawn[:, 1::2]
    return dict(zip(tallies, ratios.T, strict=True))


def interval(ratios: Matrix) -> Interval | None:
    """The percentile interval; None without resamples."""
    found = ratios[~np.isnan(ratios)]
    return (
        Interval(*np.percentile(found, [50 - _LEVEL / 2, 50 + _LEVEL / 2]).tolist()) if len(found) else None
    )


class Difference(NamedTuple):
    """How two systems differ in a metric, over the responses that both have a value for.

    Attributes:
        difference: mean of the second minus mean of the first.
        t: of the paired t-test (Student 1908).
        p_t: its two-sided p-value.
        p_bootstrap: two-sided p-value of the bootstrap; None without resamples.
        apart: whether the confidence intervals don't overlap, the papers' criterion of significance.
    """

    difference: float
    t: float
    p_t: float
    p_bootstrap: float | None
    apart: bool


def difference(of: Tally, ratios: Matrix | None, *, apart: bool) -> Difference | None:
    """Test paired differences; None with fewer than two.

    Args:
        of: the differences.
        ratios: their means in resamples.
        apart: whether the intervals of both don't overlap.
    """
    if of.number < 2:
        return None
    error = of.deviation / math.sqrt(of.number - 1)
    t = of.mean / error if error else math.copysign(math.inf, of.mean) if of.mean else 0.0
    return Difference(of.mean, t, _two_sided(t, of.number - 1), _by_draws(ratios), apart)


def _two_sided(t: float, freedom: int) -> float:
    from scipy.special import stdtr  # noqa: PLC0415 - a third of a second: only where systems are compared

    return float(2 * stdtr(freedom, -abs(t)))


def _by_draws(ratios: Matrix | None) -> float | None:
    if ratios is None or not len(found := ratios[~np.isnan(ratios)]):
        return None
    sides: Sequence[float] = (float((found <= 0).mean()), float((found >= 0).mean()))
    return min(1.0, 2 * max(min(sides), 1 / (len(found) + 1)))
