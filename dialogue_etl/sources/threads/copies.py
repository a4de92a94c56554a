"""Dialogues that several corpora have: the copy of one corpus stays.

Which corpus is a matter of order: those that `threads.corpora` names, as it names them, then others by name.
So whoever adds corpora behind those of a smaller dataset takes nothing from it. Blanks tell no dialogues
apart, for published corpora put them between all characters. Within a corpus, people may say the same.

_survey  of each shard: a number for what each dialogue says, and the place of its corpus
_SHARED  the numbers of several corpora, and the first of these
_drop    of each shard: what an earlier corpus has too
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from dialogue_etl import run, shards
from dialogue_etl.filters import Drop
from dialogue_etl.filters.said import Said
from dialogue_etl.run import Job
from dialogue_etl.text.word_numbers import among

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dialogue_etl.runtime import Runtime
    from dialogue_etl.store import Finished
    from dialogue_etl.text.word_numbers import Numbers

REASON = "duplicates"
"""Of the drops: the parameter that decides."""

_STAGE = "rules"
_EXCERPT = 200
_SAID = pa.schema([("words", pa.uint64()), ("corpus", pa.int32())])
_SHARED = """
SELECT words, min(corpus)::INTEGER AS corpus FROM said GROUP BY words HAVING min(corpus) < max(corpus)
ORDER BY words
"""


def order(named: Sequence[str], there: Sequence[str]) -> list[str]:
    """The corpora that are there, those first that `threads.corpora` names."""
    return [*(name for name in named if name in there), *sorted(set(there).difference(named))]


def drop(language: str, finished: list[Finished], corpora: Sequence[str], runtime: Runtime) -> list[Finished]:
    """Leave copies out of finished shards, which hold dialogues and drops.

    Args:
        language: BCP-47 tag.
        finished: shards.
        corpora: of all of them, in the order in which copies are kept; with one there is nothing to do.
        runtime: workers, store and engine.

    Returns:
        Shards with the same tables; their results have what went as `dropped`, and `totals` less by it.
    """
    if len(corpora) <= 1:
        return []
    settings = {"corpora": list(corpora)}
    jobs = [Job(settings={**settings, "shard": one.key}, paths=(one.folder,)) for one in finished]
    surveyed = list(run.over_shards(f"compare corpora {language}", _survey, jobs, runtime=runtime))
    shared = run.aggregate(f"find copies {language}", _SHARED, {"said": surveyed}, runtime=runtime)
    jobs = [
        Job(settings={**job.settings, "shared": shared.key}, paths=(*job.paths, shared.folder / run.ROWS))
        for job in jobs
    ]
    return list(run.over_shards(f"leave copies out {language}", _drop, jobs, runtime=runtime))


def _survey(job: Job, folder: Path) -> dict[str, Any]:
    with shards.ShardWriter(folder, 0, 1, (), said=_SAID) as writer:
        for batch in _dialogues(job.paths[0], ["source_id", "turns.list.element.text"]):
            rows = pa.table([*_numbered(batch, job.settings["corpora"])], schema=_SAID)
            writer.write("said", rows.group_by(["words", "corpus"]).aggregate([]))
    return {}


def _drop(job: Job, folder: Path) -> dict[str, Any]:
    shared = pq.read_table(job.paths[1])
    words, first = shared["words"].to_numpy(), shared["corpus"].to_numpy()
    corpora = job.settings["corpora"]
    dropped: Counter[tuple[str, str]] = Counter()
    with shards.ShardWriter(folder, 0, 1, ["dialogues", "drops"]) as writer:
        for batch in shards.read_batches(shards.shard_path(job.paths[0], "drops", 0, 1)):
            writer.write("drops", pa.Table.from_batches([batch]))
        for batch in _dialogues(job.paths[0]):
            numbers, own = _numbered(batch, corpora)
            inside, places = among(numbers, words)
            copies = inside & (own > first[places]) if len(words) else inside
            for row, place in zip(_rows(batch, copies), places[copies].tolist(), strict=True):
                text = row["turns"][0]["text"][:_EXCERPT] if row["turns"] else ""
                said = Drop(REASON, detail=f"{corpora[first[place]]} has it too: {text}"[:_EXCERPT])
                named = {"id": row["id"], "source_id": row["source_id"]}
                writer.add("drops", [said.row(stage=_STAGE, unit="dialogue", **named)])
                dropped.update({("dialogue", REASON): 1, ("utterance", REASON): len(row["turns"])})
            kept = pa.Table.from_batches([batch.filter(pa.array(~copies))])
            writer.write_rows("dialogues", kept, shards.turn_sizes(kept))
    totals = {"dialogues": -dropped["dialogue", REASON], "utterances": -dropped["utterance", REASON]}
    return {"totals": totals, "dropped": run.as_rows(dropped)}


def _dialogues(folder: Path, columns: list[str] | None = None) -> Any:
    return shards.read_batches(shards.shard_path(folder, "dialogues", 0, 1), columns)


def _rows(batch: pa.RecordBatch, those: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = batch.filter(pa.array(those)).to_pylist()
    return rows


def _numbered(batch: pa.RecordBatch, corpora: Sequence[str]) -> tuple[Numbers, Numbers]:
    """A number for what each dialogue says, and the place of its corpus."""
    names = pc.list_element(pc.split_pattern(batch.column("source_id"), ":", max_splits=1), 0)
    own = pc.index_in(names, pa.array(corpora, pa.string())).to_numpy(zero_copy_only=False)
    return Said.of(batch.column("turns")).dialogues, np.asarray(own, np.int32)
