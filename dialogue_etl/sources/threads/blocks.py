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
    """Whole threads, one after the other.

    Attributes:
        threads: their rows.
        edges: where the comments of each begin; one more than threads, the last is the number of comments.
        comments: of all of them.
        ids: of the comments.
        parents: what each of them answers.
        authors: of the comments.
    """

    threads: list[dict[str, Any]]
    edges: list[int]
    comments: pa.RecordBatch
    ids: list[str]
    parents: list[str | None]
    authors: list[str | None]


def blocks(threads: Path, comments: Path) -> Iterator[Block]:
    """The threads of a shard, by id, with the comments of each: none is parted, however many it has."""
    rows = shards.read_shard(threads)
    held: list[pa.RecordBatch] = []
    for batch in row_groups(comments):
        ids = batch.column("source_id")
        if held and held[-1].column("source_id")[-1] != ids[0]:
            yield _block(rows, held)
            held = []
        last = pc.index(ids, ids[-1]).as_py()  # the thread of the last row may go on
        if last:
            yield _block(rows, [*held, batch.slice(0, last)])
            held = []
        held.append(batch.slice(last))
    if held:
        yield _block(rows, held)


def row_groups(path: Path) -> Iterator[pa.RecordBatch]:
    """A file as it was written, a few megabytes at a time: so many rows may be far more, with long texts."""
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
