"""Matches the dialogues of two versions of a language.

Ids do not decide, since the id of a dialogue contains its first or last utterance, and changes with it.
Dialogues match if they overlap in their document (by spans, or by the numbers of their utterances), or if one
is a part of the other or both end with the same utterance (by ids of utterances).

    same         no difference
    relabelled   same words from the same places, other speakers or confidences
    shifted      same words from other places of the document (its text, or how it is read, has changed)
    changed      one dialogue on both sides, with other turns or words
    split        one before, several after
    joined       several before, one after
    recut        several on both sides
    removed      no part of it is in a dialogue after
    added        no part of it was in a dialogue before

The comparison is symmetric.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from dialogue_etl.compare.stored import scan
from dialogue_etl.core.tables import TURN
from dialogue_etl.sources.base import Alignment

KINDS = ("same", "relabelled", "shifted", "changed", "split", "joined", "recut", "removed", "added")
_LABELS = ("speaker", "speaker_confidence", "speech_confidence", "labels")
"""Fields with annotations of a turn; a difference makes a dialogue `relabelled`."""
_VALUES = {
    "content": ", ".join(f"turn.{name}" for name in TURN.names if name not in _LABELS),
    "labels": ", ".join(f"turn.{name}" for name in _LABELS),
}

# Turns are compared by a hash of 64 bits, and only with turns of the same id, place or document.
_LOAD = """
CREATE TABLE dialogues{side} AS
SELECT source_id, id, hash([({content}) FOR turn IN turns]) AS content,
    hash([({labels}) FOR turn IN turns]) AS labels, hash([turn.text FOR turn IN turns]) AS words,
    {first} AS first, {past} AS past, [turn.utterance_id FOR turn IN turns] AS utterances
FROM {rows} WHERE source_id IN (SELECT id FROM documents WHERE split{side} IS NOT NULL)
"""

# The interval of its document that a dialogue covers: in characters, or numbers of utterances.
_STRETCH: dict[Alignment, tuple[str, str]] = {
    "spans": ('coalesce(turns[1].spans[1]."start", 0)', 'coalesce(turns[-1].spans[-1]."end", 0)'),
    "numbers": ("turns[1].utterance_id::BIGINT", "turns[-1].utterance_id::BIGINT + 1"),
}

# Two dialogues may have the same id (if spans are whole paragraphs): each row is matched once.
_MATCH_BY_ID = """
CREATE TABLE matched AS
SELECT row0, row1, kind FROM (
    SELECT one.rowid AS row0, other.rowid AS row1,
        if(one.labels = other.labels, 'same', 'relabelled') AS kind,
        row_number() OVER (PARTITION BY one.rowid ORDER BY other.rowid) AS nth0,
        row_number() OVER (PARTITION BY other.rowid ORDER BY one.rowid) AS nth1
    FROM dialogues0 AS one JOIN dialogues1 AS other USING (source_id, id, content)
) WHERE nth0 = nth1
"""

_UNMATCHED = """
CREATE TABLE unmatched{side} AS
SELECT rowid AS row, * FROM dialogues{side} WHERE rowid NOT IN (SELECT row{side} FROM matched)
"""

# If the text of a document differs, places cannot be compared. There dialogues with the same words match, if
# no other dialogue of the document has these words.
_MATCH_BY_WORDS = """
INSERT INTO matched
SELECT one.row, other.row, 'shifted'
FROM (SELECT source_id, words, min(row) AS row FROM unmatched0 GROUP BY ALL HAVING count(*) = 1) AS one
JOIN (SELECT source_id, words, min(row) AS row FROM unmatched1 GROUP BY ALL HAVING count(*) = 1) AS other
USING (source_id, words) WHERE source_id IN (SELECT id FROM documents WHERE rewritten)
"""

# After a difference in the text everything is shifted, by as much as the last matched dialogue before.
_SHIFTS = """
CREATE TABLE anchors{side} AS
SELECT one.source_id, one.first, any_value(other.first - one.first) AS shift
FROM matched JOIN dialogues{side} AS one ON one.rowid = row{side}
JOIN dialogues{there} AS other ON other.rowid = row{there}
WHERE one.source_id IN (SELECT id FROM documents WHERE rewritten) GROUP BY ALL;
CREATE TABLE left{side} AS
SELECT row, one.source_id, id, words, utterances, one.first, past,
    one.first + coalesce(before.shift, nearest.shift, 0) AS there_first,
    past + coalesce(before.shift, nearest.shift, 0) AS there_past
FROM unmatched{side} AS one
ASOF LEFT JOIN anchors{side} AS before ON one.source_id = before.source_id AND one.first >= before.first
LEFT JOIN (SELECT source_id, arg_min(shift, first) AS shift FROM anchors{side} GROUP BY source_id) AS nearest
    ON one.source_id = nearest.source_id
