"""ROUGE-L (Lin 2004): F1 of the longest common subsequence of words, as in Google's `rouge-score`."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from dialogue_etl.metrics.vectors import Matrix
from dialogue_etl.metrics.words import Lines


def rouge_l(responses: Lines, references: Sequence[Lines]) -> Matrix:
    """Of each response with its reference; of several the best."""
    said = _split(responses)
    every = [[_f1(*both) for both in zip(said, _split(one), strict=True)] for one in references]
    found: Matrix = np.max(np.array(every, float), axis=0)
    return found


def _split(lines: Lines) -> list[list[int]]:
    words = lines.words.tolist()
    return [words[begin:end] for begin, end in pairwise([0, *np.cumsum(lines.lengths).tolist()])]


def _f1(one: Sequence[int], other: Sequence[int]) -> float:
    return 2 * _common(one, other) / ((len(one) + len(other)) or 1)


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    """Length of the longest common subsequence, a row of the table at once as bits (Hyyrö 2004)."""
    places: dict[int, int] = {}
    for at, word in enumerate(one):
        places[word] = places.get(word, 0) | 1 << at
    row = full = (1 << len(one)) - 1
    for word in other:
        both = row & places.get(word, 0)
        row = ((row + both) | (row - both)) & full
    return len(one) - row.bit_count()
