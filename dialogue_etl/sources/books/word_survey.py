"""How far each book's words are from those of all books: the measure behind the KL filter.

The divergence of a book is the sum over its words of p ln(p/q), where p is the word's share in the book and
q its share in all books (paper, section 3; gutenberg-dialog, prefilter). With n for a word's count in the
book and s for its count in all books, that is

    (sum of n ln n - sum of n ln s) / words of the book + ln(words of all books / words of the book)

The first sum needs the book alone, the second one the words of all books, which no memory holds (`SEEN`).
Both are sums of integers (logarithms in steps of 2^-32), so they do not depend on the order of anything.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from dialogue_etl.text.word_numbers import Numbers

    Integers = npt.NDArray[np.int64]

COUNTS = pa.schema([("word", pa.uint64()), ("book", pa.int64()), ("count", pa.int32())])
"""How often words occur in the books of a shard."""

SEEN = """
WITH everywhere AS (
    SELECT word, sum(CASE WHEN in_survey THEN count ELSE 0 END)::INTEGER AS often
    FROM counts JOIN books USING (book) GROUP BY word HAVING count(*) > 1
)
SELECT book, coalesce(often + CASE WHEN in_survey THEN 0 ELSE count END, count) AS seen,
    sum(count)::BIGINT AS count
FROM counts JOIN books USING (book) LEFT JOIN everywhere USING (word)
GROUP BY ALL ORDER BY ALL
"""
"""Of each book the words that all books of the survey have so often, and how often it has them itself.

A book that is not in the survey is held against the survey with itself in it. A word that one book alone has
is not joined: it is seen as often as that book has it.
"""

_STEPS = 1 << 32


def counted(words: Numbers) -> tuple[Numbers, Integers]:
    """The distinct words, sorted, and how often each occurs."""
    distinct, counts = np.unique(words, return_counts=True)
    return distinct, counts.astype(np.int64)


def own_sum(counts: Integers) -> int:
    """Sum of n ln n over the words of a book, in steps."""
    return int((counts * _logarithms(counts)).sum())


def survey_sums(seen: Iterable[pa.RecordBatch]) -> Counter[int]:
    """Sum of n ln s over the words of each book, in steps, by its number; from rows of `SEEN`."""
    sums: Counter[int] = Counter()
    for batch in seen:
        books, often, counts = (column.to_numpy() for column in batch.columns)
        steps = counts * _logarithms(often)
        starts = np.flatnonzero(np.diff(books, prepend=-1))
        for book, number in zip(books[starts].tolist(), np.add.reduceat(steps, starts).tolist(), strict=True):
            sums[book] += number
    return sums


def divergence(words: int, own: int, survey: int, everything: int) -> float:
    """KL divergence of a book from all books, in nats; 0 for a book without words.

    Args:
        words: of the book.
        own: its `own_sum`.
        survey: its `survey_sums`.
        everything: words of all books, the book included.
    """
    if not words:
        return 0.0
    return (own - survey) / _STEPS / words + math.log(everything / words)


def _logarithms(counts: Integers) -> Integers:
    """Natural logarithms in steps. One by one by the C library: vectorised ones differ between processors."""
    distinct, places = np.unique(counts, return_inverse=True)
    return np.array(list(map(_logarithm, distinct.tolist())), np.int64)[places]


@lru_cache(maxsize=1 << 16)  # nearly all words occur less often
def _logarithm(count: int) -> int:
    return round(math.log(count) * _STEPS)
