"""The two linear classifiers of the embedded backend: weights of n-grams and of features, and offsets."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.decomposition import TruncatedSVD
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.svm import LinearSVC

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Weights = tuple[Floats, Floats, Floats]

_AXES = 600  # of latent semantic analysis
_TEXTS = 10  # for each of them: fewer say little of it
_LEAST = 100  # axes and features
_SHRINKAGE = 0.3  # of the covariances of the discriminant analysis; more where there are few texts
_REGULARISATION = 0.15  # C of the support vector machine
_DENSE = 1.5  # how much vectors count beside n-grams there
_MARGINS = 5.0  # how much its margins count beside log chances
_OFTEN = 2  # texts with an n-gram: rarer ones say nothing of what goes together
_HARDLY = 0.02  # spread of features that hardly differ: less is taken for this


def margins(sparse: csr_matrix, dense: Floats, labels: npt.NDArray[np.int64]) -> Weights:
    """Weights of n-grams and of features, and offsets, of the support vector machine."""
    scale = _DENSE / np.sqrt(np.einsum("ij,ij->i", dense, dense).mean()) if dense.size else 1.0
    machine = LinearSVC(C=_REGULARISATION, random_state=0)
    with _few_labels():
        machine.fit(hstack([sparse, csr_matrix(dense * scale)]).tocsr(), labels)
    both, offsets = _of_each(machine)
    width = sparse.shape[1]
    return _MARGINS * both[:, :width].T, _MARGINS * scale * both[:, width:].T, _MARGINS * offsets


def discriminants(sparse: csr_matrix, dense: Floats, labels: npt.NDArray[np.int64], said: int) -> Weights:
    """The same of the discriminant analysis, to which every class is as likely as any other.

    Nothing where there is little to look at: a few axes of a few texts mislead. The first `said` n-grams are
    those of words.
    """
    often = np.flatnonzero(np.bincount(sparse.indices, minlength=said)[:said] >= _OFTEN)
    axes = min(_AXES, len(labels) // _TEXTS, len(often) - 1)
    classes = len(np.unique(labels))
    if axes < 1 or axes + dense.shape[1] < _LEAST:
        nothing = np.zeros(classes)
        return nothing + np.zeros((sparse.shape[1], 1)), nothing + np.zeros((dense.shape[1], 1)), nothing
    latent = TruncatedSVD(axes, n_iter=2, random_state=0)
    places = latent.fit_transform(sparse[:, often])
    columns = np.hstack([dense, places])
    means, spread = columns.mean(axis=0), columns.std(axis=0)
    spread += _HARDLY * (np.arange(len(spread)) < dense.shape[1]) + 1e-9
    shrinkage = max(_SHRINKAGE, columns.shape[1] / sum(columns.shape))
    even = np.full(classes, 1 / classes)
    analysis = LinearDiscriminantAnalysis(solver="lsqr", shrinkage=shrinkage, priors=even)
    with _few_labels():
        analysis.fit((columns - means) / spread, labels)
    both, offsets = _of_each(analysis)
    both = both / spread
    of_words = np.zeros((sparse.shape[1], len(both)))
    of_words[often] = (both[:, dense.shape[1] :] @ latent.components_).T
    return of_words, both[:, : dense.shape[1]].T, offsets - both @ means


def _of_each(fitted: LinearSVC | LinearDiscriminantAnalysis) -> tuple[Floats, Floats]:
    """Weights and offset of each class: of two classes scikit-learn has those of the second one alone."""
    both, offsets = fitted.coef_, fitted.intercept_
    if len(both) == 1:
        return np.concatenate([-both, both]) / 2, np.concatenate([-offsets, offsets]) / 2
    return both, offsets


def _few_labels() -> warnings.catch_warnings[None]:
    """Without what scikit-learn warns of where a class has few texts: the figures tell."""
    return warnings.catch_warnings(category=UserWarning, action="ignore")
