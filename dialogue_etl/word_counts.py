"""Counts of words over more text than memory holds: written in parts by word, summed up part by part.

Words are 64-bit numbers (`text/word_numbers.py`); a part is a range of them, so that parts are in the
order of the words and each can be summed up alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from types import TracebackType

    import numpy.typing as npt

    from dialogue_etl.text.word_numbers import Numbers

_SCHEMA = pa.schema([("word", pa.uint64()), ("owner", pa.int32()), ("count", pa.int32())])
_HELD_ROWS = 500_000
_BYTES_PER_PART = 10_000_000
"""Of the compressed shards that are counted: a part is then some million rows, 16 MB."""


def parts_for(paths: Iterable[Path]) -> int:
    """How many parts the counts of these shards are written in: by their size, so that one fits in memory."""
    return 1 + sum(path.stat().st_size for path in paths) // _BYTES_PER_PART


class CountsWriter:
    """Writes how often each owner (a book, a batch of dialogues) has each word."""

    def __init__(self, path: Path, parts: int) -> None:
        self._bounds = np.array([(part << 64) // parts for part in range(1, parts)], np.uint64)
        self._held: list[tuple[int, Numbers, npt.NDArray[np.int64]]] = []
        self._rows = 0
        options = pa.ipc.IpcWriteOptions(compression="lz4", use_threads=False)
        self._writer = pa.ipc.new_file(path, _SCHEMA, options=options)

    def __enter__(self) -> CountsWriter:
        return self

    def add(self, owner: int, words: Numbers, counts: npt.NDArray[np.int64]) -> None:
        """Add the counts of one owner; `words` are distinct and sorted."""
        self._held.append((owner, words, counts))
        self._rows += len(words)
        if self._rows > _HELD_ROWS:
            self._flush()

    def _flush(self) -> None:
        """Write what is held, a batch for each part."""
        cuts = [[0, *np.searchsorted(words, self._bounds), len(words)] for _, words, _ in self._held]
        for part in range(len(self._bounds) + 1):
            pieces = [
                (np.full(end - start, owner, np.int32), words[start:end], counts[start:end])
                for (owner, words, counts), cut in zip(self._held, cuts, strict=True)
                for start, end in [(cut[part], cut[part + 1])]
            ]
            owners, words, counts = (np.concatenate(column) for column in zip(*pieces, strict=True))
            self._writer.write_batch(
                pa.record_batch([words, owners, counts.astype(np.int32)], schema=_SCHEMA)
            )
        self._held.clear()
        self._rows = 0

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None and self._held:
            self._flush()
        self._writer.close()


@dataclass(frozen=True)
class Counts:
    """One part of the counts of all shards: parallel columns, a row per owner and word."""

    words: Numbers
    shards: npt.NDArray[np.int32]
    owners: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int64]


def read_part(paths: Iterable[Path], part: int, parts: int) -> Counts:
    """One part of what several `CountsWriter` wrote."""
    columns: list[tuple[npt.NDArray[np.generic], ...]] = []
    for shard, path in enumerate(paths):
        with pa.OSFile(str(path)) as source, pa.ipc.open_file(source) as reader:
            for index in range(part, reader.num_record_batches, parts):
                batch = reader.get_batch(index)
                word, owner, count = (column.to_numpy() for column in batch.columns)
                columns.append((word, np.full(len(word), shard, np.int32), owner, count.astype(np.int64)))
    if not columns:
        columns.append(tuple(np.zeros(0, kind) for kind in (np.uint64, np.int32, np.int32, np.int64)))
    return Counts(*(np.concatenate(column) for column in zip(*columns, strict=True)))
