"""Outputs of the stages of threads made by hand: small enough to count on one's fingers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialogue_etl import params as parameters
from dialogue_etl.core.shards import shard_of
from dialogue_etl.core.turns import row as turn_row
from dialogue_etl.sources import SOURCES
from dialogue_etl.steps.split import split
from tests.conftest import quick_runtime
from tests.tables import SCHEMAS, writer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.params import Params

HOSTILE = '<script>alert("1")</script> & \'">'
STAGES = {
    "ingest": ("threads", "comments", "drops"),
    "extract": ("dialogues", "drops"),
    "rules": ("dialogues", "drops"),
    "classify": ("dialogues", "scores", "drops"),
}
Tables = dict[str, list[dict[str, Any]]]


def thread(id: str, *, language: str, rights: str = "CC0-1.0", comments: int = 3) -> dict[str, Any]:
    named = {"id": id, "corpus": id.partition(":")[0], "language": language, "rights": rights}
    return {**named, "root_author": None, "comments": comments}


def comment(source_id: str, id: str, text: str = "x") -> dict[str, Any]:
    row = dict.fromkeys(SCHEMAS["comments"].names)
    return {**row, "source_id": source_id, "id": id, "text": text}


def dialogue(source_id: str, *texts: str, language: str) -> dict[str, Any]:
    turns = [
        turn_row(text, speaker=str(index % 2 + 1), utterance_id=f"{source_id}.{index}")
        for index, text in enumerate(texts)
    ]
    return {"id": f"{source_id}:{texts[-1]}", "source_id": source_id, "language": language, "turns": turns}


def drop(stage: str, unit: str, id: str, reason: str, **more: Any) -> dict[str, Any]:
    row = dict.fromkeys(SCHEMAS["drops"].names)
    at = {"stage": stage, "unit": unit, "id": id, "source_id": id.rpartition(":")[0] or id}
    return {**row, **at, "reason": reason, **more}


def zh() -> Tables:
    """Two threads; three dialogues extracted, two kept: one of two turns, one of three."""
    pair, three = ("你好吗？", "很好"), ("今天下雨", "带伞了吗", "没有")
    noisy = ("转发微博", "哈哈")
    kept = [dialogue("corner:1", *pair, language="zh"), dialogue("corner:2", *three, language="zh")]
    return {
        "ingest/threads": [thread("corner:1", language="zh"), thread("corner:2", language="zh")],
        "ingest/comments": [comment("corner:1", "a"), comment("corner:1", "b"), comment("corner:2", "c")],
        "ingest/drops": [drop("ingest", "comment", "corner:9", "orphan", detail="parent corner:8")],
        "extract/dialogues": [*kept, dialogue("corner:2", *noisy, language="zh")],
        "extract/drops": [drop("extract", "dialogue", "corner:1:z", "min_turns", value=1, threshold=2)],
        "rules/dialogues": kept,
        "rules/drops": [
            drop("rules", "dialogue", "corner:2:哈哈", "generic_forms", detail="转发微博"),
            drop("rules", "utterance", "corner:2.0", "generic_forms", detail="转发微博"),
        ],
        "classify/dialogues": kept,
    }


def en() -> Tables:
    """One thread, one dialogue of two turns, and text that would be markup if it were let."""
    said = dialogue("room:1", "Where are you?", HOSTILE, language="en")
    return {
        "ingest/threads": [thread("room:1", language="en", rights="CC-BY-4.0")],
        "ingest/comments": [comment("room:1", "a"), comment("room:1", "b")],
        "extract/dialogues": [said],
        "rules/dialogues": [said],
        "classify/dialogues": [said],
    }


def params(changes: Mapping[str, Any] | None = None) -> Params:
    values = {"threads.languages": ["en", "zh"], "storage.shards": 2, **(changes or {})}
    return parameters.parse(parameters.override({}, values))


def write(stages: Path, languages: Mapping[str, Tables], values: Params) -> None:
    """The outputs of all stages up to the split; tables that are not named are empty."""
    for language, tables in languages.items():
        for stage, names in STAGES.items():
            rows = {name: tables.get(f"{stage}/{name}", []) for name in names}
            _write(stages / stage / language, rows, values.storage.shards)
        split(
            language=language,
            dialogues=stages / "classify" / language,
            runtime=quick_runtime(),
            source=SOURCES["threads"],
            output=stages / "split" / language,
            metrics=stages.parent / "metrics" / "split" / f"{language}.json",
            params=values,
        )


def _write(folder: Path, tables: Mapping[str, Sequence[Mapping[str, Any]]], shards: int) -> None:
    for index in range(shards):
        with writer(folder, index, shards, tables) as shard:
            for name, rows in tables.items():
                shard.add(name, [row for row in rows if shard_of(_thread(row), shards) == index])


def _thread(row: Mapping[str, Any]) -> str:
    return str(row["source_id"] if "source_id" in row else row["id"])
