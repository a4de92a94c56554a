"""Deduplicates dialogues across corpora.

The copy of the first corpus is kept, in the order of `threads.corpora`, then by name. So corpora that are
appended to a dataset remove nothing from it. White space is ignored, since published corpora insert it
between all characters. Within a corpus, equal dialogues are kept.

_COPIES  dialogues that an earlier corpus contains, and the first such corpus
_drop    drops them from each shard
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from dialogue_etl.core import run, shards
from dialogue_etl.core.run import Job
from dialogue_etl.filters import Drop
from dialogue_etl.filters.text_batch import BLANKS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.core.store import Finished

REASON = "duplicates"
"""Reason of the drops: the name of the parameter."""

_STAGE = "rules"
_EXCERPT = 200
_COPIES = f"""
WITH said AS (
    SELECT id, place, name, md5_number(array_to_string(
        [regexp_replace(t.text, '{BLANKS}', '', 'g') FOR t IN turns], chr(31)
    )) AS words
    FROM dialogues JOIN corpora ON name = split_part(source_id, ':', 1)
), earliest AS (
    SELECT words, min(place) AS place, arg_min(name, place) AS corpus FROM said
    GROUP BY words HAVING min(place) < max(place)
)
SELECT id, corpus FROM said JOIN earliest USING (words) WHERE said.place > earliest.place ORDER BY id
"""  # noqa: S608 - a constant


def order(named: Sequence[str], there: Sequence[str]) -> list[str]:
    """The existing corpora in order of precedence: those that `threads.corpora` names, then by name."""
    return [*(name for name in named if name in there), *sorted(set(there).difference(named))]


def drop(language: str, finished: list[Finished], corpora: Sequence[str], runtime: Runtime) -> list[Finished]:
    """Drop copies from finished shards, which contain the tables dialogues and drops.

    Args:
        language: BCP-47 tag.
        finished: shards.
        corpora: of all shards, in order of precedence; with only one corpus there is nothing to do.
        runtime: workers, store and engine.

    Returns:
        Shards with the same tables; their results have the counts `dropped` and negative `totals`.
    """
    if len(corpora) <= 1:
        return []
    places = pa.table({"name": pa.array(corpora), "place": range(len(corpora))})
    tables = {"dialogues": finished, "corpora": places}
    copies = run.aggregate(f"find copies {language}", _COPIES, tables, runtime=runtime)
    jobs = [
        Job(settings={"shard": one.key, "copies": copies.key}, paths=(one.folder, copies.folder / run.ROWS))
        for one in finished
    ]
    return list(run.over_shards(f"leave copies out {language}", _drop, jobs, runtime=runtime))


def _drop(job: Job, folder: Path) -> dict[str, Any]:
    path = shards.shard_path(job.paths[0], "dialogues", 0, 1)
    own = pq.read_table(path, columns=["id"])["id"]
    with pq.ParquetFile(job.paths[1]) as file:
        found = [rows.filter(pc.is_in(rows["id"], value_set=own)) for rows in file.iter_batches()]
    corpora = {row["id"]: row["corpus"] for rows in found for row in rows.to_pylist()}
    ids = pa.array(corpora, pa.string())
    dropped: Counter[tuple[str, str]] = Counter()
    with shards.ShardWriter(folder, 0, 1, ["dialogues", "drops"]) as writer:
        for batch in shards.read_batches(shards.shard_path(job.paths[0], "drops", 0, 1)):
            writer.write("drops", pa.Table.from_batches([batch]))
        for batch in shards.read_batches(path):
            copies = pc.is_in(batch["id"], value_set=ids)
            for row in batch.filter(copies).to_pylist():
                text = row["turns"][0]["text"][:_EXCERPT] if row["turns"] else ""
                said = Drop(REASON, detail=f"{corpora[row['id']]} has it too: {text}"[:_EXCERPT])
                named = {"id": row["id"], "source_id": row["source_id"]}
                writer.add("drops", [said.row(stage=_STAGE, unit="dialogue", **named)])
                dropped.update({("dialogue", REASON): 1, ("utterance", REASON): len(row["turns"])})
            kept = pa.Table.from_batches([batch.filter(pc.invert(copies))])
            writer.write_rows("dialogues", kept, shards.turn_sizes(kept))
    totals = {"dialogues": -dropped["dialogue", REASON], "utterances": -dropped["utterance", REASON]}
    return {"totals": totals, "dropped": run.as_rows(dropped)}