WHERE row NOT IN (SELECT row{side} FROM matched)
"""

# Groups of intervals that overlap directly or indirectly: a group begins where all before have ended.
_GROUP_BY_SPANS = """
CREATE TABLE grouped AS
WITH stretches AS (
    SELECT 0 AS side, row, source_id, there_first AS first, there_past AS past FROM left0
    UNION ALL SELECT 1, row, source_id, first, past FROM left1
), reached AS (
    SELECT *, max(past) OVER (PARTITION BY source_id ORDER BY first, side, row
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reach FROM stretches
)
SELECT side, row, sum(if(reach IS NULL OR first >= reach, 1, 0))
    OVER (ORDER BY source_id, first, side, row)::BIGINT AS grp FROM reached
"""

# Paths of a tree share their first comments, so common comments are not enough: one must be a part of the
# other, or both must end with the same utterance. The number of a node is 2 * row, + 1 on the second side.
_LINKS = """
SELECT 2 * inner_.row + {inner_side} AS inner_node, 2 * outer_.row + {outer_side} AS outer_node
FROM (SELECT row, source_id, utterances, utterances[-1] AS last FROM left{inner_side}) AS inner_
JOIN (SELECT row, source_id, utterances, unnest(utterances) AS utterance,
        generate_subscripts(utterances, 1) AS place FROM left{outer_side}) AS outer_
ON inner_.source_id = outer_.source_id AND inner_.last = outer_.utterance
WHERE place = len(outer_.utterances)
    OR outer_.utterances[greatest(place - len(inner_.utterances), 0) + 1 : place] = inner_.utterances
"""

_KINDS = """
CREATE TABLE fates AS
WITH sized AS (
    SELECT grp, count(*) FILTER (side = 0) AS here, count(*) FILTER (side = 1) AS there,
        min(words) = max(words) AS alike
    FROM (
        SELECT grp, side, words FROM grouped JOIN left0 USING (row) WHERE side = 0
        UNION ALL SELECT grp, side, words FROM grouped JOIN left1 USING (row) WHERE side = 1
    ) GROUP BY grp
)
SELECT side, row, grp, CASE WHEN there = 0 THEN 'removed' WHEN here = 0 THEN 'added'
    WHEN here = 1 AND there = 1 THEN if(alike, 'shifted', 'changed')
    WHEN here = 1 THEN 'split' WHEN there = 1 THEN 'joined' ELSE 'recut' END AS kind
FROM grouped JOIN sized USING (grp)
UNION ALL SELECT unnest([0, 1]), unnest([row0, row1]), -1 - row0, kind FROM matched WHERE kind <> 'same'
"""


def match(base: duckdb.DuckDBPyConnection, sides: Sequence[Sequence[Path]], align: Alignment) -> None:
    """Create the table `fates`: `side`, `row` of `dialogues0` or `dialogues1`, `kind`, and `grp`.

    Dialogues that match have the same `grp`; dialogues of the kind `same` are only in `matched`.

    Args:
        base: has the table `documents` (`documents.py`).
        sides: files of the dialogues table of both versions.
        align: how the dialogues of the source are matched.
    """
    first, past = _STRETCH["numbers" if align == "numbers" else "spans"]
    for side, paths in enumerate(sides):
        rows = scan("dialogues", paths)
        base.execute(_LOAD.format(side=side, rows=rows, first=first, past=past, **_VALUES))
    base.execute(_MATCH_BY_ID)
    for side in (0, 1):
        base.execute(_UNMATCHED.format(side=side))
    base.execute(_MATCH_BY_WORDS)
    for side in (0, 1):
        base.execute(_SHIFTS.format(side=side, there=1 - side))
    _GROUP_BY[align](base)
    base.execute(_KINDS)


def _group_by_spans(base: duckdb.DuckDBPyConnection) -> None:
    base.execute(_GROUP_BY_SPANS)


def _group_by_utterances(base: duckdb.DuckDBPyConnection) -> None:
    """Connected components of the links between both versions."""
    rows = "SELECT 2 * row AS node FROM left0 UNION ALL SELECT 2 * row + 1 FROM left1 ORDER BY node"
    nodes = base.sql(rows).fetchnumpy()["node"]
    links = [base.sql(_LINKS.format(inner_side=side, outer_side=1 - side)).fetchnumpy() for side in (0, 1)]
    one, other = (
        np.searchsorted(nodes, np.concatenate([found[name] for found in links]))
        for name in ("inner_node", "outer_node")
    )
    graph = coo_array((np.ones(len(one), np.bool_), (one, other)), shape=(len(nodes), len(nodes)))
    groups = connected_components(graph, directed=False)[1] if len(nodes) else np.zeros(0)
    columns = {"side": nodes % 2, "row": nodes // 2, "grp": groups.astype(np.int64)}
    base.register("components", pa.table({name: pa.array(column) for name, column in columns.items()}))
    base.execute("CREATE TABLE grouped AS SELECT * FROM components")
    base.unregister("components")


_GROUP_BY: dict[Alignment, Callable[[duckdb.DuckDBPyConnection], None]] = {
    "spans": _group_by_spans,
    "numbers": _group_by_spans,
    "utterance_ids": _group_by_utterances,
}
