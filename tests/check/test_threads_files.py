"""Files of a dataset of threads that are missing, cut, unequal, or not there at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dialogue_etl.check import findings
from dialogue_etl.check.files import file_name
from dialogue_etl.shards import MissingTableError
from tests.check.broken_rows import GATES, TRAIN
from tests.check.made import FORMS, Made, checked, dialogues, make, stopped

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("form", FORMS)
def test_a_missing_file_is_told(tmp_path: Path, form: str) -> None:
    made = make(tmp_path, {"zh": dialogues()})
    name = file_name(form, "zh", "train")
    (made.dataset / name).unlink()
    made.check()
    # A form that holds all splits in one file is missing in each.
    assert made.wrong == {findings.UNREADABLE: 3 if name.endswith("zh.json") else 1}
    assert made.examples[0]["detail"] == f"{name}: not there"
    assert set(stopped(made)) == {"schema_rows"}


def test_a_missing_list_of_corpora_is_told(tmp_path: Path) -> None:
    made = make(tmp_path, {"zh": dialogues()})
    (made.dataset / "corpora.tsv").write_text("corpus\tlanguage\nx\tzh\n")
    assert made.check().examples[0]["detail"].startswith("corpora.tsv: not the list of corpora: 'threads'")
    (made.dataset / "corpora.tsv").unlink()
    assert made.check().wrong == {findings.UNREADABLE: 1, findings.UNEQUAL: 12}
    assert set(stopped(made)) == {"schema_rows", "equal_forms"}


@pytest.mark.parametrize(
    "name", ["jsonl/zh/train.jsonl", "tsv/zh/train.tsv", "rows/zh/train.jsonl", "lccc/zh.json"]
)
def test_a_form_that_holds_fewer_dialogues(tmp_path: Path, name: str) -> None:
    made = make(tmp_path, {"zh": dialogues()})
    lines = (made.dataset / name).read_text("utf-8").splitlines(keepends=True)
    del lines[3]
    (made.dataset / name).write_text("".join(lines), "utf-8")
    made.check()
    assert made.wrong == {findings.UNEQUAL: 1}
    assert name in made.examples[0]["detail"]
    assert set(stopped(made)) == {"equal_forms"}


def test_a_parquet_file_that_is_cut_or_of_another_form(tmp_path: Path) -> None:
    made = make(tmp_path, {"zh": dialogues()}, {"package.formats": ["parquet"]})
    path = made.dataset / TRAIN
    table = pq.read_table(path)
    pq.write_table(table.drop_columns(["rights"]), path)
    assert made.check().wrong == {findings.SCHEMA: 8}
    assert made.examples[0]["detail"] == f"{TRAIN} is without rights; nothing else of it was checked"
    title = table.schema.get_field_index("title")
    pq.write_table(table.set_column(title, "title", pa.nulls(len(table), pa.large_string())), path)
    assert made.check().wrong == {findings.SCHEMA: 8}
    path.write_bytes(path.read_bytes()[:-50])
    assert made.check().wrong == {findings.UNREADABLE: 1}


def test_of_forms_without_ids_it_is_not_known_what_is_there_twice(tmp_path: Path) -> None:
    made = checked(tmp_path, dialogues(), {"package.formats": ["lccc"]})
    unknown = (findings.SPLIT_WORKS, findings.SAME_IDS, findings.DUPLICATES, findings.LEAKED)
    assert made.wrong == dict.fromkeys(unknown)
    assert made.metrics["total"]["dialogues"] == 12
    assert set(stopped(made)) == {GATES[kind] for kind in unknown}


def test_a_language_without_a_dialogue(tmp_path: Path) -> None:
    made = checked(tmp_path, {"train": [], "validation": [], "test": []})
    assert made.wrong == {}
    assert made.metrics["total"]["dialogues"] == 0


def test_without_a_dataset_it_says_what_to_run(tmp_path: Path) -> None:
    made = make(tmp_path / "made", {"zh": dialogues()})
    with pytest.raises(MissingTableError, match="no such table; run the stage that writes it first"):
        Made(tmp_path / "other", made.params).check()
