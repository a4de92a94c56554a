"""Shares with confidence intervals, and agreement between annotators."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

_CONFIDENCE = 0.95


@dataclass(frozen=True)
class Share:
    """A count, its total, and the share with its 95 % confidence interval."""

    count: int
    of: int
    share: float
    low: float
    high: float


def share(count: int, of: int) -> Share:
    """A share with its 95 % Wilson interval, which is also valid for few units and shares near 0.

    (Wilson 1927; recommended over the usual one by Brown, Cai & DasGupta 2001.) It assumes independent units,
    which pairs of one dialogue are not quite.

    Args:
        count: units that have it.
        of: units judged, at least one.
    """
    from scipy.stats import binomtest  # noqa: PLC0415 - slow to import, and not every report needs it

    interval = binomtest(count, of).proportion_ci(_CONFIDENCE, method="wilson")
    return Share(count, of, count / of, float(interval.low), float(interval.high))


def fleiss_kappa(ratings: Iterable[Sequence[str]]) -> float | None:
    """Fleiss' kappa (1971), agreement beyond chance, with every label that occurs as a category.

    Items with fewer than two labels are ignored. Each item's agreement is over its own pairs of labels, which
    is Fleiss' definition if all items have equally many.

    Args:
        ratings: the labels of each item.

    Returns:
        At most 1; None if undefined: no item with two labels, or only one category.
    """
    counts = [Counter(labels) for labels in ratings if len(labels) > 1]
    places = {label: place for place, label in enumerate(sorted({label for one in counts for label in one}))}
    if len(places) < 2:
        return None
    table = np.zeros((len(counts), len(places)))
    for row, one in enumerate(counts):
        table[row, [places[label] for label in one]] = list(one.values())
    raters = table.sum(axis=1)
    observed = float(np.mean(((table**2).sum(axis=1) - raters) / (raters * (raters - 1))))
    chance = float(((table.sum(axis=0) / table.sum()) ** 2).sum())
    return (observed - chance) / (1 - chance)
