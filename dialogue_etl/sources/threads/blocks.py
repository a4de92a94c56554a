"""Threads of a shard with their comments, a few thousand at a time."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from dialogue_etl.core import shards

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass(frozen=True)
class Block:
    """Whole threads with their comments.

    Attributes:
        threads: rows of the threads.
        edges: offsets of the threads in the comments, and the number of comments at the end.
        comments: rows of the comments of all threads.
        ids: ids of the comments.
        parents: ids of their parents.
        authors: authors of the comments.
    """

    threads: list[dict[str, Any]]
    edges: list[int]
    comments: pa.RecordBatch
    ids: list[str]
    parents: list[str | None]
    authors: list[str | None]


def blocks(threads: Path, comments: Path) -> Iterator[Block]:
    """The threads of a shard, by id, with all comments of each, however many."""
    rows = shards.read_shard(threads)
    held: list[pa.RecordBatch] = []
    for batch in row_groups(comments):
        ids = batch.column("source_id")
        if held and held[-1].column("source_id")[-1] != ids[0]:
            yield _block(rows, held)
            held = []
        last = pc.index(ids, ids[-1]).as_py()  # the thread of the last row may continue in the next batch
        if last:
            yield _block(rows, [*held, batch.slice(0, last)])
            held = []
        held.append(batch.slice(last))
    if held:
        yield _block(rows, held)


def row_groups(path: Path) -> Iterator[pa.RecordBatch]:
    """The row groups of a file, as written: a few megabytes each, unlike batches of a number of rows."""
    with pq.ParquetFile(path, pre_buffer=False) as file:
        for number in range(file.num_row_groups):
            yield from file.read_row_group(number, use_threads=False).combine_chunks().to_batches()


def _block(rows: Iterator[dict[str, Any]], held: list[pa.RecordBatch]) -> Block:
    (batch,) = pa.Table.from_batches(held).combine_chunks().to_batches()
    ids = batch.column("source_id")
    changes = pc.not_equal(ids.slice(1), ids.slice(0, len(ids) - 1)).to_numpy(zero_copy_only=False)
    edges = [0, *(np.flatnonzero(changes) + 1).tolist(), len(batch)]
    columns = (batch.column(name).to_pylist() for name in ("id", "parent", "author"))
    return Block(list(islice(rows, len(edges) - 1)), edges, batch, *columns)
