"""Which words of responses go with which words of posts, learnt from adjacent pairs.

Canonical correlation analysis (Hotelling 1936, Relations between two sets of variates) of words of posts and
of responses, each word on its own scale: the singular vectors of their centred, scaled cross product. That
product is never computed: randomised subspace iteration (Halko, Martinsson & Tropp 2011) only multiplies with
it, so memory grows with the text, not with the square of the vocabulary.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, diags

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
        bare = cls(numbers, _stored(np.log(2 * len(posts) / often)), nothing, nothing)
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
    one, other = _Side.of(posts), _Side.of(responses)
    # A fixed random start: it only affects the last digits.
    held = np.random.default_rng(0).normal(size=(words, size))
    for _ in range(_ROUNDS):
        held = _orthogonal(_across(other, one, _across(one, other, held)))
    basis = _orthogonal(_across(one, other, held))
    right, strength, turn = np.linalg.svd(_across(other, one, basis), full_matrices=False)
    kept = min(_DIMENSIONS, size)
    left, right = (basis @ turn.T)[:, :kept], right[:, :kept]
    # The sign of a singular vector is arbitrary: the largest entry is made positive.
    signs = np.where(left[np.abs(left).argmax(axis=0), np.arange(kept)] < 0, -1.0, 1.0)
    scale = np.sqrt(strength[:kept]) * signs
    return _stored(left * scale * one.scale[:, None]), _stored(right * scale * other.scale[:, None])


@dataclass(frozen=True)
class _Side:
    """The words of one side of the pairs: rows of length one, their sums, and the scale of each word."""

    rows: csr_matrix
    sums: Floats
    scale: Floats

    @classmethod
    def of(cls, has: csr_matrix) -> _Side:
        lengths = np.maximum(has.getnnz(axis=1), 1)
        rows = (diags(1 / np.sqrt(lengths)) @ has).tocsr()
        squares = np.asarray(rows.multiply(rows).sum(axis=0)).ravel()
        return cls(rows, np.asarray(rows.sum(axis=0)).ravel(), 1 / np.sqrt(squares + _SMOOTHING))


def _across(one: _Side, other: _Side, vectors: Floats) -> Floats:
    """Vectors over words of the other side, times the scaled and centred cross product: words of this one."""
    scaled = other.scale[:, None] * vectors
    product = one.rows.T @ (other.rows @ scaled)
    expected = np.outer(one.sums, other.sums @ scaled) / one.rows.shape[0]
    crossed: Floats = one.scale[:, None] * (product - expected)
    return crossed


def _orthogonal(vectors: Floats) -> Floats:
    basis: Floats = np.linalg.qr(vectors)[0]
    return basis


def _stored(values: Floats) -> Floats:
    """Values in half precision, as the model's file stores them, without digits in which machines differ."""
    return values.astype(np.float16).astype(np.float64)
