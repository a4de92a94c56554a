"""The documents of two versions of a language side by side: which came, went, moved or have another text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dialogue_etl.compare.stored import column_names, scan
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import duckdb

    from dialogue_etl.compare.stored import Tables
    from dialogue_etl.sources.base import Source

    Both = tuple[Tables, Tables]

LISTS = ("removed", "added", "moved", "changed")
"""What may become of a document; `changed`: other dialogues or another text."""
MOST = 10_000
"""Documents named of each list; what is counted is all of them."""

_DOCUMENTS = """
CREATE TABLE documents AS
SELECT source_id AS id, one.split AS split0, other.split AS split1,
    one.work_id AS work0, other.work_id AS work1,
    coalesce(one.dialogues, 0) AS dialogues0, coalesce(other.dialogues, 0) AS dialogues1,
    coalesce(one.utterances, 0) AS utterances0, coalesce(other.utterances, 0) AS utterances1,
    source_id IN (SELECT id FROM known0 JOIN known1 USING (id) WHERE {differs}) AS rewritten,
    source_id IN (SELECT id FROM known0) AS known0, source_id IN (SELECT id FROM known1) AS known1
FROM {splits0} AS one FULL JOIN {splits1} AS other USING (source_id)
"""

_LISTS = """
CREATE TABLE listed AS
SELECT *, unnest(list_filter([
    if(split1 IS NULL, 'removed', NULL), if(split0 IS NULL, 'added', NULL),
    if(split0 <> split1, 'moved', NULL),
    if(split0 IS NOT NULL AND split1 IS NOT NULL AND (rewritten OR differing > 0), 'changed', NULL)
], lambda name: name IS NOT NULL)) AS list
FROM documents LEFT JOIN (
    SELECT source_id AS id, count(*) AS differing FROM fated GROUP BY source_id
) USING (id)
"""

_MOST_DIFFERING = f"""
SELECT list, id, split0, split1, dialogues0, dialogues1, rewritten, work0 IS DISTINCT FROM work1 AS regrouped
FROM listed QUALIFY row_number() OVER (
    PARTITION BY list ORDER BY differing DESC NULLS LAST, dialogues0 + dialogues1 DESC, id
) <= {MOST} ORDER BY id
"""

# Of a document without dialogues on one side: the one of the same work that this version has instead.
_INSTEAD = """
SELECT works.id, min(source_id) AS instead FROM {works} AS works JOIN {splits} AS splits USING (work_id)
WHERE works.id NOT IN (SELECT source_id FROM {splits}) GROUP BY works.id
"""


@dataclass(frozen=True)
class Document:
    """A document that differs.

    Attributes:
        id: of the document.
        title: as the newer version that knows it says; empty where documents have none.
        authors: the same.
        before: its split, empty where it has no dialogues.
        after: the same in the other version.
        dialogues: how many it has on both sides.
        reason: why one side does not have it: stage, unit, reason, value, threshold, detail; or why it moved.
        instead: the document of the same work that the side without it has.
        rewritten: whether its text differs.
        kinds: of its dialogues, numbers before and after by kind.
    """

    id: str
    title: str
    authors: Sequence[str]
    before: str
    after: str
    dialogues: tuple[int, int]
    reason: Mapping[str, Any] | None = None
    instead: str = ""
    rewritten: bool = False
    kinds: Mapping[str, tuple[int, int]] = field(default_factory=dict)


def load(base: duckdb.DuckDBPyConnection, source: Source, both: Both) -> None:
    """Make the table `documents` of all that have dialogues in a version."""
    stage, table = source.documents
    for side, tables in enumerate(both):
        shards = tables.of_stage(stage, table)
        columns = ", ".join(["id", *_described(tables, source)])
        base.execute(f"CREATE VIEW known{side} AS SELECT {columns} FROM {scan(table, shards)}")
    text = [
        name for name in ("sha256", "pieces") if all(name in _described(tables, source) for tables in both)
    ]
    base.execute(
        _DOCUMENTS.format(
            differs=" OR ".join(f"known0.{name} IS DISTINCT FROM known1.{name}" for name in text) or "false",
            **{f"splits{side}": _splits(tables) for side, tables in enumerate(both)},
        )
    )


def _described(tables: Tables, source: Source) -> list[str]:
    """The columns that describe a document, as far as this version has them."""
    known = column_names(tables.of_stage(*source.documents))
    return [name for name in ("title", "authors", "sha256", "pieces") if name in known]


def _splits(tables: Tables) -> str:
    return scan("splits", tables.of_stage("split", "splits"))


def sizes(base: duckdb.DuckDBPyConnection, unit: str, side: int) -> dict[str, dict[str, int]]:
    """Documents, dialogues and utterances of each split of a side."""
    rows = base.sql(f"""
        SELECT split{side}, count(*), sum(dialogues{side})::BIGINT, sum(utterances{side})::BIGINT
        FROM documents WHERE split{side} IS NOT NULL GROUP BY 1
    """).fetchall()
    names = (unit, "dialogues", "utterances")
    counted = {split: dict(zip(names, counts, strict=True)) for split, *counts in rows}
    return {split: counted.get(split, dict.fromkeys(names, 0)) for split in SPLIT_NAMES}


def flows(base: duckdb.DuckDBPyConnection, unit: str) -> dict[tuple[str, str], dict[str, int]]:
    """Documents and their dialogues by split before and after, "" for none."""
    rows = base.sql("""
        SELECT coalesce(split0, ''), coalesce(split1, ''), count(*), sum(dialogues0)::BIGINT,
            sum(dialogues1)::BIGINT
        FROM documents GROUP BY 1, 2
    """).fetchall()
    order = (*SPLIT_NAMES, "")
    rows.sort(key=lambda row: (order.index(row[0]), order.index(row[1])))
    return {(one, other): dict(zip((unit, "before", "after"), of, strict=True)) for one, other, *of in rows}


def corpora(base: duckdb.DuckDBPyConnection, unit: str) -> dict[str, dict[str, tuple[int, int]]]:
    """Documents, dialogues and kinds of dialogues of each corpus, before and after."""
    counted: dict[str, dict[str, tuple[int, int]]] = {}
    for corpus, *numbers in base.sql("""
        SELECT split_part(id, ':', 1), count(split0), count(split1), sum(dialogues0)::BIGINT,
            sum(dialogues1)::BIGINT FROM documents GROUP BY 1 ORDER BY 1
    """).fetchall():
        counted[corpus] = {unit: (numbers[0], numbers[1]), "dialogues": (numbers[2], numbers[3])}
    for corpus, kind, before, after in base.sql("""
        SELECT split_part(source_id, ':', 1), kind, count(*) FILTER (side = 0), count(*) FILTER (side = 1)
        FROM fated GROUP BY 1, 2 ORDER BY 1, 2
    """).fetchall():
        counted[corpus][kind] = (before, after)
    return counted


def differing(
    base: duckdb.DuckDBPyConnection, source: Source, both: Both
) -> tuple[dict[str, int], dict[str, list[Document]]]:
    """The documents of each list: how many, and those with most differing dialogues, by id.

    Args:
        base: has the tables `documents`, `fated` (`fates` with the document) and `document_reasons`.
        source: of them.
        both: the tables of both versions.
    """
    base.execute(_LISTS)
    numbers = dict(base.sql("SELECT list, count(*) FROM listed GROUP BY list").fetchall())
    rows = base.sql(_MOST_DIFFERING).to_arrow_table().to_pylist()
    base.execute("CREATE TEMP TABLE named AS SELECT DISTINCT unnest($1) AS id", [[row["id"] for row in rows]])
    facts = _facts(base, source, both)
    lists: dict[str, list[Document]] = {name: [] for name in LISTS}
    for row in rows:
        lists[row["list"]].append(_document(row, source, facts))
    return {name: numbers.get(name, 0) for name in LISTS}, lists


def _facts(base: duckdb.DuckDBPyConnection, source: Source, both: Both) -> dict[str, dict[str, Any]]:
    """What is said of the documents that are named: title, authors, reason, instead, kinds."""
    facts: dict[str, dict[str, Any]] = {}

    def note(name: str, query: str) -> None:
        for id, value in base.sql(f"{query} WHERE id IN (SELECT id FROM named)").fetchall():
            if value:
                facts.setdefault(id, {})[name] = value

    for side, tables in enumerate(both):
        for name in _described(tables, source):
            if name in ("title", "authors"):
                note(name, f"SELECT id, {name} FROM known{side}")
        if works := tables.of_stage("works", "works"):
            query = _INSTEAD.format(works=scan("works", works), splits=_splits(tables))
            note(f"instead{side}", f"SELECT id, instead FROM ({query})")
    note("reason", "SELECT id, reason FROM document_reasons")
    for id, kind, before, after in base.sql("""
        SELECT source_id, kind, count(*) FILTER (side = 0), count(*) FILTER (side = 1)
        FROM fated WHERE source_id IN (SELECT id FROM named) GROUP BY ALL ORDER BY ALL
    """).fetchall():
        facts.setdefault(id, {}).setdefault("kinds", {})[kind] = (before, after)
    return facts


def _document(row: Mapping[str, Any], source: Source, facts: Mapping[str, Mapping[str, Any]]) -> Document:
    of = facts.get(row["id"], {})
    reason = of.get("reason")
    if row["list"] == "moved" or (row["split0"] and row["split1"] and row["split0"] != row["split1"]):
        why = "works" if row["regrouped"] else "split"
        reason = {"stage": "split", "unit": source.unit, "reason": why}
        reason |= {"value": None, "threshold": None, "detail": ""}
    without = "instead1" if row["split1"] is None else "instead0"
    return Document(
        id=row["id"],
        title=of.get("title", ""),
        authors=of.get("authors", []),
        before=row["split0"] or "",
        after=row["split1"] or "",
        dialogues=(row["dialogues0"], row["dialogues1"]),
        reason=reason,
        instead=of.get(without, "") if not (row["split0"] and row["split1"]) else "",
        rewritten=row["rewritten"],
        kinds=of.get("kinds", {}),
    )
