"""Sentence BLEU (Papineni et al. 2002) of many responses at once, and corpus BLEU.

Equal to NLTK's `sentence_bleu` and `corpus_bleu` with one reference, which the tests check.
"""

import math
from typing import NamedTuple

import numpy as np

from dialogue_etl.metrics.vectors import Matrix
from dialogue_etl.metrics.words import Lines, Numbers

WEIGHTS = ((1.0,), (0.5, 0.5), (0.33, 0.33, 0.33), (0.25,) * 4)
"""Weights of the orders in BLEU-1 to BLEU-4, as in dialog-eval: .33, not a third."""
_ORDERS = 4
_EPSILON, _K = 0.1, 5  # of Chen & Cherry's methods 1 and 4; NLTK's defaults


class Matches(NamedTuple):
    """The counts that BLEU is computed from.

    Attributes:
        found: clipped n-gram matches of each response with its reference; a column per order.
        there: n-grams of the response, at least 1.
        lengths: words of each response.
        of_references: words of its reference.
    """

    found: Numbers
    there: Numbers
    lengths: Numbers
    of_references: Numbers


def matches(responses: Lines, references: Lines) -> Matches:
    """Count for each response."""
    number = len(responses.lengths)
    sides = np.repeat([True, False], [len(responses.words), len(references.words)])
    words = np.concatenate([responses.words, references.words])
    rows = np.concatenate([responses.rows, references.rows])
    lengths = np.concatenate([responses.lengths, references.lengths])
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
        of_responses = np.bincount(grams[sides[starts]], minlength=len(first))
        of_references = np.bincount(grams[~sides[starts]], minlength=len(first))
        both = np.minimum(of_responses, of_references)
        found[:, order] = np.bincount(rows[starts[first]], both, number)
    there = np.maximum(responses.lengths[:, None] - np.arange(_ORDERS), 1)
    return Matches(found, there, responses.lengths, references.lengths)


def sentences(of: Matches, smoothing: int = 4) -> list[Matrix]:
    """BLEU-1 to BLEU-4 of each response; 0 where no word matches.

    Args:
        of: counts.
        smoothing: number of a method of Chen & Cherry 2014, 1 to 4; 0 for no smoothing.
    """
    precisions = _smoothed(of, smoothing)
    logs = np.log(np.where(precisions > 0, precisions, 1))
    # In NLTK a precision that is still 0 counts as 1.
    short = np.exp(1 - of.of_references / np.maximum(of.lengths, 1))
    brevity = np.where(of.lengths > of.of_references, 1, short) * (of.found[:, 0] > 0)
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
    return np.where(missing & (of.lengths > 1)[:, None], logs * rest / (2.0**misses * _K), precisions)


def corpus(ngrams: Numbers, length: int, of_references: int, order: int) -> float:
    """Corpus BLEU without smoothing.

    Args:
        ngrams: by order, matches and n-grams of all responses.
        length: words of all responses.
        of_references: words of all references.
        order: the highest order of n-grams.
    """
    found, there = ngrams[:, :order]
    if not found.all() or not length:
        return 0.0
    brevity = 1.0 if length > of_references else math.exp(1 - of_references / length)
    return brevity * math.exp(float(np.log(found / there).mean()))
