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
    from collections.abc import Iterable, Iterator
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

_BATCHES = pa.schema(
    [
        ("distinct", pa.list_(pa.uint64())),
        ("codes", pa.list_(pa.int32())),  # of each running word, its place among the distinct ones
        ("lengths", pa.list_(pa.int32())),  # words of each dialogue
    ]
)


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

    def shares(self, rare: npt.NDArray[np.bool_]) -> list[float]:
        """Of each dialogue's words, the share that is rare; a dialogue without a word is all rare.

        Args:
            rare: for each distinct word.
        """
        hits = _sums(rare[self._codes].astype(np.int64), self._lengths)
        return [
            hit / length if length else 1.0
            for hit, length in zip(hits.tolist(), self._lengths.tolist(), strict=True)
        ]

    def batch(self) -> pa.RecordBatch:
        """As one row to be kept in a file."""
        columns = (self.distinct, self._codes, self._lengths.astype(np.int32))
        return pa.record_batch(
            [pa.array([column], kind.type) for column, kind in zip(columns, _BATCHES, strict=True)],
            schema=_BATCHES,
        )


def write_words(path: Path, batches: Iterable[Words]) -> None:
    """Keep the words of a shard's batches."""
    options = pa.ipc.IpcWriteOptions(compression="lz4", use_threads=False)
    with pa.ipc.new_file(path, _BATCHES, options=options) as writer:
        for words in batches:
            writer.write_batch(words.batch())


def read_words(path: Path) -> Iterator[Words]:
    """What `write_words` kept, batch by batch."""
    with pa.OSFile(str(path)) as source, pa.ipc.open_file(source) as reader:
        for index in range(reader.num_record_batches):
            columns = reader.get_batch(index).columns
            distinct, codes, lengths = (column.flatten().to_numpy() for column in columns)
            yield Words(distinct, codes, lengths.astype(np.int64))


def read_frequent(path: Path) -> tuple[Numbers, int]:
    """What `FREQUENT` found: the frequent words, sorted, and how many words there are in all."""
    found = pq.read_table(path)
    return found["word"].to_numpy(), found["words"][0].as_py() if len(found) else 0


def is_rare(distinct: Numbers, frequent: Numbers) -> npt.NDArray[np.bool_]:
    """For each word whether it is not among the frequent ones, which are sorted."""
    if not len(frequent):
        return np.ones(len(distinct), np.bool_)
    places = np.minimum(np.searchsorted(frequent, distinct), len(frequent) - 1)
    rare: npt.NDArray[np.bool_] = frequent[places] != distinct
    return rare


def _sums(values: Integers, lengths: Integers) -> Integers:
    """Sums of consecutive stretches of the values."""
    running = np.concatenate([[0], np.cumsum(values)])
    ends = np.cumsum(lengths)
    sums: Integers = running[ends] - running[ends - lengths]
    return sums
