"""The KL divergence of the word distribution of each book from that of all books.

The divergence of a book is the sum over its words of p ln(p/q), where p is the word's share in the book and
q its share in all books (paper, section 3; gutenberg-dialog, prefilter). With n for a word's count in the
book and s for its count in all books, that is

    (sum of n ln n - sum of n ln s) / words of the book + ln(words of all books / words of the book)

The first sum needs only the book, the second one the words of all books, which do not fit in memory
(`SURVEY`). Both are sums of integers (logarithms in steps of 2^-32), so they do not depend on the order of
summation.
"""

import math

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from dialogue_etl.text.word_hashes import Numbers

Integers = npt.NDArray[np.int64]

COUNTS = pa.schema([("word", pa.uint64()), ("book", pa.int64()), ("count", pa.int32())])
"""How often words occur in the books of a shard."""

SURVEY = """
WITH everywhere AS (
    SELECT word, sum(CASE WHEN in_survey THEN count ELSE 0 END)::INTEGER AS often
    FROM counts JOIN books USING (book) GROUP BY word HAVING count(*) > 1
)
SELECT book, sum(count * round(
    ln(coalesce(often + CASE WHEN in_survey THEN 0 ELSE count END, count)) * 4294967296
)::BIGINT)::BIGINT AS steps
FROM counts JOIN books USING (book) LEFT JOIN everywhere USING (word) GROUP BY book ORDER BY book
"""
"""Sum of n ln s over the words of each book that has any, in steps.

A book that is not in the survey is compared with the survey and itself. A word that only one book has is not
joined: its count in all books is that in the book.
"""

_STEPS = 1 << 32


def counted(words: Numbers) -> tuple[Numbers, Integers]:
    """The distinct words, sorted, and how often each occurs."""
    distinct, counts = np.unique(words, return_counts=True)
    return distinct, counts.astype(np.int64)


def own_sum(counts: Integers) -> int:
    """Sum of n ln n over the words of a book, in steps."""
    distinct, often = np.unique(counts, return_counts=True)
    # One by one with the C library: vectorised logarithms differ between processors.
    steps = [round(math.log(count) * _STEPS) for count in distinct.tolist()]
    return int((distinct * often * np.array(steps, np.int64)).sum())


def divergence(words: int, own: int, survey: int, everything: int) -> float:
    """KL divergence of a book from all books, in nats; 0 for a book without words.

    Args:
        words: of the book.
        own: its `own_sum`.
        survey: its steps of `SURVEY`.
        everything: words of all books, the book included.
    """
    if not words:
        return 0.0
    return (own - survey) / _STEPS / words + math.log(everything / words)
