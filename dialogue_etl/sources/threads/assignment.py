"""The second half of ingest: assigns the comments of a corpus to threads, out of core.

DuckDB works on disk, in `MEMORY`: it joins two integers per comment, and the texts in one sort at the end.
One thread, since each core works on another corpus, and for a fixed order of rows.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np
import pyarrow as pa

from dialogue_etl.core import shards
from dialogue_etl.core.engines.database import NoRoomError, connected
from dialogue_etl.core.tables import DROPS
from dialogue_etl.sources.threads.corpus_files import STAGE
from dialogue_etl.sources.threads.tables import SCHEMAS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from dialogue_etl.core.run import Job

MEMORY = "300MB"
_ROWS = 2_000

_READ = "CREATE TABLE raw AS SELECT * FROM read_parquet($paths)"

# Who says whom he answers answers the last comment before his by that account among those with the same
# parent: platforms name only the root, so an answer to an answer shows no parent. Never a later one, so that
# no circle forms.
_ADDRESS = """
CREATE VIEW ordered AS SELECT rowid AS n, id, parent, ltrim(author, '@') AS author,
    ltrim(addressed, '@') AS addressed, {'time': coalesce(time, 0), 'length': length(id), 'id': id} AS place
    FROM raw;
CREATE TABLE answering AS
    SELECT own.n, max(other.place).id AS parent
    FROM ordered AS own JOIN ordered AS other
        ON other.parent = own.parent AND other.author = own.addressed AND other.place < own.place
    WHERE own.addressed IS NOT NULL AND own.author IS DISTINCT FROM own.addressed GROUP BY own.n;
UPDATE raw SET parent = answering.parent FROM answering WHERE raw.rowid = answering.n;
"""

# Of several comments with the same id the one with the least digest, independent of file and line.
_CHOOSE = """
CREATE TABLE kept AS SELECT id, arg_min(rowid, digest) AS n FROM raw GROUP BY id;
CREATE TABLE links AS
    SELECT kept.n, above.n AS up, raw.gone, raw.parent IS NOT NULL AND above.n IS NULL AS orphan
    FROM kept JOIN raw ON raw.rowid = kept.n LEFT JOIN kept AS above ON above.id = raw.parent;
CREATE TABLE found AS SELECT n, n AS root FROM links WHERE up IS NULL;
CREATE TABLE pending AS SELECT n, up FROM links WHERE up IS NOT NULL;
"""

# Pointer jumping (JaJa 1992, section 2.2): a chain of 10,000 comments takes 14 rounds.
_JUMP = """
CREATE TABLE jumped AS
    SELECT pending.n, above.up, found.root
    FROM pending
    LEFT JOIN pending AS above ON above.n = pending.up
    LEFT JOIN found ON found.n = pending.up;
DROP TABLE pending;
INSERT INTO found SELECT n, root FROM jumped WHERE root IS NOT NULL;
CREATE TABLE pending AS SELECT n, up FROM jumped WHERE root IS NULL;
DROP TABLE jumped;
"""

_PLACE = """
CREATE TABLE roots AS
    SELECT links.n AS root, $corpus || ':' || raw.id AS source_id, raw.author,
        shard_of($corpus || ':' || raw.id) AS shard, links.orphan AND $drop_orphans AS out
    FROM links JOIN raw ON raw.rowid = links.n WHERE links.up IS NULL;
CREATE TABLE placed AS
    SELECT links.n, found.root, links.up IS NULL OR above.gone IS NOT NULL AS first,
        CASE WHEN roots.out THEN 'orphan' ELSE links.gone END AS reason
    FROM links JOIN found ON found.n = links.n JOIN roots ON roots.root = found.root
    LEFT JOIN links AS above ON above.n = links.up;
"""

_COMMENTS = """
SELECT roots.shard, roots.source_id, raw.id, CASE WHEN placed.first THEN NULL ELSE raw.parent END AS parent,
    raw.author, raw.text, raw.time
FROM raw JOIN placed ON placed.n = raw.rowid JOIN roots ON roots.root = placed.root
WHERE placed.reason IS NULL
ORDER BY roots.shard, roots.source_id, raw.time NULLS FIRST, raw.id
"""

_THREADS = """
SELECT roots.shard, roots.source_id AS id, $corpus AS corpus, $language AS language, $rights AS rights,
    roots.author AS root_author, said.comments
FROM roots JOIN (SELECT root, count(*) AS comments FROM placed WHERE reason IS NULL GROUP BY root) AS said
    ON said.root = roots.root
