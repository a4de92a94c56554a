"""The dataset of threads: every dialogue with its corpus, licence and thread, and the card."""

import csv
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import yaml

from dialogue_etl.core.shards import MissingTableError
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.formats.dialogue import DATASET
from dialogue_etl.params import Params
from dialogue_etl.sources import SOURCES
from dialogue_etl.steps.package import package
from dialogue_etl.text.segmentation import with_blanks
from tests.conftest import quick_runtime
from tests.sources.threads.made import en, params, write, zh

FORMS = ["parquet", "jsonl", "text", "lccc", "rows", "tsv", "characters"]


def run(folder: Path, values: Params) -> Path:
    dataset = folder / "dataset"
    package(
        stages=folder,
        output=dataset,
        metrics=folder / "metrics.json",
        params=values,
        runtime=quick_runtime(),
        source=SOURCES["threads"],
    )
    return dataset


@pytest.fixture
def made(tmp_path: Path) -> Path:
    values = params({"package.formats": FORMS})
    write(tmp_path, {"zh": zh(), "en": en()}, values)
    return run(tmp_path, values)


def rows(dataset: Path) -> list[dict[str, Any]]:
    tables = [pq.read_table(path) for path in sorted(dataset.rglob("*.parquet"))]
    assert all(table.schema.equals(DATASET) for table in tables)
    return [row for table in tables for row in table.to_pylist()]


def test_each_dialogue_has_its_corpus_rights_and_thread(made: Path) -> None:
    found = {
        (row["source_id"], row["work_id"], row["language"], row["corpus"], row["rights"])
        for row in rows(made)
    }
    assert found == {
        ("corner:1", "corner:1", "zh", "corner", "CC0-1.0"),
        ("corner:2", "corner:2", "zh", "corner", "CC0-1.0"),
        ("room:1", "room:1", "en", "room", "CC-BY-4.0"),
    }
    expected = {row["id"]: row["turns"] for row in [*zh()["classify/dialogues"], *en()["classify/dialogues"]]}
    assert {row["id"]: row["turns"] for row in rows(made)} == expected


def test_the_list_of_corpora_says_what_each_gave(made: Path) -> None:
    with (made / "corpora.tsv").open(encoding="utf-8", newline="") as file:
        found = {row["corpus"]: row for row in csv.DictReader(file, delimiter="\t")}
    sizes = {
        name: [row[unit] for unit in ("threads", "dialogues", "utterances")] for name, row in found.items()
    }
    assert sizes == {"corner": ["2", "2", "5"], "room": ["1", "1", "2"]}
    assert {name: row["rights"] for name, row in found.items()} == {"corner": "CC0-1.0", "room": "CC-BY-4.0"}
    for row in found.values():
        assert sum(int(row[split]) for split in SPLIT_NAMES) == int(row["dialogues"])


def test_the_card_says_what_was_taken_out_and_under_which_licences(made: Path) -> None:
    _, matter, text = (made / "README.md").read_text("utf-8").split("---\n", 2)
    front = yaml.safe_load(matter)
    assert front["language"] == ["en", "zh"]
    named = {file["path"] for config in front["configs"] for file in config["data_files"]}
    assert named == {path.relative_to(made).as_posix() for path in made.rglob("*.parquet")}
    assert "| rules | `generic_forms` | 1 |" in text
    assert "| corner | zh | CC0-1.0 | 2 | 2 |" in text
    said = [
        turn["text"]
        for path in (made / "zh").glob("*.parquet")
        for turns in pq.read_table(path).column("turns").to_pylist()
        for turn in turns
    ]
    words = sum(len(with_blanks(text, "zh").split()) or 1 for text in said)
    assert f"| Chinese | all | 2 | 2 | 5 | {len(''.join(said))} | {words} | 2.50 |" in text
    assert "`rules.order`" in text
    assert "`extract.dialogue_gap`" not in text
    assert "no name of an account is published" in text


def test_a_language_that_was_not_built_is_named(tmp_path: Path) -> None:
    write(tmp_path, {"zh": zh()}, params())
    with pytest.raises(MissingTableError, match=r"en.\w+: no such table"):
        run(tmp_path, params())
    assert not (tmp_path / "dataset").exists()
