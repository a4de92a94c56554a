"""Tables on disk: a fixed number of Parquet files, written whole or not at all.

A stage's output is a folder; in it each table is a folder of shards, `dialogues/00003-of-00016.parquet`.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl.core.tables import SCHEMAS
from dialogue_etl.errors import DialogueEtlError

_BUFFERED_BYTES = 4_000_000
_TURN_BYTES = 200
_REPEATED = frozenset(
    [
        "source",
        "language",
        "rights",
        "encoding",
        "source_id",
        "unit",
        "measure",
        "stage",
        "reason",
        "split",
        "method",
    ]
)
_READ_BYTES = 1 << 20
_READ_ROWS = {"texts": 1, "dialogues": 2_000}
_READ_ROWS_DEFAULT = 10_000


class MissingTableError(DialogueEtlError):
    """An input of a stage is missing; the message says which one and what makes it."""


def shard_of(source_id: str, shards: int) -> int:
    """The shard of a document and everything derived from it: by hash, so that adding one moves no other."""
    return int.from_bytes(hashlib.sha256(source_id.encode()).digest()[:8]) % shards


def first_number(index: int) -> int:
    """The number of a shard's first row, if the rows of all shards are numbered."""
    return index << 32


@contextmanager
def atomic_folder(output: Path) -> Iterator[Path]:
    """A temporary folder that replaces `output` at the end, or is removed if anything fails.

    A temporary folder that a killed run left behind is removed first.
    """
    output.parent.mkdir(parents=True, exist_ok=True)
    partial = output.parent / f".{output.name}.partial"
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    try:
        yield partial
        if output.exists():
            shutil.rmtree(output)
        partial.rename(output)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def write_atomic(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: to a temporary file beside it, which is then renamed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.partial")
    try:
        partial.write_bytes(data)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


class ShardWriter:
    """Streams rows into one shard of several tables; a table without rows gets a file, too."""

    def __init__(
        self, folder: Path, index: int, count: int, tables: Iterable[str], **further: pa.Schema
    ) -> None:
        """Open the files of tables in `tables.SCHEMAS`, and of `further` ones with schemas of their own."""
        self._rows: dict[str, list[Mapping[str, Any]]] = {}
        self._pieces: dict[str, list[pa.Table]] = {}
        self._sizes: dict[str, int] = {}
        self._writers: dict[str, pq.ParquetWriter] = {}
        for table, schema in ({name: SCHEMAS[name] for name in tables} | further).items():
            path = shard_path(folder, table, index, count)
            path.parent.mkdir(parents=True, exist_ok=True)
            # Values of other columns hardly repeat: a dictionary of them costs time and saves nothing.
            repeated = [name for name in schema.names if name in _REPEATED]
            self._writers[table] = pq.ParquetWriter(path, schema, compression="zstd", use_dictionary=repeated)
            self._rows[table], self._pieces[table], self._sizes[table] = [], [], 0

    def __enter__(self) -> ShardWriter:
        return self

    def add(self, table: str, rows: Iterable[Mapping[str, Any]], size: int = 500) -> None:
        """Append rows of about `size` bytes each; they are buffered, and written some megabytes at a time."""
        held = self._rows[table]
        before = len(held)
        held.extend(rows)
        self._grown(table, (len(held) - before) * size)

    def write(self, table: str, rows: pa.Table) -> None:
        """Append rows that are Arrow data already."""
        self._pieces[table].append(rows)
        self._grown(table, rows.nbytes)

    def write_rows(self, table: str, rows: pa.Table, sizes: npt.NDArray[np.int64]) -> None:
        """Append Arrow data in the row groups that `add` of single rows with these sizes would make."""
        ends = np.concatenate([[0], np.cumsum(sizes)])
        begin = 0
        while begin < len(rows):
            full = _BUFFERED_BYTES - self._sizes[table] + ends[begin]
            end = min(int(np.searchsorted(ends, full, "right")), len(rows))
            held = pa.concat_tables([*self._pieces[table], rows.slice(begin, end - begin)])
            self._pieces[table] = [held.combine_chunks()]
            self._grown(table, int(ends[end] - ends[begin]))
            begin = end

    def _grown(self, table: str, size: int) -> None:
        self._sizes[table] += size
        if self._sizes[table] > _BUFFERED_BYTES:
            self._flush(table)

    def _flush(self, table: str) -> None:
        pieces, rows = self._pieces[table], self._rows[table]
        if rows:
            pieces.append(pa.Table.from_pylist(rows, self._writers[table].schema))
        if pieces:
            self._writers[table].write_table(pa.concat_tables(pieces))
        pieces.clear()
        rows.clear()
        self._sizes[table] = 0

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with ExitStack() as closing:
            for table in self._writers:
                closing.callback(self._close, table, flush=kind is None)

    def _close(self, table: str, *, flush: bool) -> None:
        writer = self._writers[table]
        try:
            if flush:
                self._flush(table)
            writer.close()
        finally:
            writer.is_open = False  # else the garbage collector would close it again, with a warning


def turn_sizes(dialogues: pa.Table) -> npt.NDArray[np.int64]:
    """Estimated bytes of each dialogue."""
    import pyarrow.compute as pc  # noqa: PLC0415 - half the stages make no dialogues

    sizes: npt.NDArray[np.int64] = _TURN_BYTES * pc.list_value_length(dialogues.column("turns")).to_numpy()
    return sizes


def shard_path(folder: Path, table: str, index: int, count: int) -> Path:
    """The file of one shard of a table."""
    return folder / table / f"{index:05d}-of-{count:05d}.parquet"


def shard_paths(folder: Path, table: str) -> list[Path]:
    """The files of a table, in order.

    Raises:
        MissingTableError: there is no such table.
    """
    paths = sorted((folder / table).glob("*.parquet"))
    if not paths:
        raise MissingTableError(f"{folder / table}: no such table; run the stage that writes it first")
    return paths


def read_shard(path: Path, columns: list[str] | None = None) -> Iterator[dict[str, Any]]:
    """Rows of one file, read in batches."""
    for batch in read_batches(path, columns):
        yield from batch.to_pylist()


def read_batches(
    path: Path, columns: list[str] | None = None, rows: int | None = None
) -> Iterator[pa.RecordBatch]:
    """One file as Arrow data, in batches.

    Args:
        path: of the file.
        columns: may be leaves of nested ones; all if not given.
        rows: of a batch; if not given, so few that a batch with all columns takes a few megabytes.
    """
    # By default whole columns are buffered ahead, and memory grows with the file.
    with pq.ParquetFile(path, pre_buffer=False, buffer_size=_READ_BYTES) as file:
        rows = rows or _READ_ROWS.get(path.parent.name, _READ_ROWS_DEFAULT)
        # One thread: the cores are busy with a process each.
        yield from file.iter_batches(batch_size=rows, columns=columns, use_threads=False)


def merge_shards(folders: Sequence[Path], output: Path) -> None:
    """Put tables of one shard each together as tables with a shard per folder."""
    for index, folder in enumerate(folders):
        for path in sorted(folder.glob("*/*.parquet")):
            link(path, shard_path(output, path.parent.name, index, len(folders)))


def link(source: Path, target: Path) -> None:
    """Hard link a finished file, or copy it to another file system."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        target.hardlink_to(source)
    except OSError:
        shutil.copyfile(source, target)


def read(folder: Path, table: str, columns: list[str] | None = None) -> Iterator[dict[str, Any]]:
    """Rows of a table, shard after shard.

    Raises:
        MissingTableError: there is no such table.
    """
    for path in shard_paths(folder, table):
        yield from read_shard(path, columns)
