"""Sentence BLEU (Papineni et al. 2002) of many responses at once, equal to NLTK's, which the tests check."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from dialogue_etl.metrics.vectors import Matrix
from dialogue_etl.metrics.words import Lines, Numbers

WEIGHTS = ((1.0,), (0.5, 0.5), (0.33, 0.33, 0.33), (0.25,) * 4)
"""Weights of the orders in BLEU-1 to BLEU-4, as in dialog-eval: .33, not a third."""
_ORDERS = 4
_EPSILON, _K = 0.1, 5  # of Chen & Cherry's methods 1 and 4; NLTK's defaults
NLTK_3_4 = -1
"""Smoothing method 4 as NLTK had it up to 3.4.5: 1 / (n - 1 + 5 / ln length) for an order without a match.

Papers that were evaluated by dialog-eval have it; there a response of one word counts as 0.
"""
_FAR = 1 << 40  # of a reference that is not there


class Matches(NamedTuple):
    """The counts that BLEU is computed from.

    Attributes:
        found: clipped n-gram matches of each response with its reference; a column per order.
        there: n-grams of the response, at least 1.
        lengths: words of each response.
        of_references: words of its reference; of several the closest length, of equally close the shorter.
    """

    found: Numbers
    there: Numbers
    lengths: Numbers
    of_references: Numbers


def matches(responses: Lines, references: Sequence[Lines]) -> Matches:
    """Count for each response.

    Args:
        responses: of a system.
        references: sets of them, each as many; an empty line of a further set is no reference.
    """
    number, every = len(responses.lengths), (responses, *references)
    sides = np.repeat(np.arange(len(every)), [len(one.words) for one in every])
    words, rows, lengths = (
        np.concatenate([getattr(one, name) for one in every]) for name in ("words", "rows", "lengths")
    )
    ends = np.repeat(np.cumsum(lengths), lengths)
    left = ends - np.arange(len(words))  # words from here to the end of the utterance
    found = np.zeros((number, _ORDERS), np.int64)
    _, words = np.unique(words, return_inverse=True)
    many = words.max(initial=0) + 1
    grams = rows
    starts = np.arange(len(words))
    for order in range(_ORDERS):
        fits = left[starts] > order
        starts, grams = starts[fits], grams[fits]
        if not len(starts):
            break
        _, first, grams = np.unique(
            grams * many + words[starts + order], return_index=True, return_inverse=True
        )
        said, *given = (
            np.bincount(grams[sides[starts] == side], minlength=len(first)) for side in range(len(every))
        )
        found[:, order] = np.bincount(rows[starts[first]], np.minimum(said, np.maximum.reduce(given)), number)
    there = np.maximum(responses.lengths[:, None] - np.arange(_ORDERS), 1)
    return Matches(found, there, responses.lengths, _closest(responses.lengths, references))


def _closest(lengths: Numbers, references: Sequence[Lines]) -> Numbers:
    first, *further = (one.lengths for one in references)
    every = np.stack([first, *(np.where(one > 0, one, _FAR) for one in further)])
    # Twice the distance, and one more for a longer one.
    found: Numbers = np.take_along_axis(
        every, np.argmin(2 * np.abs(every - lengths) + (every > lengths), axis=0)[None], axis=0
    )[0]
    return found


def sentences(of: Matches, smoothing: int = 4) -> list[Matrix]:
    """BLEU-1 to BLEU-4 of each response; 0 where no word matches.

    Args:
        of: counts.
        smoothing: number of a method of Chen & Cherry 2014, 1 to 4; 0 for no smoothing; or `NLTK_3_4`.
    """
    precisions = _smoothed(of, smoothing)
    logs = np.log(np.where(precisions > 0, precisions, 1))
    # In NLTK a precision that is still 0 counts as 1.
    short = np.exp(1 - of.of_references / np.maximum(of.lengths, 1))
    scored = (of.found[:, 0] > 0) & (of.lengths > (smoothing == NLTK_3_4))
    brevity = np.where(of.lengths > of.of_references, 1, short) * scored
    return [brevity * np.exp(logs[:, : len(weights)] @ np.array(weights)) for weights in WEIGHTS]


def _smoothed(of: Matches, method: int) -> Matrix:
    """The precisions, with zeros smoothed by the method."""
    missing, rest = of.found == 0, 1 / of.there
    precisions = of.found / of.there
    misses = np.cumsum(missing, axis=1)
    if method == 0:
        return np.maximum(precisions, np.finfo(float).tiny)
    if method == 1:
        return np.where(missing, _EPSILON * rest, precisions)
    if method == 2:
        return np.concatenate([precisions[:, :1], (of.found[:, 1:] + 1) / (of.there[:, 1:] + 1)], axis=1)
    if method == 3:
        return np.where(missing, rest / 2.0**misses, precisions)
    logs = np.log(np.maximum(of.lengths, 1))[:, None]
    if method == NLTK_3_4:
        with np.errstate(divide="ignore"):
            return np.where(missing, 1 / (np.arange(_ORDERS) + _K / logs), precisions)
    return np.where(missing & (of.lengths > 1)[:, None], logs * rest / (2.0**misses * _K), precisions)
