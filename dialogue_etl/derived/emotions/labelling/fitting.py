"""The three linear classifiers of the embedded backend: weights of n-grams and of features, and offsets."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

Floats = npt.NDArray[np.float64]
Dense = npt.NDArray[np.floating[Any]]
Weights = tuple[Floats, Floats, Floats]

_AXES = 600  # of latent semantic analysis
_TEXTS = 10  # at least for each of them: fewer do not determine it
_MORE = 10  # extra axes in the search (oversampling), as Halko et al. recommend
_ROUNDS = 3  # of the search for them
_NOTHING = 1e-7  # of the longest axis: what is shorter is rounding
_LEAST = 100  # axes and features
_SHRINKAGE = 0.3  # of the covariances of the discriminant analysis; more where there are few texts
_REGULARISATION = 0.15  # C of the support vector machine
_DENSE = 1.5  # scale of vectors relative to n-grams there
_MARGINS = 5.0  # weight of its margins relative to log-probabilities
_LOGISTIC = 3.0  # weight of the log-odds of logistic regression
_LOOSENESS = 5.0  # its C, as that of the plain classifier
_OFTEN = 2  # texts with an n-gram: rarer ones have no co-occurrences
_HARDLY = 0.02  # added to the standard deviation of features: else nearly constant ones would dominate


def margins(sparse: csr_matrix, dense: Dense, labels: npt.NDArray[np.int64]) -> Weights:
    """Weights of n-grams and of features, and offsets, of the support vector machine."""
    lengths = np.einsum("ij,ij->i", dense, dense, dtype=np.float64)
    scale = float(_DENSE / np.sqrt(lengths.mean())) if dense.size else 1.0
    machine = LinearSVC(C=_REGULARISATION, random_state=0)
    with _few_labels():
        machine.fit(_beside(sparse, dense, scale), labels)
    both, offsets = _of_each(machine)
    width = sparse.shape[1]
    return _MARGINS * both[:, :width].T, _MARGINS * scale * both[:, width:].T, _MARGINS * offsets


def _beside(sparse: csr_matrix, dense: Dense, scale: float) -> csr_matrix:
    """Both as one matrix, built row by row: intermediate copies would set the memory peak."""
    width = dense.shape[1]
    starts = sparse.indptr + width * np.arange(len(sparse.indptr))
    data, columns = np.empty(starts[-1]), np.empty(starts[-1], np.int32)
    for row, features in enumerate(dense):
        of, there = slice(*sparse.indptr[row : row + 2]), slice(starts[row], starts[row + 1] - width)
        data[there], columns[there] = sparse.data[of], sparse.indices[of]
        beyond = slice(there.stop, starts[row + 1])
        data[beyond] = features.astype(np.float64) * scale
        columns[beyond] = np.arange(sparse.shape[1], sparse.shape[1] + width)
    return csr_matrix((data, columns, starts), (len(dense), sparse.shape[1] + width))


def logistic(sparse: csr_matrix, labels: npt.NDArray[np.int64], words: int) -> tuple[Floats, Floats]:
    """Weights of n-grams, and offsets, of logistic regression over words that occur in two texts."""
    often = np.flatnonzero(np.bincount(sparse.indices, minlength=words)[:words] >= _OFTEN)
    classes = len(np.unique(labels))
    of_words, offsets = np.zeros((sparse.shape[1], classes)), np.zeros(classes)
    if len(often):
        regression = LogisticRegression(C=_LOOSENESS, max_iter=100, tol=1e-3)
        with _few_labels():
            regression.fit(sparse[:, often], labels)
        both, offsets = _of_each(regression)
        of_words[often] = both.T
    return _LOGISTIC * of_words, _LOGISTIC * offsets


def discriminants(sparse: csr_matrix, dense: Dense, labels: npt.NDArray[np.int64], words: int) -> Weights:
    """The same for the discriminant analysis, with equal class priors.

    Zeros for small data: a few axes of a few texts are misleading. The first `words` n-grams are those
    of words.
    """
    often = np.flatnonzero(np.bincount(sparse.indices, minlength=words)[:words] >= _OFTEN)
    axes = min(_AXES, len(labels) // _TEXTS, len(often) - 1)
    classes = len(np.unique(labels))
    if axes < 1 or axes + dense.shape[1] < _LEAST:
        nothing = np.zeros(classes)
        return nothing + np.zeros((sparse.shape[1], 1)), nothing + np.zeros((dense.shape[1], 1)), nothing
    rows = sparse[:, often]
    places, combined = _latent(rows, axes)
    columns = np.hstack([dense, places])
    means = columns.mean(axis=0)
    columns -= means
    spread = np.sqrt(np.einsum("ij,ij->j", columns, columns) / len(columns))
    spread += _HARDLY * (np.arange(len(spread)) < dense.shape[1]) + 1e-9
    shrinkage = max(_SHRINKAGE, columns.shape[1] / sum(columns.shape))
    even = np.full(classes, 1 / classes)
    analysis = LinearDiscriminantAnalysis(solver="lsqr", shrinkage=shrinkage, priors=even)
    columns /= spread
    with _few_labels():
        analysis.fit(columns, labels)
    both, offsets = _of_each(analysis)
    both = both / spread
    of_words = np.zeros((sparse.shape[1], len(both)))
    of_words[often] = rows.T @ (combined @ both[:, dense.shape[1] :].T)
    return of_words, both[:, : dense.shape[1]].T, offsets - both @ means


def _latent(rows: csr_matrix, axes: int) -> tuple[Floats, Floats]:
    """The coordinates of texts on the axes of latent semantic analysis, and each axis as a sum of texts.

    By randomised subspace iteration (Halko, Martinsson & Tropp 2011, algorithm 4.4) on the side of the texts:
    the axes themselves are long, one number for each n-gram, and are never computed.
    """
    found = np.random.default_rng(0).standard_normal((rows.shape[0], axes + _MORE))
    for _ in range(_ROUNDS):
        found = np.linalg.qr(_alike(rows, found))[0]
    squares, turned = np.linalg.eigh(found.T @ _alike(rows, found))
    squares, left = squares[: -axes - 1 : -1], found @ turned[:, : -axes - 1 : -1]
    scales = np.sqrt(np.maximum(squares, 0))
    return left * scales, left / np.where(scales > _NOTHING * scales[0], scales, np.inf)


def _alike(rows: csr_matrix, of: Floats) -> Floats:
    """A Aᵀ x for each column x, where A Aᵀ is the similarity of texts; some columns at a time."""
    return np.hstack([rows @ (rows.T @ of[:, start : start + 64]) for start in range(0, of.shape[1], 64)])


def _of_each(fitted: LinearSVC | LinearDiscriminantAnalysis | LogisticRegression) -> tuple[Floats, Floats]:
    """Weights and offset of each class: for two classes scikit-learn only has those of the second one."""
    both, offsets = fitted.coef_, fitted.intercept_
    if len(both) == 1:
        return np.concatenate([-both, both]) / 2, np.concatenate([-offsets, offsets]) / 2
    return both, offsets


def _few_labels() -> warnings.catch_warnings[None]:
    """Suppress scikit-learn's warnings about classes with few texts: the scores show it."""
    return warnings.catch_warnings(category=UserWarning, action="ignore")
