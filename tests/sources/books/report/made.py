"""Outputs of stages made by hand: small enough to count on one's fingers."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dialogue_etl.core.shards import shard_of
from tests.tables import SCHEMAS, writer

HOSTILE = '<script>alert("1")</script> & \'"> \x0b\u202e שלום'
TABLES = {
    "download": ("texts", "drops"),
    "prefilter": ("kept", "scores", "drops"),
    "extract": ("dialogues", "scores", "drops", "sizes", "scenes", "characters"),
    "postfilter": ("dialogues", "scores", "drops"),
    "split": ("splits", "drops"),
}


def text(id: str, **more: Any) -> dict[str, Any]:
    row = dict.fromkeys(SCHEMAS["texts"].names, "")
    return {**row, "id": id, "language": "en", "title": f"Title of {id}", "authors": ["Doe, Jane"], **more}


def dialogue(source_id: str, start: int, *turns: str) -> dict[str, Any]:
    rows = [{"text": turn, "spans": [{"start": start, "end": start + 1}], "speaker": None} for turn in turns]
    return {"id": f"{source_id}:{start}", "source_id": source_id, "language": "en", "turns": rows}


def drop(stage: str, unit: str, id: str, reason: str, value: float | None = None) -> dict[str, Any]:
    row = dict.fromkeys(SCHEMAS["drops"].names)
    at = {"stage": stage, "unit": unit, "id": id, "source_id": id.partition(":")[0]}
    return {**row, **at, "reason": reason, "value": value, "detail": "why"}


def score(unit: str, id: str, measure: str, value: float) -> dict[str, Any]:
    return {"unit": unit, "id": id, "source_id": id.partition(":")[0], "measure": measure, "value": value}


def write(stages: Path, language: str, rows: Mapping[str, list[dict[str, Any]]], shards: int = 2) -> None:
    """Rows by "stage/table"; tables that are not named are empty."""
    for stage, tables in TABLES.items():
        for index in range(shards):
            with writer(stages / stage / language, index, shards, tables) as shard:
                for table in tables:
                    named = rows.get(f"{stage}/{table}", [])
                    shard.add(table, [row for row in named if shard_of(_book(row), shards) == index])


def _book(row: Mapping[str, Any]) -> str:
    """What every row is sharded by; sizes have no book."""
    return str(row.get("source_id") or row.get("id") or "")


KEPT = [
    dialogue("b1", 10, "one two three", "four five"),
    dialogue("b1", 90, "one", "two", "three", "four"),
    dialogue("b2", 5, HOSTILE, "yes"),
]
RARE = dialogue("b2", 50, "xyzzy plugh", "xyzzy")

ENGLISH: dict[str, list[dict[str, Any]]] = {
    "download/texts": [
        text("b1", rights="Public domain in the USA."),
        text("b2", title=HOSTILE, authors=[], rights="Public domain in the USA."),
        text("b3", title="An old book " * 200),
        text("b4"),
    ],
    "download/drops": [drop("download", "file", "b5", "undecodable")],
    "prefilter/kept": [
        {"id": "b1", "words": 30_000},
        {"id": "b2", "words": 900},
        {"id": "b4", "words": 40_000},
    ],
    "prefilter/scores": [
        score("book", id, measure, value)
        for id, words, kl in (("b1", 30_000, 1.0), ("b2", 900, 3.0), ("b3", 25_000, 2.5), ("b4", 40_000, 0.5))
        for measure, value in (("words", words), ("kl_divergence", kl))
    ],
    "prefilter/drops": [drop("prefilter", "book", "b3", "max_kl_divergence", 2.5)],
    "extract/dialogues": [*KEPT, RARE],
    "extract/scores": [
        score("book", "b1", "delimiters_per_10000_words", 300),
        score("book", "b2", "delimiters_per_10000_words", 150),
        score("book", "b4", "delimiters_per_10000_words", 20),
        *(score("dialogue", row["id"], "wrong_pairs", 0.5) for row in (*KEPT, RARE)),
    ],
    "extract/drops": [
        drop("extract", "book", "b4", "min_delimiters", 20),
        drop("extract", "utterance", "b1:40", "max_words", 130),
        drop("extract", "utterance", "b2:40", "drop_scare_quotes"),
        drop("extract", "dialogue", "b1:70", "min_turns", 1),
        drop("extract", "dialogue", "b2:70", "min_turns", 1),
    ],
    "extract/sizes": [
        {"parameter": "extract.dialogue_gap", "value": value, "dialogues": dialogues, "utterances": 10}
        for value, dialogues in ((100.0, 5), (525.0, 4), (100.0, 1))
    ],
    "postfilter/dialogues": KEPT,
    "postfilter/scores": [
        *(
            score("dialogue", row["id"], "rare_share", share)
            for row, share in zip(KEPT, (0.0, 0.1, 0.2), strict=True)
        ),
        score("dialogue", RARE["id"], "rare_share", 0.9),
    ],
    "postfilter/drops": [drop("postfilter", "dialogue", RARE["id"], "max_rare_share", 0.9)],
    "split/splits": [
        {
            "source_id": id,
            "split": split,
            "position": place,
            "method": "size",
            "dialogues": n,
            "utterances": m,
        }
        for id, split, place, n, m in (("b1", "train", 0.1, 2, 6), ("b2", "test", 0.99, 1, 2))
    ],
}
