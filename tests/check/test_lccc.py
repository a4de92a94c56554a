"""The release forms of LCCC are counted without being loaded, and a damaged one is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dialogue_etl.check.forms import UnreadableError
from dialogue_etl.check.language import file_name
from dialogue_etl.check.lccc import count_dialogues
from dialogue_etl.formats.forms import SPLIT_FORMS, WHOLE_FORMS, language_writer
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from pathlib import Path

TURNS = {"turns": [{"text": '"train": ['}, {"text": "[]"}]}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    with language_writer(tmp_path, "zh", SPLIT_NAMES, ["lccc"]) as writer:
        for split in ("train", "test", "train", "train"):
            writer.write(split, TURNS)
    return tmp_path / "lccc" / "zh.json"


def test_dialogues_are_counted_by_split(file: Path) -> None:
    assert {split: count_dialogues(file, split) for split in SPLIT_NAMES} == {
        "train": 3,
        "validation": 0,
        "test": 1,
    }


@pytest.mark.parametrize("lost", [1, 2, 30])
def test_a_file_cut_short_is_told(file: Path, lost: int) -> None:
    file.write_bytes(file.read_bytes()[:-lost])
    with pytest.raises(UnreadableError, match="cut off before its end"):
        count_dialogues(file, "train")


def test_a_missing_file_is_told(file: Path) -> None:
    with pytest.raises(UnreadableError, match="not there"):
        count_dialogues(file.with_name("en.json"), "train")


def test_every_form_is_looked_for_where_it_is_written(tmp_path: Path) -> None:
    row = {"id": "x", "source_id": "x", "language": "zh", "turns": []}
    forms = [*SPLIT_FORMS, *WHOLE_FORMS]
    with language_writer(tmp_path, "zh", SPLIT_NAMES, forms) as writer:
        for split in SPLIT_NAMES:
            writer.write(split, row)
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")}
    assert written == {file_name(form, "zh", split) for form in forms for split in SPLIT_NAMES}
