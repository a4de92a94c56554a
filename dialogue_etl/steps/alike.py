"""Which documents of a source are to be in one split, since they share an opening or a pair of turns.

Crawls of the same threads differ in ids, in what they lack and in where they end, but not in their texts.
Case, blanks, punctuation and symbols are ignored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow.parquet as pq

from dialogue_etl.core import run

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pyarrow as pa

    from dialogue_etl.core.runtime import Runtime

PLAIN = r"regexp_replace(lower({}), '[\pZ\pP\pS\pC]+', '', 'g')"
"""SQL of a text without all that is ignored."""
_LENGTHS = (0, 8, 16, 32, 64)
"""Least characters of an opening or a pair. Small talk connects more threads the more there are: of
19,975 dialogues of LCCC all lengths connect 37 at most, but "good night" and the like would connect most of a
million. So the first length is used with which nothing grows larger than `_MOST`.
"""
_MOST = 0.02
"""Largest share of the documents that may be in one work."""
_FEW = 20
"""As many documents may be in one work however few there are."""

_SHARED = f"""
WITH said AS (
    SELECT source_id, [{PLAIN.format("t.text")} FOR t IN turns] AS texts FROM dialogues
), keys AS (
    SELECT source_id, 'opening' AS kind, texts[1] AS one, '' AS two FROM said
    UNION SELECT source_id, 'pair', texts[place - 1], texts[place]
    FROM (SELECT *, unnest(range(2, len(texts) + 1)) AS place FROM said)
), hashed AS (
    SELECT source_id, md5_number(concat_ws(chr(31), kind, one, two)) AS key, length(one) + length(two) AS size
    FROM keys
)
SELECT source_id, key::VARCHAR AS key, size, (SELECT count(DISTINCT source_id) FROM dialogues) AS documents
FROM hashed
WHERE key IN (SELECT key FROM hashed GROUP BY key HAVING count(*) > 1)
ORDER BY source_id, key
"""  # noqa: S608 - a constant


def work_ids(language: str, paths: Sequence[Path], runtime: Runtime) -> dict[str, str]:
    """The work of each document that shares something with another: the first id of all that are connected.

    Args:
        language: BCP-47 tag.
        paths: of the shards of dialogues.
        runtime: workers, store and engine.
    """
    found = run.aggregate(f"find alike {language}", _SHARED, {"dialogues": paths}, runtime=runtime)
    rows = pq.read_table(found.folder / run.ROWS)
    most = max(_FEW, _MOST * rows["documents"][0].as_py()) if len(rows) else 0
    for least in _LENGTHS:
        works = _connected(rows.filter(np.asarray(rows["size"]) >= least))
        if np.unique([*works.values()], return_counts=True)[1].max(initial=0) <= most:
            return works
    return {}


def _connected(rows: pa.Table) -> dict[str, str]:
    """The first of the ids that are connected by keys, by id.

    With NumPy alone: importing SciPy's graphs takes a quarter of a small stage's time (measured).
    """
    if not len(rows):
        return {}
    ids, keys = (rows[name].combine_chunks().dictionary_encode() for name in ("source_id", "key"))
    names, of, by = ids.dictionary.to_pylist(), ids.indices.to_numpy(), keys.indices.to_numpy()
    first = np.arange(len(names))  # names are sorted, as the rows are
    while True:
        least = np.full(len(keys.dictionary), len(names))
        np.minimum.at(least, by, first[of])
        lower = first.copy()
        np.minimum.at(lower, of, least[by])
        np.minimum.at(lower, first[of], least[by])  # and of those that it is connected to so far
        lower = lower[lower]
        if np.array_equal(lower, first):
            return {name: names[place] for name, place in zip(names, first.tolist(), strict=True)}
        first = lower
