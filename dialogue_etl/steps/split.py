"""Stage `split`: works are assigned to train, validation and test by a seeded hash of their id.

With a hash, adding a book moves no other one, except those of works that it joins (the paper draws at random;
its code has fixed lists of ids). All dialogues of a book are in one split (paper, section 3), and so are all
books of a work, and all dialogues of a thread.
"""

import hashlib
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from dialogue_etl import run, shards
from dialogue_etl.params import Params, Split
from dialogue_etl.progress import progress
from dialogue_etl.sources.base import Source
from dialogue_etl.tables import SPLIT_NAMES

_STAGE = "split"


def position(work_id: str, seed: int) -> float:
    """A number in [0, 1) that depends only on the work's id and the seed."""
    digest = hashlib.sha256(f"{seed}:{work_id}".encode()).digest()
    return int.from_bytes(digest[:6]) / 2**48


def assign(place: float, params: Split) -> str:
    """The split of a position: train from 0, then validation, then test."""
    if place < params.train:
        return "train"
    if place < params.train + params.validation or not params.test:
        return "validation" if params.validation else "train"
    return "test"


def split(
    *,
    language: str,
    dialogues: Path,
    output: Path,
    metrics: Path,
    params: Params,
    source: Source,
    works: Path | None = None,
) -> None:
    """Assign the documents that have dialogues to splits.

    Args:
        language: BCP-47 tag.
        dialogues: output of the source's last stage, whose dialogues are packaged.
        output: folder to write.
        metrics: JSON file to write.
        params: shares and seed.
        source: of the dialogues.
        works: output of `works`; without it each document is a work of its own.

    Raises:
        MissingTableError: `dialogues` has no dialogues table, or `works` is not the output of `works`.
    """
    paths = shards.shard_paths(dialogues, "dialogues")
    work_ids = _work_ids(works)
    keys = (source.units, "dialogues", "utterances")
    splits = {name: Counter(dict.fromkeys(keys, 0)) for name in SPLIT_NAMES}
    counted = progress(f"split {language}", map(_sources, paths), len(paths))
    with shards.atomic_folder(output) as folder:
        for index, sources in enumerate(counted):
            with shards.ShardWriter(folder, index, len(paths), ["splits", "drops"]) as writer:
                for id, counts in sources:
                    row = _row(id, work_ids.get(id, id), counts, params)
                    writer.add("splits", [row])
                    splits[row["split"]].update({source.units: 1, **counts})
    total: Counter[str] = sum(splits.values(), Counter())
    result = {**{key: total[key] for key in keys}, "splits": splits, "dropped": {}}
    run.write_metrics(metrics, result)
    run.report_counts(_STAGE, language, result)


def _work_ids(works: Path | None) -> dict[str, str]:
    """The work of each document."""
    if works is None:
        return {}
    return {row["id"]: row["work_id"] for row in shards.read(works, "works", ["id", "work_id"])}


def _sources(path: Path) -> list[tuple[str, dict[str, int]]]:
    """The documents of a shard, sorted by id, with their numbers of dialogues and utterances."""
    dialogues: Counter[str] = Counter()
    utterances: Counter[str] = Counter()
    # Only the lengths of the lists are needed: reading their smallest leaf is enough.
    for batch in shards.read_batches(path, ["source_id", "turns.list.element.speaker"]):
        ids = batch.column("source_id").to_pylist()
        dialogues.update(ids)
        # `value_lengths` would import pyarrow.compute, which takes longer than a small shard.
        for id, turns in zip(ids, np.diff(batch.column("turns").offsets).tolist(), strict=True):
            utterances[id] += turns
    return [(id, {"dialogues": dialogues[id], "utterances": utterances[id]}) for id in sorted(dialogues)]


def _row(id: str, work_id: str, counts: dict[str, int], params: Params) -> dict[str, Any]:
    place = position(work_id, params.split.seed)
    dealt = {"split": assign(place, params.split), "position": place}
    return {"source_id": id, "work_id": work_id, **dealt, **counts}
