"""DuckDB within this process; what does not fit in its memory is spilled to a folder."""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import duckdb
import pyarrow as pa

from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from dialogue_etl.core.engines.engine import Table

MEMORY = "512MB"
_MOST_WORKERS = 4
"""Each needs its share of the memory."""
_ROWS = 100_000


class NoRoomError(DialogueEtlError):
    """Memory or disk space does not suffice; the message says for what."""


@contextmanager
def connected(
    scratch: Path | None = None, *, memory: str, workers: int = 1, stored: bool = True
) -> Iterator[duckdb.DuckDBPyConnection]:
    """An empty database, removed at the end with all its files.

    Args:
        scratch: folder for what does not fit in memory; by default the system's for temporary files.
        memory: limit, such as 512MB.
        workers: threads; one if all cores are busy with a process each.
        stored: whether its own tables are on disk; without, it opens in a fraction of the time.

    Raises:
        OSError: the disk is full; DuckDB itself has no error of its own for it.
    """
    with TemporaryDirectory(dir=scratch) as folder:
        config: dict[str, str | bool | int | float | list[str]] = {
            "memory_limit": memory,
            "temp_directory": f"{folder}/spill",
            "preserve_insertion_order": False,
            "autoinstall_known_extensions": False,  # nothing is fetched
            "autoload_known_extensions": False,
            "force_compression": "uncompressed",  # temporary data is not worth the time
        }
        try:
            with duckdb.connect(f"{folder}/tables.duckdb" if stored else ":memory:", config=config) as base:
                base.execute(f"SET worker_threads = {int(workers)}")
                yield base
        except duckdb.Error as error:
            full = os.strerror(errno.ENOSPC)
            if full not in str(error):
                raise
            raise OSError(errno.ENOSPC, full, folder) from error


def rows(found: duckdb.DuckDBPyRelation) -> list[dict[str, Any]]:
    """The rows of a query, as mappings by column."""
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


@contextmanager
def aggregate(
    query: str,
    tables: Mapping[str, Table],
    values: Mapping[str, int | float],
    *,
    scratch: Path,
    workers: int,
) -> Iterator[pa.RecordBatchReader]:
    """See `Engine.aggregate`.

    Raises:
        NoRoomError: memory or disk do not suffice.
    """
    try:
        workers = min(workers, _MOST_WORKERS)
        with connected(scratch, memory=MEMORY, workers=workers, stored=False) as base:
            for name, table in tables.items():
                if isinstance(table, pa.Table):
                    base.register(name, table)
                else:
                    base.read_parquet([str(path) for path in table]).create_view(name)
            yield base.sql(query, params=dict(values)).to_arrow_reader(_ROWS)
    except duckdb.Error as error:
        why = str(error).partition("\n")[0]
        raise NoRoomError(f"{', '.join(tables)}: can't be summed up in {MEMORY}: {why}") from None
