"""Similarity of utterances by word vectors: average, extrema, greedy matching.

Definitions: Liu et al. 2016 (How NOT To Evaluate Your Dialogue System), section 3.2; coherence: Xu et al.
2018. Words without a vector are ignored; if a side of a pair has no other, the value is NaN.
"""

from itertools import pairwise

import numpy as np

from dialogue_etl.metrics.vectors import Matrix
from dialogue_etl.metrics.words import Flags, Lines, Numbers


def summed_up(lines: Lines, rows: Matrix, weights: Matrix) -> tuple[Matrix, Matrix]:
    """The weighted sum and the extrema of each utterance's word vectors.

    The extremum of a dimension is the value farthest from 0, the first of equally far ones. One utterance at
    a time, so that the data fits the cache; all at once takes three times as long.
    """
    sums, extrema = np.zeros((2, len(lines.lengths), rows.shape[1]))
    ends = np.cumsum(lines.lengths).tolist()
    for row, (start, end) in enumerate(pairwise([0, *ends])):
        if start == end:
            continue
        words = lines.words[start:end]
        vectors = rows[words]
        sums[row] = weights[words] @ vectors
        most, least = vectors.max(0), vectors.min(0)
        extrema[row] = np.where(most >= -least, most, least)
        for column in np.flatnonzero((most == -least) & (most > 0)):
            extrema[row, column] = vectors[np.argmax(np.abs(vectors[:, column])), column]
    return sums, extrema


def cosines(one: Matrix, other: Matrix) -> Matrix:
    """Cosine of each two rows; NaN where one is 0."""
    lengths = np.linalg.norm(one, axis=1) * np.linalg.norm(other, axis=1)
    with np.errstate(invalid="ignore"):
        found: Matrix = np.einsum("ij,ij->i", one, other) / np.where(lengths > 0, lengths, np.nan)
    return found


def greedy(one: Lines, other: Lines, unit: Matrix, there: Flags, *, negative: bool) -> Matrix:
    """Greedy matching: the mean similarity of each word to the most similar word of the other side.

    Args:
        one: utterances.
        other: as many.
        unit: vectors of length 1, or 0, by word.
        there: whether the vector of a word is not 0.
        negative: whether a similarity may be negative; if not, utterances without a positive one are ignored.
    """
    result = np.full(len(one.lengths), np.nan)
    (a, of_one), (b, of_other) = (_with_vectors(lines, unit, there) for lines in (one, other))
    starts = [np.concatenate(([0], np.cumsum(lengths))).tolist() for lengths in (of_one, of_other)]
    for row, ((a1, a2), (b1, b2)) in enumerate(zip(*map(pairwise, starts), strict=True)):
        if a1 == a2 or b1 == b2:
            continue
        like = a[a1:a2] @ b[b1:b2].T
        if not negative:
            np.maximum(like, 0, out=like)
        forth, back = like.max(1).sum() / (a2 - a1), like.max(0).sum() / (b2 - b1)
        if negative or (forth and back):
            result[row] = (forth + back) / 2
    return result


def _with_vectors(lines: Lines, unit: Matrix, there: Flags) -> tuple[Matrix, Numbers]:
    """The vectors of all words that have one, and how many each utterance has."""
    known = there[lines.words]
    return unit[lines.words[known]], np.bincount(lines.rows[known], minlength=len(lines.lengths))
