"""Long texts, which lie in files of their own while the comments are sorted."""

from __future__ import annotations

from contextlib import ExitStack
from typing import IO, TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.sources.threads.raw import LONG_TEXTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

_TOGETHER = 4_000_000  # bytes of long texts


def filled(batches: Iterable[pa.RecordBatch], folders: Sequence[Path]) -> Iterator[pa.RecordBatch]:
    """The same rows with all of their texts; fewer at a time where these are long.

    Args:
        batches: rows with `text`, `file`, `long_start` and `long_bytes`.
        folders: of the files that were read, by their number.
    """
    with ExitStack() as stack:
        files = [stack.enter_context((folder / LONG_TEXTS).open("rb")) for folder in folders]
        for batch in batches:
            for piece in _parted(batch):
                yield _filled(piece, files)


def _parted(batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    """Halves, and their halves, until none has more of long texts than is held together."""
    size = pc.sum(batch.column("long_bytes")).as_py() or 0
    if size <= _TOGETHER or len(batch) == 1:
        yield batch
        return
    half = len(batch) // 2
    yield from _parted(batch.slice(0, half))
    yield from _parted(batch.slice(half))


def _filled(batch: pa.RecordBatch, files: Sequence[IO[bytes]]) -> pa.RecordBatch:
    starts = batch.column("long_start")
    if starts.null_count == len(batch):
        return batch
    texts = batch.column("text").to_pylist()
    places = zip(
        *(batch.column(name).to_pylist() for name in ("file", "long_start", "long_bytes")), strict=True
    )
    for row, (file, start, size) in enumerate(places):
        if start is not None:
            files[file].seek(start)
            texts[row] = files[file].read(size).decode()
    place = batch.schema.get_field_index("text")
    return batch.set_column(place, "text", pa.array(texts, pa.string()))
