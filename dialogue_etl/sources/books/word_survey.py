"""How far each book's words are from those of all books: the measure behind the KL filter.

The divergence of a book is the sum over its words of p ln(p/q), where p is the word's share in the book and
q its share in all books (paper, section 3; gutenberg-dialog, prefilter). With n for a word's count in the
book and s for its count in all books, that is

    (sum of n ln n - sum of n ln s) / words of the book + ln(words of all books / words of the book)

The first sum needs the book alone; the second one is added up
over ranges of words, so that no process ever holds all words of a language. Both are sums of integers
(logarithms in steps of 2^-32), so they do not depend on the order of anything.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from dialogue_etl.text.word_numbers import Numbers
    from dialogue_etl.word_counts import Counts

    Integers = npt.NDArray[np.int64]

_STEPS = 1 << 32
_SMALL = 1 << 16  # nearly all words occur less often


def counted(words: Numbers) -> tuple[Numbers, Integers]:
    """The distinct words, sorted, and how often each occurs."""
    distinct, counts = np.unique(words, return_counts=True)
    return distinct, counts.astype(np.int64)


def own_sum(counts: Integers) -> int:
    """Sum of n ln n over the words of a book, in steps."""
    return int((counts * _logarithms(counts)).sum())


def survey_sums(part: Counts, firsts: Sequence[int], in_survey: npt.NDArray[np.bool_]) -> Integers:
    """Sum of n ln s over the words of one part, for each book, in steps.

    A book that is not in the survey is held against the survey with itself in it.

    Args:
        part: the counts of all books for a range of words.
        firsts: the number of the first book of each shard.
        in_survey: for each book.
    """
    books = np.asarray(firsts, np.int64)[part.shards] + part.owners
    mine = in_survey[books]
    _, which = np.unique(part.words, return_inverse=True)
    everywhere = np.zeros(which.max(initial=-1) + 1, np.int64)
    np.add.at(everywhere, which[mine], part.counts[mine])
    seen = everywhere[which] + np.where(mine, 0, part.counts)
    sums = np.zeros(len(in_survey), np.int64)
    np.add.at(sums, books, part.counts * _logarithms(seen))
    return sums


def divergence(words: int, own: int, survey: int, everything: int) -> float:
    """KL divergence of a book from all books, in nats; 0 for a book without words.

    Args:
        words: of the book.
        own: its `own_sum`.
        survey: its `survey_sums`, over all parts.
        everything: words of all books, the book included.
    """
    if not words:
        return 0.0
    return (own - survey) / _STEPS / words + math.log(everything / words)


def _logarithms(counts: Integers) -> Integers:
    """Natural logarithms in steps. One by one by the C library: vectorised ones differ between processors."""
    steps = _small_logarithms()[np.minimum(counts, _SMALL)]
    for place in np.flatnonzero(counts > _SMALL).tolist():
        steps[place] = _logarithm(int(counts[place]))
    return steps


@cache
def _small_logarithms() -> Integers:
    return np.array([0, *(_logarithm(count) for count in range(1, _SMALL + 1))], np.int64)


def _logarithm(count: int) -> int:
    return round(math.log(count) * _STEPS)
