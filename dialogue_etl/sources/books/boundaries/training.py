"""Trains the boundary classifier on pairs of turns, and scores it on works it has not seen."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import balanced_accuracy_score, roc_auc_score

from dialogue_etl.sources.books.boundaries.model import SIGNS, BoundaryModel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialogue_etl.sources.books.boundaries.pairs import Pair
    from dialogue_etl.text.points import Mask, Places

_DECIMALS = 6
_SHOWN = 4
_FOLDS = 5
_LABELS = 2
_FEWEST_WORKS = 5
_FEWEST_PAIRS = 100
_WORD_IN_WORKS = 3
_WORD_IN_PAIRS = 10
_REGULARISATION = 0.1  # C of sklearn: words are many and pairs few


class Trained(NamedTuple):
    """What came of training.

    Attributes:
        model: None if there was too little to train on.
        reason: why not, for people.
        figures: sizes, and the score on works that were held out.
    """

    model: BoundaryModel | None
    reason: str
    figures: dict[str, Any]


def train(pairs: Sequence[Pair], works: Mapping[str, str], language: str) -> Trained:
    """Train on all pairs; score each fifth of the works by what is trained on the other four.

    Args:
        pairs: in a fixed order.
        works: the work of each book; a book that is not in it is a work of its own.
        language: BCP-47 tag.
    """
    of = [works.get(pair.source_id, pair.source_id) for pair in pairs]
    labels = np.array([pair.different for pair in pairs], np.bool_)
    figures: dict[str, Any] = {
        "works": len(set(of)),
        "pairs_same": int((~labels).sum()),
        "pairs_different": int(labels.sum()),
    }
    if reason := _too_little(figures):
        return Trained(None, reason, figures)
    figures["held_out"] = _score(pairs, of, labels)
    words = _vocabulary(pairs, of)
    fitted = _fit(_columns(pairs, words), labels)
    coefficients = [round(float(value), _DECIMALS) for value in fitted.coef_[0]]
    told = dict(zip(words, coefficients[len(SIGNS) :], strict=True))
    model = BoundaryModel(
        language=language,
        intercept=round(float(fitted.intercept_[0]), _DECIMALS),
        signs=dict(zip(SIGNS, coefficients[: len(SIGNS)], strict=True)),
        words={word: value for word, value in told.items() if value},
        training={**figures, "words": len(words)},
    )
    return Trained(model, "", dict(model.training))


def _too_little(figures: Mapping[str, int]) -> str:
    fewest = min(figures["pairs_same"], figures["pairs_different"])
    if figures["works"] < _FEWEST_WORKS:
        return f"{figures['works']} works have pairs to train on; at least {_FEWEST_WORKS} are needed"
    if fewest < _FEWEST_PAIRS:
        return f"{fewest} pairs of one kind to train on; at least {_FEWEST_PAIRS} are needed"
    return ""


def _folds(works: Sequence[str]) -> Places:
    """For each pair the fifth of the works that its own is in; by hash, so that neighbours are parted."""
    ordered = sorted(set(works), key=lambda work: (hashlib.sha256(work.encode()).digest(), work))
    of = {work: number % _FOLDS for number, work in enumerate(ordered)}
    return np.array([of[work] for work in works], np.int64)


def _score(pairs: Sequence[Pair], works: Sequence[str], labels: Mask) -> dict[str, float | None]:
    """How well pairs are told by models that have not seen their works; nulls if it cannot be known."""
    folds = _folds(works)
    scores = np.zeros(len(pairs))
    for fold in range(_FOLDS):
        out = folds == fold
        if len(set(labels[~out].tolist())) < _LABELS:
            return {"auc": None, "balanced_accuracy": None}
        seen = np.flatnonzero(~out).tolist()
        words = _vocabulary([pairs[number] for number in seen], [works[number] for number in seen])
        fitted = _fit(_columns([pairs[number] for number in seen], words), labels[~out])
        unseen = [pairs[number] for number in np.flatnonzero(out).tolist()]
        scores[out] = fitted.decision_function(_columns(unseen, words))
    return {
        "auc": round(float(roc_auc_score(labels, scores)), _SHOWN),
        "balanced_accuracy": round(float(balanced_accuracy_score(labels, scores > 0)), _SHOWN),
    }


def _vocabulary(pairs: Sequence[Pair], works: Sequence[str]) -> list[str]:
    """Words of enough pairs of enough works, in the order of the alphabet."""
    numbers: defaultdict[str, int] = defaultdict(int)
    where: defaultdict[str, set[str]] = defaultdict(set)
    for pair, work in zip(pairs, works, strict=True):
        for word in pair.words:
            numbers[word] += 1
            where[word].add(work)
    enough = (word for word, number in numbers.items() if number >= _WORD_IN_PAIRS)
    return sorted(word for word in enough if len(where[word]) >= _WORD_IN_WORKS)


def _columns(pairs: Sequence[Pair], words: Sequence[str]) -> csr_matrix:
    """A row for each pair: its signs, then whether it has each word."""
    numbers = {word: number for number, word in enumerate(words)}
    found = [[numbers[word] for word in pair.words if word in numbers] for pair in pairs]
    edges = np.cumsum([0, *map(len, found)])
    columns = np.array([number for row in found for number in row], np.int64)
    has = csr_matrix((np.ones(len(columns)), columns, edges), shape=(len(pairs), len(words)))
    return hstack([csr_matrix([pair.signs for pair in pairs], dtype=np.float64), has]).tocsr()


def _fit(columns: csr_matrix, labels: Mask) -> LogisticRegression:
    # liblinear's Newton steps draw nothing and run on one core; such a tolerance leaves no digit to chance.
    regression = LogisticRegression(
        C=_REGULARISATION, class_weight="balanced", solver="liblinear", tol=1e-10, max_iter=1_000
    )
    return regression.fit(columns, labels)
