import csv
from collections import Counter

import pyarrow.parquet as pq
import pytest
import yaml

from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.formats.dialogue import DATASET
from tests.conftest import sample_params

LANGUAGES = tuple(sample_params().languages)
languages = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture
def dataset(sample):
    return sample.stages / "dataset"


def parquet(dataset, language):
    return {path.stem: pq.read_table(path) for path in sorted((dataset / language).glob("*.parquet"))}


def front_matter(dataset):
    _, matter, _ = (dataset / "README.md").read_text("utf-8").split("---\n", 2)
    return yaml.safe_load(matter)


@languages
def test_load_dataset_opens_the_package(dataset, sample, language, tmp_path):
    from datasets import load_dataset

    loaded = load_dataset(str(dataset), language, cache_dir=str(tmp_path / "cache"))
    counts = sample.metrics("split", language)["splits"]
    rows = {name: split.num_rows for name, split in loaded.items()}
    assert rows == {name: counts[name]["dialogues"] for name in SPLIT_NAMES if counts[name]["books"]}
    assert all(rows.values())
    for name, split in loaded.items():
        assert split["turns"] == parquet(dataset, language)[name].column("turns").to_pylist()


@languages
def test_parquet_holds_every_dialogue_of_the_split_with_its_books_facts(dataset, sample, language):
    texts = {row["id"]: row for row in sample.rows("download", language, "texts")}
    dealt = {row["source_id"]: row for row in sample.rows("split", language, "splits")}
    expected = {row["split"]: [] for row in dealt.values()}
    for row in sample.rows("postfilter", language, "dialogues"):
        facts = {key: texts[row["source_id"]][key] for key in ("title", "authors", "rights")}
        facts |= {"work_id": dealt[row["source_id"]]["work_id"], "corpus": None}
        expected[dealt[row["source_id"]]["split"]].append({**row, **facts})
    tables = parquet(dataset, language)
    assert {name: table.to_pylist() for name, table in tables.items()} == expected
    assert all(table.schema.equals(DATASET) for table in tables.values())


def test_the_front_matter_names_existing_files_only_and_all_of_them(dataset):
    matter = front_matter(dataset)
    named = {file["path"] for config in matter["configs"] for file in config["data_files"]}
    assert named == {path.relative_to(dataset).as_posix() for path in dataset.rglob("*.parquet")}
    assert matter["language"] == list(LANGUAGES)
    for config in matter["configs"]:
        for file in config["data_files"]:
            assert file["path"] == f"{config['config_name']}/{file['split']}.parquet"


def test_the_card_states_counts_and_every_parameter_of_the_data(dataset, sample):
    card = (dataset / "README.md").read_text("utf-8")
    total = sample.metrics("package")["languages"]["en"]["all"]
    mean = total["utterances"] / total["dialogues"]
    sizes = " | ".join(f"{total[unit]:,}" for unit in ("utterances", "characters", "words"))
    assert f"| English | all | {total['books']} | {total['dialogues']} | {sizes} | {mean:.2f} |" in card
    assert "until each split has its share (`size`): German, English, " in card
    assert "- English: validation is empty (20 % asked for), test has " in card
    assert f"| `extract.dialogue_gap` | {sample.params.extract.dialogue_gap} |" in card
    assert "`storage.shards`" not in card
    assert "- Public domain in the USA. " in card


def test_the_book_list_holds_every_book_used(dataset, sample):
    with (dataset / "books.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for language in LANGUAGES:
        splits = {row["source_id"]: row for row in sample.rows("split", language, "splits")}
        texts = {row["id"]: row for row in sample.rows("download", language, "texts")}
        listed = {row["id"]: row for row in rows if row["language"] == language}
        assert set(listed) == set(splits)
        for id, row in listed.items():
            assert (row["split"], int(row["dialogues"])) == (splits[id]["split"], splits[id]["dialogues"])
            assert row["work"] == splits[id]["work_id"]
            assert row["sha256"] == texts[id]["sha256"]
            assert row["title"] == texts[id]["title"]
            assert row["authors"] == "; ".join(texts[id]["authors"])


def test_the_list_of_characters_has_all_who_speak(dataset):
    with (dataset / "characters.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    said = Counter(
        (row["source_id"], turn["speaker"])
        for language in LANGUAGES
        for table in parquet(dataset, language).values()
        for row in table.to_pylist()
        for turn in row["turns"]
        if turn["speaker"]
    )
    assert {(row["id"], row["character"]): int(row["turns"]) for row in rows} == said
    assert all(row["character"] in row["names"].split("; ") for row in rows)


@languages
def test_the_metrics_are_those_of_the_splits(sample, language):
    package, split = sample.metrics("package")["languages"][language], sample.metrics("split", language)
    texts = {
        name: [turn["text"] for row in table.to_pylist() for turn in row["turns"]]
        for name, table in parquet(sample.stages / "dataset", language).items()
    }
    for name in SPLIT_NAMES:
        said = texts.get(name, [])
        sizes = {"characters": sum(map(len, said)), "words": sum(len(text.split()) for text in said)}
        assert package[name] == split["splits"][name] | sizes
    units = ("books", "dialogues", "utterances", "characters", "words")
    assert package["all"] == {key: sum(package[name][key] for name in SPLIT_NAMES) for key in units}


@pytest.mark.parametrize("formats", [["parquet"], ["jsonl"], ["text"], ["text", "jsonl"]], ids="+".join)
def test_only_the_formats_asked_for_are_written(sample, tmp_path, formats):
    from datasets import load_dataset

    made = sample.copied(tmp_path / "again", {"package.formats": formats}).run("package")
    found = {
        path.suffix for path in (made.stages / "dataset").rglob("*") if path.parent != made.stages / "dataset"
    }
    suffixes = {"parquet": {".parquet"}, "jsonl": {".jsonl", ".left_out"}, "text": {".txt", ".ids"}}
    assert found - {""} == set().union(*(suffixes[name] for name in formats))
    matter = front_matter(made.stages / "dataset")
    assert ("dataset_info" in matter) is ("parquet" in formats)
    opened = load_dataset(str(made.stages / "dataset"), split="train", cache_dir=str(tmp_path / "cache"))
    assert opened.num_rows
