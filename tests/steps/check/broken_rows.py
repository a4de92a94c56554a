"""What can be wrong with the rows of a dataset of threads: how to break them, and what the check says."""

from collections.abc import Callable
from typing import Any

from dialogue_etl.sources import figures
from dialogue_etl.sources.threads import NAMED, PLACEHOLDERS
from tests.steps.check.made import dialogue

TRAIN = "zh/train.parquet"


def give_speaker(rows: Any, speaker: str | None) -> None:
    """Say who says the second turn of the second dialogue."""
    rows["train"][1]["turns"][1]["speaker"] = speaker


def give_text(rows: Any, text: str) -> None:
    """Say what the same turn says."""
    rows["train"][1]["turns"][1]["text"] = text


ROWS: dict[str, tuple[Callable[[Any], object], str, str]] = {
    "one turn": (lambda rows: rows["train"][1]["turns"].pop(), figures.SCHEMA.name, "fewer than 2 turns"),
    "an empty text": (lambda rows: give_text(rows, " \u3000"), figures.SCHEMA.name, "an utterance is empty"),
    "no corpus": (
        lambda rows: rows["train"][1].update(corpus=None, rights=""),
        figures.SCHEMA.name,
        "without corpus",
    ),
    "another language": (
        lambda rows: rows["train"][1].update(language="en"),
        figures.SCHEMA.name,
        "language is not zh",
    ),
    "no utterance id": (
        lambda rows: rows["train"][1]["turns"][0].update(utterance_id=None),
        figures.SCHEMA.name,
        "an utterance without id",
    ),
    "no text": (lambda rows: give_text(rows, None), figures.UNREADABLE.name, "lacks an id, a text"),  # type: ignore[arg-type]
    "an account": (
        lambda rows: give_speaker(rows, "somebody"),
        NAMED.name,
        "threads.speakers is numbers",
    ),
    "a head": (lambda rows: give_text(rows, "call <PHONE"), PLACEHOLDERS.name, "a piece of"),
    "a number": (
        lambda rows: give_text(rows, "打13800001111"),
        figures.PRIVATE.name,
        "of corner:0:1: the number of a",
    ),
    "the same id": (
        lambda rows: rows["train"][1].update(id="corner:0:0"),
        figures.SAME_IDS.name,
        f"corner:0:0 is an id of {TRAIN}, too",
    ),
    "a thread in two splits": (
        lambda rows: rows["test"].append(dialogue("corner:0", 7, "another", "dialogue")),
        figures.SPLIT_WORKS.name,
        "work corner:0: corner:0 in train, corner:0 in test",
    ),
    "the same words in two threads": (
        lambda rows: rows["train"].append(
            dialogue("corner:9", 7, *(turn["text"] for turn in rows["train"][0]["turns"]))
        ),
        figures.DUPLICATES.name,
        f"corner:9:7 says word for word what corner:0:0 of {TRAIN} says",
    ),
    "words of training in test": (
        lambda rows: rows["test"].append(
            dialogue("corner:9", 7, *(turn["text"] for turn in rows["train"][0]["turns"]))
        ),
        figures.LEAKED.name,
        f"corner:9:7 says word for word what corner:0:0 of {TRAIN} says",
    ),
}
"""Name: a change of the rows by split, the kind of finding, and a part of its sentence."""

GATES = {
    figures.SCHEMA.name: "schema_rows",
    figures.LEAKED_PAIRS.name: "max_leaked",
    NAMED.name: "schema_rows",
    PLACEHOLDERS.name: "schema_rows",
    figures.UNREADABLE.name: "schema_rows",
    figures.UNEQUAL.name: "equal_forms",
    figures.PRIVATE.name: "max_private",
    figures.SAME_IDS.name: "max_same_ids",
    figures.SPLIT_WORKS.name: "max_split_works",
    figures.DUPLICATES.name: "max_duplicates",
    figures.LEAKED.name: "max_leaked",
    figures.OTHER_LANGUAGE.name: "max_other_language",
}
"""The gate that stops a version for a kind of finding."""