ORDER BY roots.shard, roots.source_id
"""

_DROPS = """
SELECT shard_of(source_id) AS shard, id, source_id, reason, substr(said, 1, 200) AS detail FROM (
    SELECT raw.id, roots.source_id, placed.reason, raw.text AS said
    FROM raw JOIN placed ON placed.n = raw.rowid JOIN roots ON roots.root = placed.root
    WHERE placed.reason IS NOT NULL
    UNION ALL
    SELECT raw.id, $corpus || ':' || raw.id, 'cycle', 'hangs on a cycle of answers, by ' || raw.parent
    FROM raw JOIN pending ON pending.n = raw.rowid
    UNION ALL
    SELECT raw.id, coalesce(roots.source_id, $corpus || ':' || raw.id), 'duplicate', raw.text
    FROM (FROM raw ANTI JOIN kept ON kept.n = raw.rowid) AS raw JOIN kept ON kept.id = raw.id
    LEFT JOIN found ON found.n = kept.n LEFT JOIN roots ON roots.root = found.root
)
ORDER BY shard, source_id, id, reason, detail
"""


def assign(job: Job, folder: Path) -> dict[str, Any]:
    """Find the thread of each comment of a corpus, as a job: tables of threads, comments and drops, by shard.

    An orphan, whose parent is not in the corpus, is the root of its own thread. A deleted comment is dropped;
    each answer to it begins a path of its own in the same thread. So adjacent turns of a path are always a
    comment and its answer, and a tree stays in one shard.

    Raises:
        NoRoomError: memory or disk do not suffice.
    """
    said = job.settings
    try:
        with connected(folder, memory=MEMORY) as base:
            facts = _find_roots(base, job)
            same = {name: said[name] for name in ("corpus", "language", "rights")}
            queries = {
                "threads": (_THREADS, same),
                "comments": (_COMMENTS, {}),
                "drops": (_DROPS, {"corpus": said["corpus"]}),
            }
            for table, (query, values) in queries.items():
                found = _of_one_size(base.sql(query, params=values).to_arrow_reader(_ROWS))
                _write(table, found, folder, said["shards"])
    except duckdb.Error as error:
        why = str(error).partition("\n")[0]
        raise NoRoomError(f"{said['corpus']}: its comments can't be sorted in {MEMORY}: {why}") from None
    return facts


def _find_roots(base: duckdb.DuckDBPyConnection, job: Job) -> dict[str, int]:
    """Find the root of each comment; comments that stay pending are in a cycle, or below one."""
    said = job.settings
    _run(base, _READ, {"paths": [str(shards.shard_path(path, "raw", 0, 1)) for path in job.paths]})
    if _count(base, "raw WHERE addressed IS NOT NULL"):
        _run(base, _ADDRESS, {})
    _run(base, _CHOOSE, {})
    before, pending = -1, _count(base, "pending")
    while pending not in {0, before}:  # after a round without new roots, no later one finds any
        _run(base, _JUMP, {})
        before, pending = pending, _count(base, "pending")
    # The same as `shards.shard_of`.
    base.execute(
        "CREATE MACRO shard_of(id) AS ('0x' || substr(sha256(id), 1, 16))::UBIGINT "
        f"% {int(said['shards'])}::UBIGINT"
    )
    _run(base, _PLACE, {"corpus": said["corpus"], "drop_orphans": said["orphans"] == "drop"})
    return {"orphans": _count(base, "links WHERE orphan")}


def _run(base: duckdb.DuckDBPyConnection, script: str, values: Mapping[str, Any]) -> None:
    """Run statements, each with the values that it refers to."""
    for statement in filter(str.strip, script.split(";\n")):
        base.execute(
            statement, {name: value for name, value in values.items() if f"${name}" in statement}
        ).fetchall()


def _count(base: duckdb.DuckDBPyConnection, table: str) -> int:
    found = base.execute(f"SELECT count(*) FROM {table}").fetchall()  # noqa: S608 - names of this module
    return int(found[0][0])


def _write(table: str, found: Iterable[pa.RecordBatch], folder: Path, count: int) -> None:
    """Write rows that are sorted by shard as the shards of a table."""
    pieces, schema = _by_shard(found), {**SCHEMAS, "drops": DROPS}[table]
    nothing = (count, pa.RecordBatch.from_pylist([], schema))
    shard, piece = next(pieces, nothing)
    for index in range(count):
        with shards.ShardWriter(folder, index, count, (), **{table: schema}) as writer:
            while shard == index:
                writer.write(table, _as_rows(piece, schema))
                shard, piece = next(pieces, nothing)


def _by_shard(batches: Iterable[pa.RecordBatch]) -> Iterator[tuple[int, pa.RecordBatch]]:
    for batch in batches:
        numbers = batch.column("shard").to_numpy()
        edges = [0, *(np.flatnonzero(np.diff(numbers)) + 1).tolist(), len(batch)]
        for start, end in pairwise(edges):
            yield int(numbers[start]), batch.slice(start, end - start)


def _of_one_size(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Rebatch to a fixed size, so that files do not depend on DuckDB's chunks."""
    held: list[pa.RecordBatch] = []
    for batch in batches:
        held.append(batch)
        if sum(map(len, held)) >= _ROWS:
            rows = pa.Table.from_batches(held).combine_chunks()
            whole = len(rows) // _ROWS * _ROWS
            yield from rows.slice(0, whole).to_batches(_ROWS)
            held = rows.slice(whole).to_batches()
    yield from pa.Table.from_batches(held).combine_chunks().to_batches() if held else ()


def _as_rows(piece: pa.RecordBatch, schema: pa.Schema) -> pa.Table:
    """Rows of a table from the columns of the same names; missing columns of drops are added."""
    same = {"stage": STAGE, "unit": "comment"}
    columns = [
        piece.column(field.name).cast(field.type)
        if field.name in piece.schema.names
        else pa.repeat(pa.scalar(same.get(field.name), field.type), len(piece))
        for field in schema
    ]
    return pa.Table.from_arrays(columns, schema=schema)
