"""Tables of two versions read in step: whole sources, each once, a few at a time in memory.

The stages deal sources to shards by a hash and write them in the order of their ids; so it is enough to read
on where the least id is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Batches = Iterator[pa.RecordBatch]

KEY = "source_id"


def in_step(
    before: Sequence[Batches], after: Sequence[Batches], schema: pa.Schema
) -> Iterator[tuple[pa.Table, pa.Table]]:
    """Rows of both sides, with all rows of a source in one pair of tables.

    Args:
        before: shards of one side, each in the order of `source_id`, in pieces of any size.
        after: shards of the other side.
        schema: of both; of a side without shards too.
    """
    sides = [_Stream(batches) for batches in before], [_Stream(batches) for batches in after]
    streams = [*sides[0], *sides[1]]
    for stream in streams:
        stream.read()
    while True:
        waiting = [stream.last for stream in streams if stream.is_open]
        limit = min(waiting, default=None)
        pair = [_joined([stream.take(limit) for stream in side], schema) for side in sides]
        if len(pair[0]) or len(pair[1]):
            yield pair[0], pair[1]
        if limit is None:
            return
        for stream in streams:
            if stream.is_open and stream.last == limit:
                stream.read()


class _Stream:
    """A shard of which some rows are held; the source of the last one may go on in rows not read yet."""

    def __init__(self, batches: Batches) -> None:
        self._batches = batches
        self._held: list[pa.Table] = []
        self.is_open = True
        self.last = ""

    def read(self) -> None:
        """Hold some more rows."""
        batch = next((batch for batch in self._batches if len(batch)), None)
        if batch is None:
            self.is_open = False
            return
        self._held.append(pa.Table.from_batches([batch]))
        self.last = batch.column(KEY)[len(batch) - 1].as_py()

    def take(self, limit: str | None) -> list[pa.Table]:
        """Rows of the sources before a limit (None: all), which are held no longer."""
        taken, kept = [], []
        for table in self._held:
            # In order, so those before the limit are the first ones.
            count = len(table) if limit is None else pc.sum(pc.less(table.column(KEY), limit)).as_py() or 0
            taken.append(table.slice(0, count))
            if count < len(table):
                kept.append(table.slice(count))
        self._held = kept
        return taken


def _joined(parts: list[list[pa.Table]], schema: pa.Schema) -> pa.Table:
    tables = [table for part in parts for table in part if len(table)]
    return pa.concat_tables(tables) if tables else schema.empty_table()
