"""Compares the documents of two versions of a language: which were added, removed, moved or changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dialogue_etl.compare.reasons import struct
from dialogue_etl.compare.stored import scan
from dialogue_etl.core.engines.database import rows
from dialogue_etl.core.tables import SPLIT_NAMES

if TYPE_CHECKING:
    import duckdb

    from dialogue_etl.compare.stored import Tables
    from dialogue_etl.sources.base import Source

    Both = tuple[Tables, Tables]

LISTS = ("removed", "added", "moved", "changed")
"""Kinds of differences of a document; `changed`: other dialogues or another text."""
COUNTED = ("documents", "dialogues", "utterances")
SIZED = ("all", *SPLIT_NAMES)
"""What is counted."""
MOST = 10_000
"""Maximum number of documents in each list; counts are of all."""

_DOCUMENTS = """
CREATE TABLE documents AS
SELECT source_id AS id, one.split AS split0, other.split AS split1,
    one.work_id AS work0, other.work_id AS work1,
    coalesce(one.dialogues, 0) AS dialogues0, coalesce(other.dialogues, 0) AS dialogues1,
    coalesce(one.utterances, 0) AS utterances0, coalesce(other.utterances, 0) AS utterances1,
    coalesce({differs}, false) AS rewritten, {title} AS title, {authors} AS authors,
    before.id IS NOT NULL AS known0, after.id IS NOT NULL AS known1
FROM {splits0} AS one FULL JOIN {splits1} AS other USING (source_id)
LEFT JOIN {known0} AS before ON before.id = source_id LEFT JOIN {known1} AS after ON after.id = source_id
"""

_SIDES = ", ".join(f"coalesce(sum(n) FILTER (side = {side}), 0)::BIGINT" for side in (0, 1))
_SIZES = f"""
SELECT coalesce(split, 'all'), counted, [{_SIDES}] FROM (
    SELECT side, split, unnest({list(COUNTED)}) AS counted, unnest([1, dialogues, utterances]) AS n FROM (
        SELECT 0 AS side, split0 AS split, dialogues0 AS dialogues, utterances0 AS utterances FROM documents
        UNION ALL SELECT 1, split1, dialogues1, utterances1 FROM documents
    ) WHERE split IS NOT NULL
) GROUP BY GROUPING SETS ((split, counted), (counted))
"""

_CORPORA = """
SELECT split_part(id, ':', 1), unnest(['{unit}', 'dialogues']),
    unnest([count(split0), sum(dialogues0)::BIGINT]), unnest([count(split1), sum(dialogues1)::BIGINT])
FROM documents GROUP BY 1
UNION ALL
SELECT split_part(source_id, ':', 1), kind, count(*) FILTER (side = 0), count(*) FILTER (side = 1)
FROM fated GROUP BY ALL ORDER BY ALL
"""

_DIFFERING = f"""
WITH kinds AS (
    SELECT source_id AS id, sum(before + after) AS differing,
        map(list(kind ORDER BY kind), list([before, after] ORDER BY kind)) AS kinds
    FROM (
        SELECT source_id, kind, count(*) FILTER (side = 0) AS before, count(*) FILTER (side = 1) AS after
        FROM fated GROUP BY ALL
    ) GROUP BY source_id
), listed AS (
    SELECT *, unnest(list_filter([
        if(split1 IS NULL, 'removed', NULL), if(split0 IS NULL, 'added', NULL),
        if(split0 <> split1, 'moved', NULL),
        if(split0 IS NOT NULL AND split1 IS NOT NULL AND (rewritten OR differing > 0), 'changed', NULL)
    ], lambda name: name IS NOT NULL)) AS list
    FROM documents LEFT JOIN kinds USING (id)
)
SELECT list, count(*) OVER (PARTITION BY list) AS number, id, title, authors,
    coalesce(split0, '') AS before, coalesce(split1, '') AS after, [dialogues0, dialogues1] AS dialogues,
    if(split0 <> split1, {{moved}}, reason) AS reason, rewritten, kinds
FROM listed LEFT JOIN document_reasons USING (id)
QUALIFY row_number() OVER (
    PARTITION BY list ORDER BY differing DESC NULLS LAST, dialogues0 + dialogues1 DESC, id
) <= {MOST} ORDER BY id
"""


def load(base: duckdb.DuckDBPyConnection, source: Source, both: Both) -> None:
    """Create the table `documents` of all that have dialogues in at least one version."""
    stage, table = source.documents
    columns = source.schemas[table].names
    known = {f"known{side}": scan(table, tables.of_stage(stage, table)) for side, tables in enumerate(both)}
    splits = {
        f"splits{side}": scan("splits", one.of_stage("split", "splits")) for side, one in enumerate(both)
    }
    text = [name for name in ("sha256", "pieces") if name in columns]
    base.execute(
        _DOCUMENTS.format(
            differs=" OR ".join(f"before.{name} <> after.{name}" for name in text) or "false",
            title=_newest(columns, "title", "''"),
            authors=_newest(columns, "authors", "[]"),
            **known,
            **splits,
        )
    )


def _newest(columns: Sequence[str], name: str, empty: str) -> str:
    """A column of a document, from the newest version that has it."""
    if name not in columns:
        return empty
    return f"coalesce(nullif(after.{name}, {empty}), nullif(before.{name}, {empty}), {empty})"


def sizes(base: duckdb.DuckDBPyConnection) -> dict[str, dict[str, tuple[int, int]]]:
    """Numbers of documents, dialogues and utterances before and after, by split and in all."""
    found = {split: dict.fromkeys(COUNTED, (0, 0)) for split in SIZED}
    for split, counted, pair in base.sql(_SIZES).fetchall():
        found[split][counted] = tuple(pair)
    return found


def corpora(base: duckdb.DuckDBPyConnection, unit: str) -> dict[str, dict[str, tuple[int, int]]]:
    """Numbers of documents, dialogues and kinds of dialogues before and after, by corpus."""
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for corpus, name, before, after in base.sql(_CORPORA.format(unit=unit)).fetchall():
        found.setdefault(corpus, {})[name] = (before, after)
    return found


def differing(
    base: duckdb.DuckDBPyConnection, source: Source
) -> tuple[dict[str, int], dict[str, list[dict[str, Any]]]]:
    """The documents of each list: their number, and those with most differing dialogues, by id.

    Each has id, title and authors; its splits before and after, empty if it has no dialogues; its numbers of
    dialogues on both sides, and by kind; whether its text differs; and the reason why one side does not have
    it or why it moved, as in the drops tables.

    Args:
        base: has the tables `documents`, `fated` (`fates` with the document) and `document_reasons`.
        source: of them.
    """
    moved = struct("'split'", f"'{source.unit}'", "if(work0 IS DISTINCT FROM work1, 'works', 'split')")
    numbers = dict.fromkeys(LISTS, 0)
    lists: dict[str, list[dict[str, Any]]] = {name: [] for name in LISTS}
    for row in rows(base.sql(_DIFFERING.format(moved=moved))):
        name = row.pop("list")
        numbers[name] = row.pop("number")
        lists[name].append(row | {"kinds": row["kinds"] or {}})
    return numbers, lists
