"""Compares one language of a source in two versions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl.compare import documents, matching, reasons
from dialogue_etl.compare.matching import KINDS
from dialogue_etl.compare.results import Language
from dialogue_etl.compare.stored import database, parquet
from dialogue_etl.core.engines.database import rows

if TYPE_CHECKING:
    import duckdb

    from dialogue_etl.compare.documents import Both
    from dialogue_etl.sources.base import Source

_FATED = """
CREATE TABLE fated AS
SELECT side, row, kind, grp, source_id, id FROM fates JOIN dialogues0 ON row = dialogues0.rowid WHERE side = 0
UNION ALL
SELECT side, row, kind, grp, source_id, id FROM fates JOIN dialogues1 ON row = dialogues1.rowid WHERE side = 1
"""

# Chosen by a hash of the id, so that order and number of files do not matter.
_SHOWN = """
CREATE TEMP TABLE shown AS
SELECT *, list_position({kinds}, kind) AS place FROM fated WHERE side = if(kind = 'added', 1, 0)
QUALIFY row_number() OVER (PARTITION BY kind ORDER BY sha256(id), id, row) <= {number}
"""

_EXAMPLES = """
SELECT kind, source_id AS id, title, reason, grp FROM shown JOIN documents ON documents.id = source_id
LEFT JOIN (SELECT 0 AS side, * FROM reasons0 UNION ALL SELECT 1, * FROM reasons1) USING (side, row)
ORDER BY place, sha256(shown.id), shown.id, row
"""

_MEMBERS = """
SELECT DISTINCT ON (grp, row) grp, id, turns FROM fated JOIN (
    SELECT source_id, id, turns FROM {rows}
    WHERE source_id IN (SELECT source_id FROM shown)
) USING (source_id, id) WHERE side = {side} AND grp IN (SELECT grp FROM shown) ORDER BY grp, row
"""


def compare(
    source: Source, language: str, both: Both, selected: tuple[bool, bool], examples: int
) -> Language:
    """Compare a language that at least one version has.

    Args:
        source: of the dialogues.
        language: BCP-47 tag.
        both: its tables in both versions.
        selected: whether each version builds the language.
        examples: number of dialogues to show of each kind.
    """
    with database(source.schemas) as base:
        documents.load(base, source, both)
        sides = [tables.of_stage(source.last_stage, "dialogues") for tables in both]
        matching.match(base, sides, source.align)
        base.execute(_FATED)
        reasons.load(base, source, both, selected)
        gone = [reasons.count(base, source, side) for side in (0, 1)]
        numbers, lists = documents.differing(base, source)
        return Language(
            source=source.name,
            unit=source.units,
            language=language,
            sizes=documents.sizes(base),
            dialogues=_kinds(base),
            removed_by=gone[0],
            added_by=gone[1],
            numbers=numbers,
            documents=lists,
            examples=_examples(base, sides, examples, language),
            corpora=documents.corpora(base, source.units) if source.has_corpora else {},
        )


def _kinds(base: duckdb.DuckDBPyConnection) -> dict[str, tuple[int, int]]:
    """Numbers of dialogues before and after, by kind."""
    rows = base.sql("""
        SELECT kind, count(*) FILTER (side = 0), count(*) FILTER (side = 1) FROM fated GROUP BY kind
        UNION ALL SELECT kind, count(*), count(*) FROM matched WHERE kind = 'same' GROUP BY kind
    """).fetchall()
    counted = {kind: (before, after) for kind, before, after in rows}
    return {kind: counted[kind] for kind in KINDS if kind in counted}


def _examples(
    base: duckdb.DuckDBPyConnection, sides: Sequence[Sequence[Path]], number: int, language: str
) -> list[dict[str, Any]]:
    """A few dialogues of each kind, with their counterparts."""
    base.execute(_SHOWN.format(kinds=list(KINDS), number=number))
    before, after = (_members(base, side, paths) for side, paths in enumerate(sides))
    found = []
    for row in rows(base.sql(_EXAMPLES)):
        grp = row.pop("grp")
        found.append(row | {"language": language, "before": before.get(grp, []), "after": after.get(grp, [])})
    return found


def _members(
    base: duckdb.DuckDBPyConnection, side: int, paths: Sequence[Path]
) -> dict[int, list[dict[str, Any]]]:
    """The dialogues of a side to show, by group: id, and turns with speaker and text."""
    found: dict[int, list[dict[str, Any]]] = {}
    for row in rows(base.sql(_MEMBERS.format(rows=parquet(paths), side=side))) if paths else ():
        turns = [{"speaker": turn["speaker"], "text": turn["text"]} for turn in row["turns"]]
        found.setdefault(row["grp"], []).append({"id": row["id"], "turns": turns})
    return found
