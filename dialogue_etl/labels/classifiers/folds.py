"""Train a classifier and evaluate it; each label is scored by a classifier not trained on it.

Human labels are few, so all are used for training and for evaluation: 10-fold cross-validation, grouped by
thread or post. Weak labels are plentiful, so a part of them is held out.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from dialogue_etl.labels.classifiers import calibration
from dialogue_etl.labels.classifiers.calibration import WEAK_SHARE, Labels, Share
from dialogue_etl.labels.classifiers.classifier import Classifier, Floats, auc, curve
from dialogue_etl.labels.classifiers.examples import HELD_OUT_FROM, LABELLED_FROM, Example, Texts, labels_of

FEWEST_HELD_OUT = 10
"""Labels of each kind: fewer give no reliable figures."""
_FOLDS = 10
_LEAST = 0.001  # share of bad texts, and of good ones
_EXAMPLES = 3
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
    train: Callable[[Sequence[Example]], Classifier], of: Rounds, stated: float, unlabelled: Sequence[Example]
) -> tuple[Classifier, dict[str, Any]]:
    """The classifier trained on all training labels, and the fields of its card: calibration and figures.

    Args:
        train: trains a classifier on examples.
        of: the labels.
        stated: share of bad texts in the corpora; 0 to estimate it, or to assume one if labels are weak.
        unlabelled: texts drawn from the corpora, in a fixed order.
    """
    held, kept = of.held_out, train(of.learnt)
    odds = np.concatenate(
        [
            (train(others) if others else kept).odds([one.texts for one in part], [one.half for one in part])
            for part, others in of.parts
        ]
    )
    corpus = kept.odds([one.texts for one in unlabelled], [one.half for one in unlabelled])
    bad = np.array([example.bad for example in held])
    weights = np.array([example.weight for example in held])
    share = _share(odds, bad, weights, corpus, stated, weak=of.weak)
    even = np.where(bad, weights[bad].sum(), weights[~bad].sum())
    weights = weights / even * np.where(bad, share.used, 1 - share.used) * len(held)
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
        "share": share,
        "examples": _examples(sigmoid.chances(corpus), unlabelled),
    }


def _share(odds: Floats, bad: Labels, weights: Floats, corpus: Floats, stated: float, *, weak: bool) -> Share:
    """The share of bad texts to calibrate for.

    Of the share of labels and that of the estimate the smaller: one that is too great drops good dialogues.
    Labels with unequal weights were drawn by scores and weighted back to the corpora; their share is used.
    """
    labelled = round(float(np.average(bad, weights=weights)), 4)
    estimated = None
    if not weak and len(corpus):
        chances = calibration.fit(odds, bad, weights).chances(corpus)
        estimated = calibration.estimate(chances, float(np.average(bad, weights=weights)))
    found = labelled if estimated is None or np.ptp(weights) else min(labelled, estimated)
    used = stated or (WEAK_SHARE if weak else min(max(found, _LEAST), 1 - _LEAST))
    return Share(used, stated or None, labelled, estimated)


def _examples(chances: Floats, texts: Sequence[Example]) -> list[tuple[float, Texts]]:
    """The first few texts of each tenth of the scores."""
    tenths: dict[int, list[tuple[float, Texts]]] = {}
    for chance, text in zip(chances.round(4).tolist(), texts, strict=True):
        of = tenths.setdefault(min(int(chance * 10), 9), [])
        if len(of) < _EXAMPLES:
            of.append((chance, text.texts))
    return sorted(itertools.chain.from_iterable(tenths.values()), reverse=True)
