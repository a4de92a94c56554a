"""Threads and versions of them: a comment is a letter, a capital one is the same comment in other words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl.core import yaml_files
from dialogue_etl.core.shards import shard_of
from dialogue_etl.sources.threads.trees import dialogue_id
from tests import tables
from tests.compare.versions_made import folder_out, stored_out

if TYPE_CHECKING:
    Threads = Mapping[str, Sequence[str]]
    Drop = tuple[str, str, str, str, str]
    """Stage, unit, id, thread, reason."""


def _dialogues(threads: Threads) -> list[dict[str, Any]]:
    return [
        {
            "id": dialogue_id(thread, said[0].lower(), said[-1].lower(), whole=said[0].lower() == "a"),
            "source_id": thread,
            "language": "zh",
            "turns": [_turn(comment) for comment in said],
        }
        for thread in sorted(threads)
        for said in threads[thread]
    ]


def _turn(comment: str) -> dict[str, Any]:
    named = {"speaker": "1", "speaker_confidence": 1.0, "utterance_id": comment.lower()}
    return {"text": f"says {comment}", "spans": [], **named}


def build(
    root: Path,
    threads: Threads,
    *,
    splits: Mapping[str, str] | None = None,
    drops: Sequence[Drop] = (),
    known: Sequence[str] = (),
    shards: int = 2,
    languages: Sequence[str] = ("zh",),
    mix: str = "",
) -> None:
    """Write a version of threads into the cache, dvc.lock and params.yaml.

    Args:
        root: the workspace.
        threads: with their dialogues.
        splits: of threads that are not in `train`.
        drops: of all stages.
        known: threads that the version has beside those with dialogues.
        shards: of all tables.
        languages: `threads.languages`, all of the same threads.
        mix: what the mixed dataset holds; empty for none.
    """
    rows = {
        ("ingest", "threads"): [{"id": id, "corpus": id.partition(":")[0]} for id in {*threads, *known}],
        ("classify", "dialogues"): _dialogues(threads),
        ("split", "splits"): [_split(id, threads[id], (splits or {}).get(id, "train")) for id in threads],
    }
    names = ("stage", "unit", "id", "source_id", "reason")
    for stage in ("ingest", "extract", "rules", "classify", "split"):
        rows[stage, "drops"] = [dict(zip(names, drop, strict=True)) for drop in drops if drop[0] == stage]
    stages = {}
    for stage in sorted({stage for stage, _ in rows}):
        folder = root / "made" / stage
        for (own, name), found in rows.items():
            if own == stage:
                _write(folder, name, found, shards)
        for language in languages:
            outs = [folder_out(root, f"data/threads/{stage}/{language}", folder)]
            stages[f"threads-{stage}@{language}"] = {"outs": outs}
    if mix:
        outs = [stored_out(root, "data/mix/dataset", mix.encode())]
        stages["mix-dataset"] = {"outs": outs}
    (root / "dvc.lock").write_text(yaml_files.dump({"schema": "2.0", "stages": stages}), "utf-8")
    values = {"languages": ["en"], "threads": {"languages": list(languages)}}
    (root / "params.yaml").write_text(yaml_files.dump(values), "utf-8")


def _split(id: str, said: Sequence[str], split: str) -> dict[str, Any]:
    counts = {"dialogues": len(said), "utterances": sum(map(len, said))}
    return {"source_id": id, "work_id": id, "split": split, "position": 0.5, **counts}


def _write(folder: Path, name: str, rows: list[dict[str, Any]], shards: int) -> None:
    key = "id" if name == "threads" else "source_id"
    rows.sort(key=lambda row: (row[key], json.dumps(row)))
    for index in range(shards):
        with tables.writer(folder, index, shards, [name]) as writer:
            writer.add(name, (row for row in rows if shard_of(row[key], shards) == index))
