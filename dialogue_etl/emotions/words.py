"""Texts as hashed n-grams of words and of characters, weighed by how rare they are (TF-IDF)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, diags_array, hstack
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.preprocessing import normalize

if TYPE_CHECKING:
    from collections.abc import Sequence

_LONGEST = 2_000  # characters of a text that are looked at
_WORD_OR_MARK = r"(?u)\b\w+\b|[?!]"
_COMMON = {"alternate_sign": False, "norm": None, "lowercase": True, "dtype": np.float64}
_WORDS = HashingVectorizer(ngram_range=(1, 2), token_pattern=_WORD_OR_MARK, n_features=2**17, **_COMMON)
_CHARACTERS = HashingVectorizer(analyzer="char_wb", ngram_range=(2, 5), n_features=2**17, **_COMMON)
WIDTHS = (_WORDS.n_features, _CHARACTERS.n_features)
"""Columns of words, and of characters behind them."""


def counts(texts: Sequence[str]) -> csr_matrix:
    """How often each n-gram stands in each text, sublinear: 1 + log of the number."""
    cut = [text[:_LONGEST] for text in texts]
    found = hstack([kind.transform(cut) for kind in (_WORDS, _CHARACTERS)]).tocsr()
    found.data = 1 + np.log(found.data)
    return found


def rarity(found: csr_matrix) -> npt.NDArray[np.float64]:
    """The weight of each column: log of the inverse share of texts that have it, 0 where none has."""
    having = np.bincount(found.indices, minlength=found.shape[1])
    weight = np.log((1 + found.shape[0]) / (1 + having)) + 1
    return np.where(having > 0, weight, 0.0)


def weighed(found: csr_matrix, weight: npt.NDArray[np.float64]) -> csr_matrix:
    """TF-IDF; the words of a text have together the length one, and so have its characters."""
    scaled = csr_matrix(found @ diags_array(weight))
    words = WIDTHS[0]
    return hstack([normalize(scaled[:, :words]), normalize(scaled[:, words:])]).tocsr()
