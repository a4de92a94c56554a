"""The plain classifier that ours is measured against: TF-IDF of words and pairs, and logistic regression.

With scikit-learn's defaults but for sublinear counts, pairs of words and C = 5, close to the best of three
variants on EmpatheticIntents and EDOS (benchmarks/emotions.md), so that ours is measured against a good one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from threadpoolctl import threadpool_limits

_MOST = 20_000
"""Labels that it learns from at most, as each has some 50 classes × 100,000 weights: the first ones."""


class Plain:
    """The plain classifier of last turns."""

    def __init__(self, dialogues: Sequence[Sequence[str]], labels: Sequence[int]) -> None:
        words = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True)
        self._model: Pipeline = make_pipeline(words, LogisticRegression(C=5, max_iter=200))
        with threadpool_limits(1):
            self._model.fit([turns[-1] for turns in dialogues[:_MOST]], labels[:_MOST])
        self.classes: npt.NDArray[np.int64] = np.asarray(self._model.classes_, np.int64)

    def chances(self, dialogues: Sequence[Sequence[str]]) -> npt.NDArray[np.float64]:
        """Probabilities of all classes for the last turn of each dialogue."""
        if not dialogues:
            return np.zeros((0, len(self.classes)))
        found: npt.NDArray[np.float64] = self._model.predict_proba([turns[-1] for turns in dialogues])
        return found
