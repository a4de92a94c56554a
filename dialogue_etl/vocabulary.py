"""The vocabulary of a language's dialogues: which words are frequent, over more text than memory holds.

Words are numbers (`text/word_numbers.py`); of equally frequent words those with the smaller numbers count
as the more frequent, an arbitrary choice that is the same everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl.text.word_numbers import vocabulary_words

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

    from dialogue_etl.text.word_numbers import Numbers

    Integers = npt.NDArray[np.int64]

COUNTS = pa.schema([("word", pa.uint64()), ("count", pa.int32())])
"""How often words occur in a batch of dialogues."""

FREQUENT = """
WITH totals AS MATERIALIZED (SELECT word, sum(count) AS often FROM counts GROUP BY word)
SELECT word, (SELECT count(*) FROM totals) AS words
FROM (SELECT word FROM totals ORDER BY often DESC, word LIMIT $size) ORDER BY word
"""
"""The most frequent words, and in each row how many words there are in all."""


class Words:
    """The words of a batch of dialogues, each distinct one once."""

    def __init__(self, distinct: Numbers, codes: npt.NDArray[np.int32], lengths: Integers) -> None:
        self.distinct = distinct
        self._codes = codes
        self._lengths = lengths

    @classmethod
    def of(cls, turns: pa.ListArray) -> Words:
        """Take the dialogues of a column apart."""
        texts = turns.flatten().field("text").to_pylist()
        numbers, per_turn = vocabulary_words(texts)
        encoded = pa.array(numbers).dictionary_encode()
        lengths = _sums(per_turn, turns.value_lengths().to_numpy())
        return cls(encoded.dictionary.to_numpy(), encoded.indices.to_numpy(), lengths)

    def counts(self) -> pa.Table:
        """How often each of the distinct words occurs."""
        often = np.bincount(self._codes, minlength=len(self.distinct))
        return pa.table([self.distinct, often.astype(np.int32)], schema=COUNTS)

    def shares(self, frequent: Numbers) -> list[float]:
        """Of each dialogue's words, the share that is not frequent; a dialogue without a word is all rare."""
        rare = ~np.isin(self.distinct, frequent)
        hits = _sums(rare[self._codes].astype(np.int64), self._lengths)
        return [
            hit / length if length else 1.0
            for hit, length in zip(hits.tolist(), self._lengths.tolist(), strict=True)
        ]


def read_frequent(path: Path) -> tuple[Numbers, int]:
    """What `FREQUENT` found: the frequent words, and how many words there are in all."""
    found = pq.read_table(path)
    return found["word"].to_numpy(), found["words"][0].as_py() if len(found) else 0


def _sums(values: Integers, lengths: Integers) -> Integers:
    """Sums of consecutive stretches of the values."""
    running = np.concatenate([[0], np.cumsum(values)])
    ends = np.cumsum(lengths)
    sums: Integers = running[ends] - running[ends - lengths]
    return sums
