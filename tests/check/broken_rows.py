"""What can be wrong with the rows of a dataset of threads: how to break them, and what the check says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialogue_etl.check import findings
from tests.check.made import dialogue

if TYPE_CHECKING:
    from collections.abc import Callable

TRAIN = "zh/train.parquet"


def give_speaker(rows: Any, speaker: str | None) -> None:
    """Say who says the second turn of the second dialogue."""
    rows["train"][1]["turns"][1]["speaker"] = speaker


def give_text(rows: Any, text: str) -> None:
    """Say what the same turn says."""
    rows["train"][1]["turns"][1]["text"] = text


ROWS: dict[str, tuple[Callable[[Any], object], str, str]] = {
    "one turn": (lambda rows: rows["train"][1]["turns"].pop(), findings.SCHEMA, "1 turns, 2 should be"),
    "no turn": (lambda rows: rows["train"][1]["turns"].clear(), findings.SCHEMA, "0 turns"),
    "an empty text": (lambda rows: give_text(rows, " \u3000"), findings.SCHEMA, "says nothing"),
    "no corpus": (
        lambda rows: rows["train"][1].update(corpus=None, rights=""),
        findings.SCHEMA,
        "without corpus and rights",
    ),
    "another language": (
        lambda rows: rows["train"][1].update(language="en"),
        findings.SCHEMA,
        "language is en",
    ),
    "no utterance id": (
        lambda rows: rows["train"][1]["turns"][0].update(utterance_id=None),
        findings.SCHEMA,
        "an utterance without id",
    ),
    "no text": (lambda rows: give_text(rows, None), findings.SCHEMA, "lack an id, a text"),  # type: ignore[arg-type]
    "an account": (
        lambda rows: give_speaker(rows, "somebody"),
        findings.NAMED,
        "threads.speakers is numbers",
    ),
    "an account's id": (
        lambda rows: give_speaker(rows, "1234567890"),
        findings.NAMED,
        "the speaker is named",
    ),
    "a head": (lambda rows: give_text(rows, "call <PHONE"), findings.PLACEHOLDERS, "a piece of"),
    "an end": (lambda rows: give_text(rows, "NAME12> came"), findings.PLACEHOLDERS, "a piece of"),
    "the same id": (
        lambda rows: rows["train"][1].update(id="corner:0:0"),
        findings.SAME_IDS,
        f"corner:0:0 is an id of {TRAIN}, too",
    ),
    "a thread in two splits": (
        lambda rows: rows["test"].append(dialogue("corner:0", 7, "another", "dialogue")),
        findings.SPLIT_WORKS,
        f"corner:0:7 is of the same work as corner:0:0 of {TRAIN}",
    ),
    "the same words in two threads": (
        lambda rows: rows["train"].append(
            dialogue("corner:9", 7, *(turn["text"] for turn in rows["train"][0]["turns"]))
        ),
        findings.DUPLICATES,
        f"corner:9:7 says word for word what corner:0:0 of {TRAIN} says",
    ),
    "words of training in test": (
        lambda rows: rows["test"].append(
            dialogue("corner:9", 7, *(turn["text"] for turn in rows["train"][0]["turns"]))
        ),
        findings.LEAKED,
        f"corner:9:7 says word for word what corner:0:0 of {TRAIN} says",
    ),
}
"""Name: a change of the rows by split, the kind of finding, and a part of its sentence."""

GATES = {
    findings.SCHEMA: "schema_rows",
    findings.NAMED: "schema_rows",
    findings.PLACEHOLDERS: "schema_rows",
    findings.UNREADABLE: "schema_rows",
    findings.UNEQUAL: "equal_forms",
    findings.SAME_IDS: "max_same_ids",
    findings.SPLIT_WORKS: "max_split_works",
    findings.DUPLICATES: "max_duplicates",
    findings.LEAKED: "max_leaked",
}
"""The gate that stops a version for a kind of finding."""
