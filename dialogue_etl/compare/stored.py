"""The tables of a version in DVC's cache: Parquet files by their hash, read by DuckDB without a checkout."""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

import duckdb
import pyarrow.parquet as pq

from dialogue_etl.compare.revisions import RevisionError, missing
from dialogue_etl.engines.database import connected
from dialogue_etl.tables import SCHEMAS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    import pyarrow as pa

    from dialogue_etl.compare.revisions import Revision

MEMORY = "512MB"

_SHARD = re.compile(r"(\w+)/\d+-of-\d+\.parquet")
_NEEDED_IF_DIFFERENT = ("dialogues", "drops")
"""Tables of which only the files that the other version does not have are read."""


@dataclass(frozen=True)
class Shard:
    """A file of a table."""

    path: Path
    md5: str


@dataclass(frozen=True)
class Tables:
    """The tables of one language of a source in one version.

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
            RevisionError: lists of files are not in the cache.
        """
        if absent := sorted(out for out in outs.values() if not revision.path(revision.outs[out]).is_file()):
            raise missing(revision, absent)
        shards: dict[tuple[str, str], list[Shard]] = {}
        for stage, out in outs.items():
            for name, md5 in sorted(revision.files(out).items()):
                if match := _SHARD.fullmatch(name):
                    shards.setdefault((stage, match[1]), []).append(Shard(revision.path(md5), md5))
        return cls(revision, outs, shards)

    def of_stage(self, stage: str, table: str) -> list[Shard]:
        """The files of a table, none if the version does not have it."""
        return self.shards.get((stage, table), [])

    def without_files(self, other: Tables) -> list[str]:
        """Outputs of which files that are needed to compare it with another version are not in the cache."""
        absent = set()
        for key, shards in self.shards.items():
            shared = {shard.md5 for shard in other.shards.get(key, ())}
            skipped = shared if key[1] in _NEEDED_IF_DIFFERENT else ()
            if not all(shard.path.is_file() for shard in shards if shard.md5 not in skipped):
                absent.add(self.outs[key[0]])
        return sorted(absent)


def by_language(revision: Revision) -> dict[tuple[str, str], dict[str, str]]:
    """Outputs `data/<source>/<stage>/<language>` as source and language to stage to output."""
    grouped: dict[tuple[str, str], dict[str, str]] = {}
    for out in revision.outs:
        parts = PurePosixPath(out).parts
        if len(parts) == 4 and parts[0] == "data":
            grouped.setdefault((parts[1], parts[3]), {})[parts[2]] = out
    return grouped


@contextmanager
def database(schemas: Mapping[str, pa.Schema]) -> Iterator[duckdb.DuckDBPyConnection]:
    """An empty database with an empty table for each schema (`empty_<table>`); gone at the end.

    Args:
        schemas: of the tables that only the source has, by name.

    Raises:
        RevisionError: a file is damaged, or memory and disk do not suffice.
    """
    try:
        with connected(memory=MEMORY, workers=os.cpu_count() or 1, stored=False) as base:
            for name, schema in {**SCHEMAS, **schemas}.items():
                base.register(f"empty_{name}", schema.empty_table())
            yield base
    except duckdb.Error as error:
        raise RevisionError(f"the versions cannot be compared: {' '.join(str(error).split())}") from error


def scan(table: str, shards: Iterable[Shard]) -> str:
    """The rows of some files as a subquery; columns that an older version lacks are null."""
    paths = [str(shard.path) for shard in shards]
    if not paths:
        return f"empty_{table}"
    return (
        f"(SELECT * FROM empty_{table} UNION ALL BY NAME "
        f"SELECT * FROM read_parquet({paths!r}, union_by_name=true))"
    )


def rows(found: duckdb.DuckDBPyRelation) -> list[dict[str, Any]]:
    """The rows of a query, each by its columns."""
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def column_names(shards: Sequence[Shard]) -> set[str]:
    """The columns of a table, with those of nested ones as `turns.speaker`; none without files."""
    if not shards:
        return set()
    try:
        schema = pq.read_schema(shards[0].path)
    except (OSError, ValueError) as error:
        raise RevisionError(f"{shards[0].path}: damaged, remove it and run `dvc fetch`: {error}") from error
    names = set(schema.names)
    if "turns" in names:
        turn = schema.field("turns").type.value_type
        names |= {f"turns.{turn.field(number).name}" for number in range(turn.num_fields)}
    return names
