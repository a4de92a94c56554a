"""Precision, recall and F of a classifier at each confidence, and the threshold that a rule chooses.

What is told apart is what to drop: precision is the share of what is dropped that is labelled bad, recall the
share of what is labelled bad that is dropped. The paper chose its confidence from such figures (section 3.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.metrics import roc_auc_score

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.params import Classify

Floats = npt.NDArray[np.float64]
_STEPS = 100
_SHOWN = 4


class Row(NamedTuple):
    """The figures at one threshold: what scores more is dropped.

    Attributes:
        confidence: the threshold.
        precision: None where nothing is dropped.
        recall: share of the bad ones that is dropped.
        f: harmonic mean of both, 0 where nothing is dropped.
        dropped: share of all that is dropped.
    """

    confidence: float
    precision: float | None
    recall: float
    f: float
    dropped: float


class Chosen(NamedTuple):
    """A threshold, and whether the rule could be followed: else nothing is dropped, at threshold 1."""

    threshold: float
    rule: Literal["fixed", "max_f", "precision"]
    reached: bool


def auc(bad: npt.NDArray[np.bool_], scores: Floats) -> float | None:
    """Area under the curve of true over false positives; None with labels of one kind."""
    if bad.all() or not bad.any():
        return None
    return round(float(roc_auc_score(bad, scores)), _SHOWN)


def curve(bad: npt.NDArray[np.bool_], scores: Floats, *, balanced: bool) -> list[Row]:
    """A row for each hundredth of confidence from 0 to 1.

    Args:
        bad: labels; of both kinds.
        scores: confidences.
        balanced: whether both kinds count equally much: how many of each there are says nothing where
            labels are weak.
    """
    weights = np.where(bad, 1 / bad.sum(), 1 / (~bad).sum()) if balanced else np.ones(len(bad))
    return [_row(step / _STEPS, bad, scores, weights) for step in range(_STEPS + 1)]


def _row(confidence: float, bad: npt.NDArray[np.bool_], scores: Floats, weights: Floats) -> Row:
    dropped = scores > confidence
    right, out = float(weights[dropped & bad].sum()), float(weights[dropped].sum())
    precision, recall = (right / out if out else None), right / float(weights[bad].sum())
    f = 2 * precision * recall / (precision + recall) if precision else 0.0
    shown = None if precision is None else round(precision, _SHOWN)
    return Row(
        confidence, shown, round(recall, _SHOWN), round(f, _SHOWN), round(out / float(weights.sum()), _SHOWN)
    )


def choose(rows: Sequence[Row], fixed: float, params: Classify) -> Chosen:
    """The threshold by `threshold_rule`; where that is `fixed`, the one given."""
    if params.threshold_rule == "fixed":
        return Chosen(fixed, "fixed", True)
    if params.threshold_rule == "max_f":
        best = max(rows, key=lambda row: (row.f, row.confidence))
        return Chosen(best.confidence, "max_f", True) if best.f else Chosen(1.0, "max_f", False)
    for row in rows:
        if row.precision is not None and row.precision >= params.target_precision:
            return Chosen(row.confidence, "precision", True)
    return Chosen(1.0, "precision", False)


def at(rows: Sequence[Row], threshold: float) -> Row:
    """The row of the greatest confidence that is not above a threshold."""
    return max((row for row in rows if row.confidence <= threshold), key=lambda row: row.confidence)
