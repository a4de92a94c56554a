"""Scores calibrated as probabilities: of texts with score 0.8, eight in ten are bad, whatever the corpus.

Platt scaling (1999, Probabilistic outputs for support vector machines): a sigmoid with two parameters, fitted
to a classifier's scores of labels that it was not trained on. It keeps the order of texts.
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
"""Decimals of scores and of both parameters; machines differ in further ones."""
_GROUPS = 10


class Group(NamedTuple):
    """Texts with similar scores.

    Attributes:
        score: their mean score.
        bad: the share of them that is labelled bad.
        labels: how many there are.
    """

    score: float
    bad: float
    labels: int


class Calibration(NamedTuple):
    """Converts log-odds to calibrated probabilities."""

    slope: float = 1.0
    offset: float = 0.0

    def chances(self, odds: Floats) -> Floats:
        """The probability that each text is bad, 0 to 1, to six decimals."""
        from scipy.special import expit  # noqa: PLC0415 - loads slowly, and the report needs no scores

        found: Floats = expit(self.slope * odds + self.offset).round(DECIMALS)
        return found


def in_dialogue(chances: Floats, pairs: npt.NDArray[np.int64]) -> Floats:
    """The probabilities of pairs, given how many their dialogue has, to six decimals.

    As if a dialogue were as likely to have a noisy pair whatever its length, so that a threshold splits no
    more of the long dialogues than of the short ones: the prior odds of a pair are divided by their number.
    """
    found: Floats = (chances / (chances + pairs * (1 - chances))).round(DECIMALS)
    return found


class Share(NamedTuple):
    """The share of bad texts in the corpora that scores are calibrated for.

    Attributes:
        used: that share.
        stated: by the parameter; None if it states none.
        labelled: of the labels, by their weights.
        estimated: from the scores of the corpora; None for weak labels, which can't show it.
    """

    used: float
    stated: float | None
    labelled: float
    estimated: float | None

    @property
    def sentence(self) -> str:
        """All of it in words."""
        said = f"{self.used:.1%} are taken to be bad"
        said += " as stated" if self.stated else "" if self.estimated is not None else " (an assumption)"
        said += f"; of the labels {self.labelled:.1%} are"
        return said if self.estimated is None else f"{said}, of the corpora an estimated {self.estimated:.1%}"


WEAK_SHARE = 0.2
"""Assumed with weak labels alone, which don't show it."""
_ROUNDS = 1_000
_ENOUGH = 1e-6


def estimate(chances: Floats, labelled: float) -> float:
    """The share of bad texts in a corpus of which only scores are known.

    The expectation maximisation of Saerens, Latinne & Decaestecker 2002 (Adjusting the outputs of a
    classifier to new a priori probabilities).

    Args:
        chances: of texts of the corpus, calibrated for labels of which the share `labelled` is bad.
        labelled: strictly between 0 and 1.
    """
    share = labelled
    for _ in range(_ROUNDS):
        bad, good = chances * (share / labelled), (1 - chances) * ((1 - share) / (1 - labelled))
        before, share = share, float(np.mean(bad / (bad + good)))
        if abs(share - before) < _ENOUGH:
            break
    return round(share, 4)


def fit(odds: Floats, bad: Labels, weights: Floats) -> Calibration:
    """Fit the sigmoid to labels of both kinds; it is constant for a classifier that is worse than chance.

    Args:
        odds: log-odds from a classifier that was not trained on them.
        bad: the labels.
        weights: of the labels.
    """
    from scipy.special import logit  # noqa: PLC0415 - loads slowly
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - takes a second to load

    scale = float(np.abs(odds).max()) or 1.0
    columns = (odds / scale)[:, None]
    sigmoid = LogisticRegression(C=np.inf, tol=1e-8, max_iter=1_000).fit(columns, bad, weights)
    slope = float(sigmoid.coef_[0, 0]) / scale
    if slope <= 0:
        return Calibration(0.0, round(float(logit(np.average(bad, weights=weights))), DECIMALS))
    return Calibration(round(slope, DECIMALS), round(float(sigmoid.intercept_[0]), DECIMALS))


def reliability(scores: Floats, bad: Labels, weights: Floats) -> list[Group]:
    """Reliability: ten groups of about equal size, by ascending score, with their shares of bad labels."""
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
    """A classifier whose scores are calibrated probabilities."""

    classifier: Classifier
    calibration: Calibration

    def scores(self, texts: Sequence[Texts], halves: Sequence[int] | None = None) -> Floats:
        """The probability that each text is bad, 0 to 1, to six decimals.

        Args:
            texts: texts to score.
            halves: which half of the threads each is in; None for other data.
        """
        return self.calibration.chances(self.classifier.odds(texts, halves))
