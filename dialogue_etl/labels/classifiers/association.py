"""Which words of responses go with which words of posts, learnt from adjacent pairs.

Canonical correlation analysis (Hotelling 1936, Relations between two sets of variates) of words of posts and
of responses, each word on its own scale: the singular vectors of their centred, scaled cross product. That
product is never computed: randomised subspace iteration (Halko, Martinsson & Tropp 2011) only multiplies with
it, so memory grows with the text, not with the square of the vocabulary. ARPACK (scipy's `svds`) takes five
times as long, and scikit-learn's `randomized_svd` takes no product that is not computed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, diags_array
from scipy.sparse.linalg import aslinearoperator
from sklearn.preprocessing import normalize
from sklearn.utils.extmath import svd_flip

from dialogue_etl.labels.classifiers.model_files import half_precision
from dialogue_etl.labels.classifiers.units import Units, units
from dialogue_etl.text.word_hashes import Numbers, among

Floats = npt.NDArray[np.float64]
_MOST_UNITS = 30_000
_IN_UTTERANCES = 3
_DIMENSIONS = 50  # as good as 100 and 200 on LCCC dialogues
_SPARE = 10  # extra dimensions during the iteration (oversampling), as Halko et al. recommend
_ROUNDS = 3
_SMOOTHING = 3.0
"""Added to word counts, or rare words would dominate. Of 3, 10 and 30 the best on LCCC dialogues."""


@dataclass(frozen=True)
class Association:
    """Words with their weights and their vectors as words of posts and of responses.

    Attributes:
        numbers: of the words (`units`), ascending.
        weights: inverse document frequency of each word (its logarithm).
        posts: vector of each word in a post.
        responses: vector of each word in a response; similar vectors mean that words go together.
    """

    numbers: Numbers
    weights: Floats
    posts: Floats
    responses: Floats

    @classmethod
    def learn(cls, posts: Sequence[str], responses: Sequence[str]) -> Association:
        """Learn from adjacent pairs in a fixed order; any number, even none."""
        numbers, often = _common([*posts, *responses])
        nothing = np.zeros((len(numbers), 0))
        bare = cls(numbers, half_precision(np.log(2 * len(posts) / often)), nothing, nothing)
        left, right = _correlate(bare._rows(posts), bare._rows(responses))
        return replace(bare, posts=left, responses=right)

    def look_up(self, texts: Sequence[str]) -> tuple[csr_matrix, Floats]:
        """A row for each text, 1 for each word it has; and the share of its words that are rare or new."""
        counted, rows, found = np.zeros(len(texts)), [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        for some in units(texts):
            counted += np.bincount(some.owners, minlength=len(texts))
            inside, at = among(some.numbers, self.numbers)
            rows.append(some.owners[inside])
            found.append(at[inside])
        owners, each = np.concatenate(rows), np.concatenate(found)
        edges = np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=len(texts)))])
        found_of = csr_matrix((np.ones(len(each)), each, edges), shape=(len(texts), len(self.numbers)))
        return found_of, 1 - np.diff(edges) / np.maximum(counted, 1)

    def _rows(self, texts: Sequence[str]) -> csr_matrix:
        """The rows of texts that may be equal; each distinct one is looked up once."""
        places = {text: place for place, text in enumerate(dict.fromkeys(texts))}
        return self.look_up([*places])[0][[places[text] for text in texts]]


def _common(texts: Sequence[str]) -> tuple[Numbers, Floats]:
    """The most frequent words by number of texts, and that number."""
    times = Counter(texts)
    copies = np.array([*times.values()], np.float64)
    found = [Units(np.zeros(0, np.uint64), np.zeros(0, np.int64)), *units([*times])]
    numbers, owners = (np.concatenate(column) for column in zip(*found, strict=True))
    once, which = np.unique(numbers, return_inverse=True)
    seen = np.bincount(which, weights=copies[owners], minlength=len(once)).astype(np.float64)
    common = np.lexsort((once, -seen))[: min(_MOST_UNITS, int((seen >= _IN_UTTERANCES).sum()))]
    common.sort()
    return once[common], seen[common]


def _correlate(posts: csr_matrix, responses: csr_matrix) -> tuple[Floats, Floats]:
    """Vectors of words as words of posts, and as words of responses."""
    pairs, words = posts.shape
    size = min(_DIMENSIONS + _SPARE, pairs, words)
    if size <= 1:
        return np.zeros((words, 0)), np.zeros((words, 0))
    (one, one_scale), (other, other_scale) = _scaled(posts), _scaled(responses)
    sums = [np.asarray(side.sum(axis=0)).reshape(1, -1) for side in (one, other)]
    expected = aslinearoperator(sums[0].T / pairs) @ aslinearoperator(sums[1])
    product = aslinearoperator(one.T) @ aslinearoperator(other) - expected
    # A fixed random start: it only affects the last digits.
    vectors = np.random.default_rng(0).normal(size=(words, size))
    for _ in range(_ROUNDS):
        vectors = np.linalg.qr(product.rmatmat(product.matmat(vectors)))[0]
    basis = np.linalg.qr(product.matmat(vectors))[0]
    right, strength, turn = np.linalg.svd(product.rmatmat(basis), full_matrices=False)
    left, right = svd_flip(basis @ turn.T, right.T)  # the sign of a singular vector is arbitrary
    left, right = left * np.sqrt(strength), right.T * np.sqrt(strength)
    left, right = left[:, :_DIMENSIONS], right[:, :_DIMENSIONS]
    return half_precision(left * one_scale[:, None]), half_precision(right * other_scale[:, None])


def _scaled(has: csr_matrix) -> tuple[csr_matrix, Floats]:
    """The words of one side of the pairs as rows of length one, with each word scaled; and these scales."""
    rows = normalize(has)
    squares = np.asarray(rows.multiply(rows).sum(axis=0)).ravel()
    scale = 1 / np.sqrt(squares + _SMOOTHING)
    return rows @ diags_array(scale), scale
