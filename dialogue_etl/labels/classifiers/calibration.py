"""Scores as chances: of the texts that score 0.8, eight of ten are bad, whatever the corpus and the backend.

The sigmoid of Platt (1999, Probabilistic outputs for support vector machines): two numbers, fitted to what a
classifier says of labels that it did not learn from. It moves no text past another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from dialogue_etl.labels.classifiers.classifier import Classifier, Floats
    from dialogue_etl.labels.classifiers.examples import Texts

    Labels = npt.NDArray[np.bool_]

DECIMALS = 6
"""Of scores, and of both numbers: the last digits, where machines differ, are nobody's matter."""
_GROUPS = 10


class Group(NamedTuple):
    """Texts that score alike.

    Attributes:
        said: their mean score.
        bad: the share of them that is labelled bad.
        labels: how many there are.
    """

    said: float
    bad: float
    labels: int


class Calibration(NamedTuple):
    """What makes chances of log-odds."""

    slope: float = 1.0
    offset: float = 0.0

    def chances(self, odds: Floats) -> Floats:
        """The chance that each text is bad, 0 to 1, to six decimals."""
        from scipy.special import expit  # noqa: PLC0415 - loads slowly, and the report needs no scores

        found: Floats = expit(self.slope * odds + self.offset).round(DECIMALS)
        return found


def fit(odds: Floats, bad: Labels, weights: Floats) -> Calibration:
    """The sigmoid of labels of both kinds; a classifier that is worse than chance says the same of all.

    Args:
        odds: what a classifier that did not learn from them says, log-odds.
        bad: the labels.
        weights: how much each counts.
    """
    from scipy.special import logit  # noqa: PLC0415 - likewise
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - takes a second to load

    scale = float(np.abs(odds).max()) or 1.0
    columns = (odds / scale)[:, None]
    sigmoid = LogisticRegression(C=np.inf, tol=1e-8, max_iter=1_000).fit(columns, bad, weights)
    slope = float(sigmoid.coef_[0, 0]) / scale
    if slope <= 0:
        return Calibration(0.0, round(float(logit(np.average(bad, weights=weights))), DECIMALS))
    return Calibration(round(slope, DECIMALS), round(float(sigmoid.intercept_[0]), DECIMALS))


def reliability(scores: Floats, bad: Labels, weights: Floats) -> list[Group]:
    """Ten groups, about equally large, from the lowest scores to the highest: do they say what is so?"""
    order = np.argsort(scores, kind="stable")
    return [
        Group(
            round(float(np.average(scores[part], weights=weights[part])), 4),
            round(float(np.average(bad[part], weights=weights[part])), 4),
            len(part),
        )
        for part in np.array_split(order, min(_GROUPS, len(order)))
    ]


class Calibrated(NamedTuple):
    """A classifier whose scores are chances."""

    classifier: Classifier
    calibration: Calibration

    def scores(self, texts: Sequence[Texts], halves: Sequence[int] | None = None) -> Floats:
        """The chance that each text is bad, 0 to 1, to six decimals.

        Args:
            texts: what is judged.
            halves: which half of the threads each is in; not given: they are of other data.
        """
        return self.calibration.chances(self.classifier.odds(texts, halves))
