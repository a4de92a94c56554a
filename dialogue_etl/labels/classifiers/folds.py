"""Train a classifier and evaluate it; each label is scored by a classifier not trained on it.

Human labels are few, so all are used for training and for evaluation: 10-fold cross-validation, grouped by
thread or post. Weak labels are plentiful, so a part of them is held out.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from dialogue_etl.labels.classifiers import calibration
from dialogue_etl.labels.classifiers.classifier import Classifier, auc, curve
from dialogue_etl.labels.classifiers.examples import HELD_OUT_FROM, LABELLED_FROM, Example, labels_of

FEWEST_HELD_OUT = 10
"""Labels of each kind: fewer give no reliable figures."""
_FOLDS = 10
_SMALL_TALK = 5  # labels with one text: a more frequent text does not show which thread it is from


class Rounds(NamedTuple):
    """Training and evaluation labels.

    Attributes:
        learnt: training labels of the final classifier.
        parts: test labels with the training labels of the classifier that scores them; if the latter are
            empty, the final classifier does.
        weak: whether the parts are of weak labels.
    """

    learnt: list[Example]
    parts: list[tuple[list[Example], list[Example]]]
    weak: bool

    @property
    def held_out(self) -> list[Example]:
        """All test labels."""
        return [example for part, _ in self.parts for example in part]


def rounds(given: Sequence[Example], weak: Sequence[Example], *, embedded: bool) -> Rounds:
    """Split labels for training and evaluation.

    Args:
        given: human labels.
        weak: other labels.
        embedded: whether training takes only seconds, so that there may be a classifier per fold, and a part
            of the weak labels is enough.
    """
    least = LABELLED_FROM if embedded else 0
    dealt = [example for example in weak if least <= example.place < HELD_OUT_FROM]
    weakly = min(labels_of(given)) < FEWEST_HELD_OUT
    if weakly or not embedded:
        unseen = [*given, *weak] if weakly else given
        held = [example for example in unseen if example.place >= HELD_OUT_FROM]
        return Rounds([*(one for one in given if one.place < HELD_OUT_FROM), *dealt], [(held, [])], weakly)
    folds: list[list[Example]] = [[] for _ in range(_FOLDS)]
    for example in given:
        folds[int(example.place * _FOLDS)].append(example)
    learnt = [*given, *dealt]
    parts = [(part, _without(learnt, part)) for part in folds]
    return Rounds(learnt, [(part, others) for part, others in parts if min(labels_of(others))], weak=False)


def _without(learnt: Sequence[Example], part: Sequence[Example]) -> list[Example]:
    """Training labels that leak nothing of a part: neither its texts nor its posts and responses."""
    often = Counter(text for example in learnt for text in example.texts)
    telling = {text for example in part for text in example.texts if often[text] <= _SMALL_TALK}
    inside = set(part)
    return [one for one in learnt if one not in inside and telling.isdisjoint(one.texts)]


def cross(
    train: Callable[[Sequence[Example]], Classifier], of: Rounds, weak_share: float
) -> tuple[Classifier, dict[str, Any]]:
    """The classifier trained on all training labels, and the fields of its card: calibration and figures.

    Args:
        train: trains a classifier on examples.
        of: the labels.
        weak_share: the share of bad texts to assume for calibration if labels are weak.
    """
    held, kept = of.held_out, train(of.learnt)
    odds = np.concatenate(
        [
            (train(others) if others else kept).odds([one.texts for one in part], [one.half for one in part])
            for part, others in of.parts
        ]
    )
    bad = np.array([example.bad for example in held])
    weights = np.array([example.weight for example in held])
    if of.weak:
        weights = np.where(bad, weak_share / bad.sum(), (1 - weak_share) / (~bad).sum()) * len(held)
    sigmoid = calibration.fit(odds, bad, weights)
    scores = sigmoid.chances(odds)
    kinds = np.array([example.kind for example in held])
    by_kind = {}
    for kind in sorted({example.kind for example in held if example.bad}):
        judged = ~bad | (kinds == kind)
        by_kind[kind] = auc(bad[judged], odds[judged], weights[judged])
    return kept, {
        "weak": of.weak,
        "auc": auc(bad, odds, weights),
        "auc_by_kind": by_kind,
        "calibration": sigmoid,
        "curve": curve(bad, scores, weights),
        "reliability": calibration.reliability(scores, bad, weights),
    }
