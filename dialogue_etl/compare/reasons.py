"""Why one version lacks dialogues or documents of the other: by the rows of its drops tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialogue_etl.compare.stored import scan
from dialogue_etl.core.engines.database import rows

if TYPE_CHECKING:
    import duckdb

    from dialogue_etl.compare.documents import Both
    from dialogue_etl.sources.base import Alignment, Source


def struct(stage: str, unit: str, reason: str) -> str:
    """A reason as in the drops tables, without values, as SQL; see `sources/books/reasons.py`."""
    named = f"stage := {stage}, unit := {unit}, reason := {reason}"
    return f"struct_pack({named}, value := NULL::DOUBLE, threshold := NULL::DOUBLE, detail := '')"


_ANY = struct("stage", "unit", "reason")

_DROPS = """
SELECT {number} AS stage_number, stage, unit, id, source_id, reason, value, threshold, detail, start, "end"
FROM {rows} WHERE source_id IN (SELECT id FROM documents)
"""

# If several stages dropped something, the first one counts. If there is no drop of a document, the version
# does not build the language, does not know the document, or has no dialogue of it left.
_OF_DOCUMENTS = """
SELECT id, {side} AS side, CASE WHEN NOT {selected} THEN {languages} WHEN dropped IS NOT NULL THEN dropped
    WHEN known{side} THEN {no_dialogues} ELSE {not_listed} END AS reason
FROM documents LEFT JOIN (
    SELECT source_id AS id, arg_min(struct_pack(stage := stage, unit := unit, reason := reason,
        value := value, threshold := threshold, detail := detail), stage_number) AS dropped
    FROM drops{side} WHERE unit IN ('{unit}', 'file') GROUP BY source_id
) USING (id) WHERE split{side} IS NULL
"""

_GONE = """
CREATE OR REPLACE TEMP TABLE gone AS
SELECT dialogue.*, split0 IS NOT NULL AND split1 IS NOT NULL AS in_both
FROM fates JOIN left{side} AS dialogue USING (row) JOIN documents ON documents.id = dialogue.source_id
WHERE side = {side} AND kind = '{kind}'
"""

# The rule whose drops cover most of the dialogue's place in the text of the other version.
_BY_PLACE = f"""
SELECT row, {_ANY} AS own FROM (
    SELECT row, stage, unit, reason, sum(least(there_past, "end") - greatest(there_first, start)) AS covered
    FROM gone JOIN {{drops}} AS drops USING (source_id)
    WHERE in_both AND start < there_past AND "end" > there_first GROUP BY ALL
) QUALIFY row_number() OVER (PARTITION BY row ORDER BY covered DESC, stage, unit, reason) = 1
"""

# A drop of the dialogue itself, of the one it was split from, of its last utterance, or of its document.
_BY_ID = f"""
SELECT row, arg_min({_ANY}, (rank, stage_number)) AS own FROM (
    SELECT row, source_id, unnest(['dialogue', 'dialogue', 'utterance', 'comment', '{{unit}}']) AS dropped,
        unnest([gone.id, split_part(gone.id, '@', 1), utterances[-1], utterances[-1], source_id]) AS key,
        unnest([0, 1, 2, 3, 4]) AS rank FROM gone
) AS wanted JOIN {{drops}} AS drops
    ON drops.source_id = wanted.source_id AND drops.unit = dropped AND drops.id = key GROUP BY row
"""
_QUERIES: dict[Alignment, str] = {"spans": _BY_PLACE, "numbers": _BY_ID, "utterance_ids": _BY_ID}

# Without a drop: the other version found no conversation there.
_NAMED = f"""
CREATE TABLE reasons{{side}} AS
SELECT row, coalesce(own, whole, {struct("'extract'", "'dialogue'", "'not_found'")}) AS reason
FROM gone LEFT JOIN ({{query}}) AS by_dialogue USING (row) LEFT JOIN (
    SELECT id, {struct("reason.stage", "reason.unit", "reason.reason")} AS whole
    FROM document_reasons WHERE side = {{there}}
) AS by_document ON by_document.id = gone.source_id
"""


def load(base: duckdb.DuckDBPyConnection, source: Source, both: Both, selected: tuple[bool, bool]) -> None:
    """Create the tables `drops0`, `drops1` and `document_reasons`: why a version lacks a document.

    Args:
        base: has the table `documents`.
        source: of them.
        both: the tables of both versions.
        selected: whether each version builds the language.
    """
    stages = list(enumerate((*source.dropping_stages, "split")))
    for side, tables in enumerate(both):
        parts = [
            _DROPS.format(number=number, rows=scan("drops", tables.of_stage(stage, "drops")))
            for number, stage in stages
        ]
        base.execute(f"CREATE TABLE drops{side} AS {' UNION ALL '.join(parts)}")
    unit = f"'{source.unit}'"
    own = {
        "languages": struct("'params'", unit, "'languages'"),
        "no_dialogues": struct(f"'{source.last_stage}'", unit, "'no_dialogues'"),
        "not_listed": struct(f"'{source.documents[0]}'", unit, "'not_listed'"),
    }
    queries = [
        _OF_DOCUMENTS.format(side=side, selected=selected[side], unit=source.unit, **own) for side in (0, 1)
    ]
    base.execute(f"CREATE TABLE document_reasons AS {' UNION ALL '.join(queries)}")


def count(base: duckdb.DuckDBPyConnection, source: Source, side: int) -> list[dict[str, Any]]:
    """Why the other version lacks dialogues that only one has; also creates the table `reasons<side>`.

    Args:
        base: has the tables of `load` and of `matching.match`.
        source: of the dialogues.
        side: the version that has the dialogues.

    Returns:
        Stage, unit and reason as in the drops tables, and the number of dialogues, in descending order.
    """
    there = 1 - side
    base.execute(_GONE.format(side=side, kind=("removed", "added")[side]))
    query = _QUERIES[source.align].format(drops=f"drops{there}", unit=source.unit)
    base.execute(_NAMED.format(side=side, there=there, query=query))
    return rows(
        base.sql(f"""
            SELECT reason.stage, reason.unit, reason.reason, count(*) AS dialogues FROM reasons{side}
            GROUP BY ALL ORDER BY 4 DESC, 1, 2, 3
        """)
    )
