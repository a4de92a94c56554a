"""A classifier and its figures: each label is scored by one that did not learn from it.

People's labels are few, so all are learnt from, and all are scored: in turn each tenth, by a classifier of
the others (cross-validation, grouped by thread or post). Of weak labels there are enough to hold a part out.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from dialogue_etl.labels.classifiers import calibration
from dialogue_etl.labels.classifiers.classifier import Classifier, auc, curve
from dialogue_etl.labels.classifiers.examples import HELD_OUT_FROM, LABELLED_FROM, Example, labels_of

FEWEST_HELD_OUT = 10
"""Labels of each kind: fewer give no figure worth its digits."""
_FOLDS = 10
_SMALL_TALK = 5  # labels with one text: what is said oftener tells nothing of where it was said


class Rounds(NamedTuple):
    """What there is to learn from, and what scores it.

    Attributes:
        learnt: by the classifier that is kept.
        parts: what is scored, and what the classifier that scores it learns; empty: that is the one kept.
        weak: whether the parts are of weak labels.
    """

    learnt: list[Example]
    parts: list[tuple[list[Example], list[Example]]]
    weak: bool

    @property
    def held_out(self) -> list[Example]:
        """All that is scored."""
        return [example for part, _ in self.parts for example in part]


def rounds(given: Sequence[Example], weak: Sequence[Example], *, embedded: bool) -> Rounds:
    """How labels are dealt.

    Args:
        given: people's labels.
        weak: other labels.
        embedded: whether a classifier takes seconds, so that there may be one for each tenth of the labels,
            and a part of the weak ones teaches it enough.
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
    """What is learnt that tells nothing of a part: neither of it nor of its posts and responses."""
    often = Counter(text for example in learnt for text in example.texts)
    telling = {text for example in part for text in example.texts if often[text] <= _SMALL_TALK}
    inside = set(part)
    return [one for one in learnt if one not in inside and telling.isdisjoint(one.texts)]


def cross(
    train: Callable[[Sequence[Example]], Classifier], of: Rounds, weak_share: float
) -> tuple[Classifier, dict[str, Any]]:
    """The classifier of all that is learnt, and the fields of its card: calibration and figures.

    Args:
        train: makes a classifier of examples.
        of: the labels.
        weak_share: the share of bad texts that scores are to go by where labels are weak.
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
