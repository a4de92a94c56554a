"""Stage `split`: books are dealt to train, validation and test by a seeded hash of their id.

A hash, not a draw: adding a book moves no other one (the paper draws at random; its code has fixed lists
of ids). All dialogues of a book are in one split (paper, section 3).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

from dialogue_etl import filters, run, shards
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.params import Params, Split

_STAGE = "split"


def position(source_id: str, seed: int) -> float:
    """A source's place in [0, 1): depends on its id and the seed alone."""
    digest = hashlib.sha256(f"{seed}:{source_id}".encode()).digest()
    return int.from_bytes(digest[:6]) / 2**48


def assign(place: float, params: Split) -> str:
    """The split at a place: train from 0, then validation, then test."""
    if place < params.train:
        return "train"
    if place < params.train + params.validation or not params.test:
        return "validation" if params.validation else "train"
    return "test"


def split(*, language: str, dialogues: Path, output: Path, metrics: Path, params: Params) -> None:
    """Deal the books that have dialogues.

    Raises:
        MissingTableError: `dialogues` is not the output of `postfilter`.
    """
    paths = shards.shard_paths(dialogues, "dialogues")
    splits = {name: Counter(books=0, dialogues=0, utterances=0) for name in SPLIT_NAMES}
    reasons: Counter[tuple[str, str]] = Counter()
    work = partial(_books, params=params)
    with shards.whole(output) as folder:
        for index, rows in enumerate(run.over_shards(f"split {language}", work, paths, workers=1)):
            with shards.ShardWriter(folder, index, len(paths), ["splits", "drops"]) as writer:
                for row in rows:
                    if drop := filters.banned(row["source_id"], params.books.banned):
                        id = row["source_id"]
                        writer.add("drops", [drop.row(stage=_STAGE, unit="book", id=id, source_id=id)])
                        reasons["book", drop.reason] += 1
                        continue
                    writer.add("splits", [row])
                    counts = {key: row[key] for key in ("dialogues", "utterances")}
                    splits[row["split"]].update({"books": 1, **counts})
    total: Counter[str] = sum(splits.values(), Counter())
    keys = ("books", "dialogues", "utterances")
    result = {**{key: total[key] for key in keys}, "splits": splits, "dropped": run.count_reasons(reasons)}
    run.write_metrics(metrics, result)
    run.report_counts(_STAGE, language, result)


def _books(path: Path, params: Params) -> list[dict[str, Any]]:
    dialogues: Counter[str] = Counter()
    utterances: Counter[str] = Counter()
    for row in shards.read_shard(path, ["source_id", "turns"]):
        dialogues[row["source_id"]] += 1
        utterances[row["source_id"]] += len(row["turns"])
    rows = []
    for source_id in sorted(dialogues):
        place = position(source_id, params.split.seed)
        counts = {"dialogues": dialogues[source_id], "utterances": utterances[source_id]}
        rows.append(
            {"source_id": source_id, "split": assign(place, params.split), "position": place, **counts}
        )
    return rows
