"""The tables of a version, read from DVC's cache: Parquet files by their hash, no checkout."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import gcd
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from dialogue_etl.compare.revisions import RevisionError, missing
from dialogue_etl.tables import SCHEMAS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dialogue_etl.compare.revisions import Revision

_SHARD = re.compile(r"(\w+)/(\d+)-of-(\d+)\.parquet")
_READ_BYTES = 1 << 20
_ROWS = 40_000


@dataclass(frozen=True)
class Shard:
    """A file of a table; `index` of `count`."""

    path: Path
    md5: str
    index: int
    count: int


@dataclass(frozen=True)
class Tables:
    """The tables of a language in one version.

    Attributes:
        revision: the version.
        outs: the output of each stage, by the stage's name.
        shards: of each table, by stage and table.
    """

    revision: Revision
    outs: dict[str, str]
    shards: dict[tuple[str, str], list[Shard]]

    @classmethod
    def of(cls, revision: Revision, outs: dict[str, str]) -> Tables:
        """The tables in some outputs of a version.

        Raises:
            RevisionError: the list of an output's files is not in the cache.
        """
        shards: dict[tuple[str, str], list[Shard]] = {}
        for stage, out in outs.items():
            for name, md5 in sorted(revision.files(out).items()):
                if found := _SHARD.fullmatch(name):
                    shard = Shard(revision.path(md5), md5, int(found[2]), int(found[3]))
                    shards.setdefault((stage, found[1]), []).append(shard)
        return cls(revision, outs, shards)

    def of_stage(self, stage: str, table: str) -> list[Shard]:
        """The files of a table, none if the version does not have it."""
        return self.shards.get((stage, table), [])

    def without_files(self, other: Tables | None, unneeded: Sequence[str]) -> list[str]:
        """Outputs of which files are not in the cache.

        Args:
            other: the other version.
            unneeded: tables of which only the files that the other version does not have are looked at.
        """
        gone = set()
        for key, shards in self.shards.items():
            known = {shard.md5 for shard in other.shards.get(key, [])} if other else set()
            wanted = [shard for shard in shards if key[1] not in unneeded or shard.md5 not in known]
            if not all(shard.path.is_file() for shard in wanted):
                gone.add(self.outs[key[0]])
        return sorted(gone)


def by_language(revision: Revision) -> dict[tuple[str, str], dict[str, str]]:
    """Outputs `data/<source>/<stage>/<language>` as source and language to stage to output."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for out in revision.outs:
        parts = PurePosixPath(out).parts
        if len(parts) == 4 and parts[0] == "data":
            found.setdefault((parts[1], parts[3]), {})[parts[2]] = out
    return found


def tables(revision: Revision, outs: dict[str, str]) -> Tables:
    """The tables in some outputs, with all that is missing in one message.

    Raises:
        RevisionError: lists of files are not in the cache.
    """
    absent = sorted(out for out in outs.values() if not revision.path(revision.outs[out]).is_file())
    if absent:
        raise missing(revision, absent)
    return Tables.of(revision, outs)


def read(
    shards: Sequence[Shard], columns: Sequence[str], table: str, keep: pa.Expression | None = None
) -> pa.Table:
    """Some columns of a table, those there are: an older version may lack some.

    Args:
        shards: its files.
        columns: wanted.
        table: its name, for the schema of one without files.
        keep: rows wanted.
    """
    parts = [pa.Table.from_batches([batch]) for shard in shards for batch in batches(shard, columns, _ROWS)]
    kept = [part.filter(keep) if keep is not None else part for part in parts]
    if kept:
        return pa.concat_tables(kept)
    return pa.schema([SCHEMAS[table].field(name) for name in columns]).empty_table()


def batches(shard: Shard, columns: Sequence[str], rows: int) -> Iterator[pa.RecordBatch]:
    """A file in pieces of so many rows.

    Raises:
        RevisionError: it is damaged.
    """
    try:
        # Read piece by piece: by default whole columns are fetched ahead, and memory grows with the file.
        with pq.ParquetFile(shard.path, pre_buffer=False, buffer_size=_READ_BYTES) as file:
            there = [name for name in columns if name in file.schema_arrow.names]
            yield from file.iter_batches(batch_size=rows, columns=there)
    except pa.ArrowInvalid as error:
        raise RevisionError(f"{shard.path}: damaged, remove it and run `dvc fetch`: {error}") from error


def in_order(shard: Shard, columns: Sequence[str], rows: int, key: str) -> Iterator[pa.RecordBatch]:
    """The same in the order of a key, in which the stages write; a file in another order is read whole."""
    last = ""
    for batch in batches(shard, [key], _ROWS):
        ids = pa.concat_arrays([pa.array([last]), batch.column(key)])
        if not pc.all(pc.less_equal(ids[:-1], ids[1:])).as_py():
            everything = pa.Table.from_batches(batches(shard, columns, _ROWS))
            yield from everything.sort_by(key).combine_chunks().to_batches()
            return
        last = ids[-1].as_py()
    yield from batches(shard, columns, rows)


def matching(before: Sequence[Shard], after: Sequence[Shard]) -> list[tuple[list[Shard], list[Shard]]]:
    """Which shards of two versions may hold the same sources.

    A source is in the shard of its hash modulo their number, so shards whose indices differ modulo the
    greatest common divisor of both numbers share none.
    """
    apart = gcd(before[0].count if before else 0, after[0].count if after else 0)
    groups: dict[int, tuple[list[Shard], list[Shard]]] = {}
    for side, shards in enumerate((before, after)):
        for shard in shards:
            groups.setdefault(shard.index % apart, ([], []))[side].append(shard)
    return [groups[index] for index in sorted(groups)]


def rows(shard: Shard) -> int:
    """How many rows a file has."""
    count: int = pq.read_metadata(shard.path).num_rows
    return count
