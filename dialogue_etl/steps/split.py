"""Stage `split`: works are assigned to train, validation and test by a seeded hash of their id, or by size.

By hash, adding a book moves no other one, except those of works that it joins (the paper draws at random; its
code has fixed lists of ids). Both methods, and when which is used, are in `splitting`. All dialogues of a
book are in one split (paper, section 3), and so are all books of a work, and all dialogues of a thread and of
threads that share an opening or a pair (`alike`).
"""

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dialogue_etl.core import run, shards, splitting
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.progress import progress
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.core.splitting import Assignment, Works
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.sources.base import Source
from dialogue_etl.steps import alike

log = logging.getLogger("dialogue_etl")

_STAGE = "split"


def split(
    *,
    language: str,
    dialogues: Path,
    output: Path,
    metrics: Path,
    params: Params,
    source: Source,
    runtime: Runtime,
    works: Path | None = None,
) -> None:
    """Assign the documents that have dialogues to splits.

    Args:
        language: BCP-47 tag.
        dialogues: output of the source's last stage, whose dialogues are packaged.
        output: folder to write.
        metrics: JSON file to write.
        params: method, shares and seed.
        source: of the dialogues.
        runtime: workers, store and engine.
        works: output of `works`; without it each document is a work of its own.

    Raises:
        MissingTableError: `dialogues` has no dialogues table, or `works` is not the output of `works`.
    """
    paths = shards.shard_paths(dialogues, "dialogues")
    work_ids = _work_ids(works)
    if source.has_corpora:
        work_ids = alike.work_ids(language, paths, runtime)
    keys = (source.units, "dialogues", "utterances")
    splits = {name: Counter(dict.fromkeys(keys, 0)) for name in SPLIT_NAMES}
    assignment = splitting.assign(_works(paths, work_ids, params.split.seed), params.split)
    counted = progress(f"split {language}", map(_sources, paths), len(paths))
    with shards.atomic_folder(output) as folder:
        for index, sources in enumerate(counted):
            with shards.ShardWriter(folder, index, len(paths), ["splits", "drops"]) as writer:
                for id, counts in sources:
                    row = _row(id, work_ids.get(id, id), counts, assignment)
                    writer.add("splits", [row])
                    splits[row["split"]].update({source.units: 1, **counts})
    total: Counter[str] = sum(splits.values(), Counter())
    result = {**{key: total[key] for key in keys}, "splits": splits, "dropped": {}}
    run.write_metrics(metrics, {"method": assignment.method, **result})
    run.report_counts(_STAGE, language, result)
    log.info(
        "split %s: works are assigned by %s (split.method: %s)",
        language,
        assignment.method,
        params.split.method,
    )
    utterances = {name: counts["utterances"] for name, counts in splits.items()}
    if remark := splitting.remark(utterances, assignment.method, params.split):
        log.warning("split %s: %s", language, remark)


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


def _works(paths: Sequence[Path], work_ids: Mapping[str, str], seed: int) -> Works:
    """Position and number of utterances of each work; 16 bytes of each document are in memory."""
    places, sizes = [], []
    for sources in map(_sources, paths):
        places.append(np.array([splitting.position(work_ids.get(id, id), seed) for id, _ in sources], float))
        sizes.append(np.array([counts["utterances"] for _, counts in sources], np.int64))
    positions, numbers = np.unique(np.concatenate(places), return_inverse=True)
    # Exact: sums are below 2**53.
    summed = np.bincount(numbers, np.concatenate(sizes), minlength=len(positions)).astype(np.int64)
    return Works(positions, summed)


def _row(id: str, work_id: str, counts: dict[str, int], assignment: Assignment) -> dict[str, Any]:
    place = splitting.position(work_id, assignment.params.seed)
    assigned = {"split": assignment.of(place), "position": place, "method": assignment.method}
    return {"source_id": id, "work_id": work_id, **assigned, **counts}
