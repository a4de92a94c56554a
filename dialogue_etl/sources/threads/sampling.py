"""Samples pairs and utterances to train on, by hash and of bounded size."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from dialogue_etl.core import run, shards
from dialogue_etl.core.tables import DROPS
from dialogue_etl.labels.classifiers.examples import FIRST, HIT, LATER, PAIR, Draw, Drawn

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dialogue_etl.core.runtime import Runtime

_MOST_OF_A_THREAD = 20  # of each kind: a thread of 100,000 answers would dominate the sample

_DRAWN = """
WITH paths AS (
    SELECT source_id AS thread, id, [t.text FOR t IN turns] AS texts, [t.utterance_id FOR t IN turns] AS ids
    FROM dialogues
), before AS (
    SELECT source_id AS thread, id, [t.text FOR t IN turns] AS texts, [t.utterance_id FOR t IN turns] AS ids
    FROM extracted
), noise AS (  -- other reasons say nothing of a pair
    SELECT source_id AS thread, id FROM drops
    WHERE reason NOT IN ('min_turns', 'long_dialogues', 'all_same', 'duplicate', 'duplicates')
), said AS (
    SELECT 'pair' AS kind, thread, texts[place - 1 : place] AS texts
    FROM (SELECT *, unnest(range(2, len(texts) + 1)) AS place FROM paths)
    UNION ALL
    SELECT CASE WHEN place = 1 AND id = thread || ':' || ids[-1] THEN 'first' ELSE 'later' END, thread,
        texts[place : place]
    FROM (SELECT *, unnest(range(1, len(texts) + 1)) AS place FROM paths)
    UNION ALL  -- a pair whose response a rule left out, and the only one of a dialogue left out
    SELECT 'hit', thread, texts[place - 1 : place]
    FROM (SELECT *, unnest(range(2, len(texts) + 1)) AS place FROM before)
    WHERE (thread, ids[place]) IN (FROM noise) OR (len(texts) = 2 AND (thread, id) IN (FROM noise))
), ranked AS (
    SELECT *, md5_number_lower(concat_ws(chr(31), $seed, kind, thread, texts[1], texts[2])) AS rank
    FROM said WHERE NOT EXISTS (FROM corpora) OR split_part(thread, ':', 1) IN (FROM corpora)
), least AS (
    SELECT kind, max(rank) AS most FROM (
        SELECT kind, rank FROM (SELECT DISTINCT kind, rank FROM ranked)
        QUALIFY row_number() OVER (PARTITION BY kind ORDER BY rank) <= $most
    ) GROUP BY kind
)
SELECT DISTINCT rank, kind, thread, texts FROM ranked JOIN least USING (kind) WHERE rank <= most
ORDER BY rank, thread, texts
"""
"""Texts of each kind with the least ranks, each once per thread; independent of shards and workers."""


def draw(
    language: str,
    dialogues: Path,
    extracted: Path | None,
    *,
    corpora: Sequence[str] = (),
    most: int,
    seed: int,
    runtime: Runtime,
) -> Draw:
    """Draw at most `most` texts of each kind from all dialogues, or from those of `corpora`.

    Texts with rule hits come from `extracted`, the input of the rules; `dialogues` is their output.

    Raises:
        MissingTableError: an input is not the output of its stage.
    """
    paths = shards.shard_paths(dialogues, "dialogues")
    tables: dict[str, Any] = {
        "dialogues": paths,
        "extracted": shards.shard_paths(extracted, "dialogues") if extracted else paths,
        "drops": shards.shard_paths(dialogues, "drops") if extracted else DROPS.empty_table(),
        "corpora": pa.table({"name": pa.array(corpora, pa.string())}),
    }
    values = {"most": most, "seed": seed}
    drawn = run.aggregate(f"draw {language}", _DRAWN, tables, values, runtime=runtime)
    rows = pq.read_table(drawn.folder / run.ROWS)
    of = {kind: _spread(rows.filter(pc.equal(rows["kind"], kind))) for kind in (PAIR, FIRST, LATER, HIT)}
    never_first = {row.texts for row in of[FIRST]}
    laters = [row for row in of[LATER] if row.texts not in never_first]
    return Draw(of[PAIR], of[FIRST], laters, of[HIT])


def _spread(rows: pa.Table) -> list[Drawn]:
    """Limit the rows of each thread."""
    seen: Counter[str] = Counter()
    kept = []
    columns = (rows[name].to_pylist() for name in Drawn._fields)
    for rank, kind, thread, texts in zip(*columns, strict=True):
        seen[thread] += 1
        if seen[thread] <= _MOST_OF_A_THREAD:
            kept.append(Drawn(rank, kind, thread, tuple(texts)))
    return kept
