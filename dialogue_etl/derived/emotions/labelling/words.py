"""Texts as hashed n-grams of words and of characters, weighted by TF-IDF."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, diags_array, hstack
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.preprocessing import normalize

_LONGEST = 2_000  # characters of a text that are used
_WORD_OR_MARK = r"(?u)\b\w+\b|[?!]"
_COMMON = {"alternate_sign": False, "norm": None, "lowercase": True, "dtype": np.float64}
_WORDS = HashingVectorizer(ngram_range=(1, 2), token_pattern=_WORD_OR_MARK, n_features=2**17, **_COMMON)
_CHARACTERS = HashingVectorizer(analyzer="char_wb", ngram_range=(2, 5), n_features=2**17, **_COMMON)


def counts(texts: Sequence[str]) -> csr_matrix:
    """Sublinear counts of each n-gram in each text: 1 + log of the number."""
    cut = [text[:_LONGEST] for text in texts]
    found = hstack([kind.transform(cut) for kind in (_WORDS, _CHARACTERS)]).tocsr()
    found.data = 1 + np.log(found.data)
    return found


class Vocabulary(NamedTuple):
    """The n-grams of two texts or more in training, by the columns of `counts`.

    Attributes:
        columns: sorted, those of words first.
        rarity: smoothed inverse document frequency (its log).
    """

    columns: npt.NDArray[np.int32]
    rarity: npt.NDArray[np.float32]

    @classmethod
    def learn(cls, counted: csr_matrix) -> Vocabulary:
        """The vocabulary of some texts."""
        having = np.bincount(counted.indices, minlength=counted.shape[1])
        # What a single text has does not tell labels apart; but of very few texts, that is all there is.
        columns = np.flatnonzero(having >= min(2, having.max(initial=1)))
        rarity = np.log((1 + counted.shape[0]) / (1 + having[columns])) + 1
        return cls(columns.astype(np.int32), rarity.astype(np.float32))

    @property
    def words(self) -> int:
        """How many of the columns are of words."""
        return int(np.searchsorted(self.columns, _WORDS.n_features))

    def weigh(self, counted: csr_matrix) -> csr_matrix:
        """TF-IDF of counts; a text's word columns together have unit length, and so have its characters'."""
        scaled = csr_matrix(counted[:, self.columns] @ diags_array(self.rarity.astype(np.float64)))
        parts = scaled[:, : self.words], scaled[:, self.words :]
        return hstack([normalize(part) for part in parts if part.shape[1]], format="csr")
