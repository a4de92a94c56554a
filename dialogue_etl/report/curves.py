"""How much would be kept at other thresholds: read off the stored scores, without running a filter."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_POINTS = 100


@dataclass(frozen=True)
class Curve:
    """Units kept as a function of a threshold.

    Attributes:
        knob: the parameter, such as `extract.min_delimiters`.
        unit: what is kept: books or dialogues.
        measure: what the threshold is held against, with its unit.
        current: the threshold in use.
        is_off: whether the current value turns the filter off.
        thresholds: ascending, in the unit of the knob.
        kept: units kept at each of them.
        now: units kept at the current one.
        total: units in all.
        not_judged: of these, units the filter lets through unseen.
    """

    knob: str
    unit: str
    measure: str
    current: float
    is_off: bool
    thresholds: tuple[float, ...]
    kept: tuple[int, ...]
    now: int
    total: int
    not_judged: int = 0


def grid(top: float, current: float) -> list[float]:
    """Thresholds from 0 to `top`, evenly spaced, with the current one among them."""
    return sorted({top * step / _POINTS for step in range(_POINTS + 1)} | {current})


def min_delimiters(densities: Iterable[float], current: float) -> Curve:
    """Books kept if they had to have at least so many speech marks per 10,000 words."""
    values = sorted(densities)
    high = values[int(0.95 * (len(values) - 1))] if values else 0.0
    thresholds = grid(max(2 * current, high, 100.0), current)
    kept = [len(values) - bisect_left(values, threshold) for threshold in thresholds]
    now = len(values) - bisect_left(values, current)
    measure = "speech marks per 10,000 words, at least"
    return Curve(
        "extract.min_delimiters",
        "books",
        measure,
        current,
        not current,
        tuple(thresholds),
        tuple(kept),
        now,
        len(values),
    )


def max_kl_divergence(divergences: Iterable[float], current: float, not_judged: int) -> Curve:
    """Books kept if their word distribution could diverge at most so much from that of all books.

    Args:
        divergences: of the books that are judged, in nats.
        current: the threshold in use; 0 turns it off.
        not_judged: books too short to be judged, all kept.
    """
    values = sorted(divergences)
    # A threshold of 0 is no threshold: the curve begins at the first grid point above it.
    thresholds = [t for t in grid(max(2 * current, 1.0, *values[-1:]), current) if t > 0]
    kept = [not_judged + bisect_right(values, threshold) for threshold in thresholds]
    total = not_judged + len(values)
    now = not_judged + bisect_right(values, current) if current else total
    measure = "KL divergence in nats, at most"
    knob = "prefilter.max_kl_divergence"
    return Curve(
        knob, "books", measure, current, not current, tuple(thresholds), tuple(kept), now, total, not_judged
    )


class RareShares:
    """Counts shares of rare words between thresholds: dialogues are too many to keep a number of each."""

    def __init__(self, current: float) -> None:
        self._current = current
        self._thresholds: Sequence[float] = sorted({step / 200 for step in range(201)} | {current})
        self._bins: Counter[int] = Counter()

    def add(self, share: float) -> None:
        """Count a dialogue."""
        self._bins[bisect_left(self._thresholds, share)] += 1

    def curve(self) -> Curve:
        """Dialogues kept if at most such a share of their words could be rare."""
        kept = list(accumulate(self._bins[i] for i in range(len(self._thresholds))))
        total = self._bins.total()
        # Where the curve is flat there is nothing to see.
        full = self._thresholds[bisect_left(kept, total)]
        end = bisect_right(self._thresholds, max(full, 2 * self._current, 0.1))
        now = kept[bisect_left(self._thresholds, self._current)]
        return Curve(
            "postfilter.max_rare_share",
            "dialogues",
            "share of rare words, at most",
            self._current,
            self._current >= 1,
            tuple(self._thresholds[:end]),
            tuple(kept[:end]),
            now,
            total,
        )
