"""The check of a mix finds what mixing can do wrong."""

from pathlib import Path
from typing import Any

import pytest

from dialogue_etl.derived.mix import SOURCE
from dialogue_etl.sources import figures
from tests.steps.check.made import Made, dialogue, dialogues, make, stopped


def mixed() -> dict[str, list[dict[str, Any]]]:
    """Books and threads in turn, as a mix has them."""
    both = dialogues("en", "books"), dialogues("zh", "corner")
    return {
        split: [row for pair in zip(*(one[split] for one in both), strict=True) for row in pair]
        for split in both[0]
    }


def checked(folder: Path, rows: dict[str, Any]) -> Made:
    made = make(folder, {"mixed": rows})
    (made.dataset / "corpora.tsv").unlink()
    return made.check("mix")


def test_nothing_is_wrong_with_a_mix(tmp_path: Path) -> None:
    made = checked(tmp_path, mixed())
    zeros = {figure.name: 0 for figure in SOURCE.figures}
    assert made.metrics["total"] == {"dialogues": 24, "utterances": 48, **zeros, "held_out": 8}
    assert list(made.metrics["languages"]) == ["mixed"]
    assert stopped(made, "mix") == {}


def test_people_of_books_have_names_and_one_turn_may_be_a_dialogue(tmp_path: Path) -> None:
    rows = mixed()
    rows["train"][0]["turns"][0] |= {"speaker": "Emma", "utterance_id": None}
    rows["train"][0]["turns"].pop()
    assert checked(tmp_path, rows).wrong == {}


@pytest.mark.parametrize(
    ("kind", "gate", "split", "more"),
    [
        (figures.SPLIT_WORKS, "max_split_works", "test", dialogue("books:0", 7, "another", "one")),
        (figures.LEAKED, "max_leaked", "test", dialogue("x:9", 7, "books 0 问 0", "<NAME1> 答 0")),
        (figures.SCHEMA, "schema_rows", "train", dialogue("corner:9", 7, "a", "b") | {"corpus": None}),
    ],
)
def test_a_fault_is_found_and_stops_the_version(
    tmp_path: Path, kind: figures.Figure, gate: str, split: str, more: Any
) -> None:
    rows = mixed()
    rows[split].append(more)
    made = checked(tmp_path, rows)
    assert made.wrong == {kind.name: 1}
    assert list(stopped(made, "mix")) == [gate]


def test_the_same_answer_in_a_thread_is_no_duplicate_though_other_rows_stand_between(tmp_path: Path) -> None:
    rows = mixed()
    assert [row["source_id"] for row in rows["train"][:4]] == ["books:0", "corner:0"] * 2
    for row in rows["train"][1:4:2]:
        row["turns"][0]["text"], row["turns"][1]["text"] = "any", "answer"
    assert checked(tmp_path, rows).wrong == {}
