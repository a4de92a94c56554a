"""The two linear classifiers: what is done to spare memory gives what the plain way gives."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix, hstack, random_array

from dialogue_etl.derived.emotions.labelling.fitting import _beside, _latent


def made(rows, columns):
    return csr_matrix(random_array((rows, columns), density=0.2, rng=np.random.default_rng(1)))


def test_n_grams_and_features_stand_side_by_side():
    sparse, dense = made(30, 50), np.random.default_rng(2).standard_normal((30, 4)).astype(np.float32)
    found = _beside(sparse, dense, 1.5)
    assert found.has_sorted_indices
    assert (found != hstack([sparse, csr_matrix(dense.astype(np.float64) * 1.5)])).nnz == 0


@pytest.mark.parametrize("alike", [False, True])
def test_axes_are_those_of_the_singular_value_decomposition(alike):
    rows = made(18, 90)
    if alike:  # four texts five times each have four axes, and no more
        rows = csr_matrix(np.repeat(rows[:4].toarray(), 5, axis=0))
    places, combined = _latent(rows, 8)
    left, scales, right = np.linalg.svd(rows.toarray(), full_matrices=False)
    scales[8:] = 0
    expected = (left * scales) @ right
    # Signs are anybody's: what places and axes make together is not.
    assert places @ (combined.T @ rows) == pytest.approx(expected, abs=1e-9)
    axes = combined.T @ rows
    assert np.linalg.norm(axes, axis=1) == pytest.approx([1.0] * (4 if alike else 8) + [0.0] * (4 * alike))
