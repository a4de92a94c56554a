"""What people say together: shares with intervals, and their agreement."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

_CONFIDENCE = 0.95


@dataclass(frozen=True)
class Share:
    """So many of so many, with the interval that 95 of 100 such samples' true shares lie in."""

    count: int
    of: int
    share: float
    low: float
    high: float


def share(count: int, of: int) -> Share:
    """A share with its Wilson interval at 95 %, which holds for few units and shares near 0 too.

    (Wilson 1927; recommended over the usual one by Brown, Cai & DasGupta 2001.) Units are taken for
    independent: pairs of one dialogue are not quite.

    Args:
        count: units that have it.
        of: units judged, at least one.
    """
    from scipy.stats import binomtest  # noqa: PLC0415 - slow to import, and not every report needs it

    interval = binomtest(count, of).proportion_ci(_CONFIDENCE, method="wilson")
    return Share(count, of, count / of, float(interval.low), float(interval.high))


def fleiss_kappa(ratings: Iterable[Sequence[str]]) -> float | None:
    """Agreement beyond that by chance over open categories: whatever was said is one (Fleiss 1971).

    Items with fewer than two answers say nothing. Where items have unequally many, the agreement of each is
    over its own pairs, which is Fleiss' where they have equally many.

    Args:
        ratings: the labels of each item.

    Returns:
        At most 1; None where nothing can be said: no item with two answers, or only one category.
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
