"""The tables of a version in DVC's cache, which DuckDB reads without a checkout."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import duckdb

from dialogue_etl.compare.revisions import RevisionError, missing
from dialogue_etl.core.engines.database import connected
from dialogue_etl.core.tables import SCHEMAS

if TYPE_CHECKING:
    import pyarrow as pa

    from dialogue_etl.compare.revisions import Revision

MEMORY = "512MB"

_SHARD = re.compile(r"(\w+)/\d+-of-\d+\.parquet")


@dataclass(frozen=True)
class Tables:
    """The tables of one language of a source in one version.

    Attributes:
        revision: the version.
        outs: the output of each stage, by the stage's name.
        files: of each table, by stage and table.
    """

    revision: Revision
    outs: dict[str, str]
    files: dict[tuple[str, str], list[Path]]

    @classmethod
    def of(cls, revision: Revision, outs: dict[str, str]) -> Tables:
        """The tables in outputs of a version.

        Raises:
            RevisionError: lists of files are not in the cache.
        """
        if absent := sorted(out for out in outs.values() if not revision.path(revision.outs[out]).is_file()):
            raise missing(revision, absent)
        files: dict[tuple[str, str], list[Path]] = {}
        for stage, out in outs.items():
            for name, md5 in sorted(revision.files(out).items()):
                if match := _SHARD.fullmatch(name):
                    files.setdefault((stage, match[1]), []).append(revision.path(md5))
        return cls(revision, outs, files)

    def of_stage(self, stage: str, table: str) -> list[Path]:
        """The files of a table; none if the version does not have it."""
        return self.files.get((stage, table), [])

    def without_files(self) -> list[str]:
        """Outputs of which files are not in the cache."""
        files = ((self.outs[stage], path) for (stage, _), paths in self.files.items() for path in paths)
        return sorted({out for out, path in files if not path.is_file()})


def shards_of(revision: Revision, source: str, language: str, stage: str, table: str) -> list[Path]:
    """The shards of one table; none if the version does not have it.

    Raises:
        RevisionError: files of it are not in the cache.
    """
    out = f"data/{source}/{stage}/{language}"
    if out not in revision.outs:
        return []
    tables = Tables.of(revision, {stage: out})
    if absent := tables.without_files():
        raise missing(revision, absent)
    return tables.of_stage(stage, table)


def by_language(revision: Revision) -> dict[tuple[str, str], dict[str, str]]:
    """Outputs `data/<source>/<stage>/<language>` by source and language, then by stage."""
    grouped: dict[tuple[str, str], dict[str, str]] = {}
    for out in revision.outs:
        parts = PurePosixPath(out).parts
        if len(parts) == 4 and parts[0] == "data":
            grouped.setdefault((parts[1], parts[3]), {})[parts[2]] = out
    return grouped


@contextmanager
def database(schemas: Mapping[str, pa.Schema]) -> Iterator[duckdb.DuckDBPyConnection]:
    """A temporary database with an empty table for each schema (`empty_<table>`).

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


def parquet(paths: Iterable[Path]) -> str:
    """The rows of at least one file as a subquery."""
    return f"read_parquet({list(map(str, paths))!r}, union_by_name=true)"


def scan(table: str, paths: Sequence[Path]) -> str:
    """The rows of some files as a subquery."""
    if not paths:
        return f"empty_{table}"
    return parquet(paths)
