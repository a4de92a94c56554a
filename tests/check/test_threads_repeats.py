"""What a dataset of threads says twice: in its rows, its threads and its splits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.check import findings, repeats
from tests.check.broken_rows import ROWS
from tests.check.made import checked, dialogue, dialogues

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_the_same_answer_of_several_people_to_one_post_is_no_duplicate(tmp_path: Path) -> None:
    """But where another thread says it too, each of them leaked."""
    rows = dialogues()
    same = ("corner 4 asks 0", "<NAME1> answers 0")
    rows["validation"] += [dialogue("corner:4", number, *same) for number in range(7, 12)]
    made = checked(tmp_path / "own", rows)
    assert made.wrong == {}
    rows["train"].append(dialogue("corner:9", 7, *same))
    assert checked(tmp_path / "other", rows).wrong == {findings.LEAKED: 6}
    rows["validation"].append(dialogue("corner:8", 7, *same))
    assert checked(tmp_path / "both", rows).wrong == {findings.LEAKED: 7, findings.DUPLICATES: 1}


def test_a_thread_of_many_dialogues_in_all_splits_is_counted_once(tmp_path: Path) -> None:
    rows = dialogues()
    for split, number in (("train", 20), ("validation", 30), ("test", 40)):
        rows[split] += [dialogue("corner:0", number + place, f"{split} {place}", "x") for place in range(5)]
    assert checked(tmp_path, rows).wrong == {findings.SPLIT_WORKS: 1}


def test_what_does_not_fit_into_memory_is_found_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeats, "_HELD", 1)
    rows = dialogues()
    twice = {findings.SAME_IDS, findings.SPLIT_WORKS, findings.DUPLICATES, findings.LEAKED}
    for breaks, kind, _ in ROWS.values():
        if kind in twice:
            breaks(rows)
    changes = {"package.formats": ["parquet"]}
    in_files = checked(tmp_path / "files", rows, changes)
    monkeypatch.undo()
    assert in_files.wrong.keys() == twice
    assert checked(tmp_path / "memory", rows, changes).metrics == in_files.metrics
    assert not [path for path in in_files.folder.rglob("*") if path.name.isdigit()]
