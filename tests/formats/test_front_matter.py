"""The front matter of cards: what other tools would find out by reading the files."""

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from dialogue_etl.core.parameters.model import Package
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats import card, shards
from dialogue_etl.formats.chat import SCHEMA
from dialogue_etl.formats.dialogue import dataset_schema
from dialogue_etl.formats.front_matter import front_matter, licence, size_category
from dialogue_etl.formats.sizes import token_counter
from tests.formats.test_chat import written


@pytest.mark.parametrize(
    ("rights", "expected"),
    [
        ([], "unknown"),
        (["", ""], "unknown"),
        (["MIT", " mit"], "mit"),
        (["CC BY-SA 4.0", "cc-by-sa-4.0", "https://creativecommons.org/licenses/by-sa/4.0/"], "cc-by-sa-4.0"),
        (["Creative Commons Attribution-NonCommercial 4.0 International"], "cc-by-nc-4.0"),
        (["CC BY-SA 2.5"], "other cc-by-sa-2.5"),
        (["CC0 1.0 Universal"], "cc0-1.0"),
        (["Apache License 2.0"], "apache-2.0"),
        (["Public domain in the USA."], "other public-domain-in-the-usa"),
        (["MIT", ""], "other mixed"),
        (["MIT", "CC BY 4.0"], "other mixed"),
        (["Limited"], "other limited"),
    ],
)
def test_the_licence_is_that_of_all_that_is_inside(rights: list[str], expected: str) -> None:
    assert " ".join(licence(rights).values()) == expected


@pytest.mark.parametrize(
    ("rows", "category"),
    [
        (0, "n<1K"),
        (999, "n<1K"),
        (1000, "1K<n<10K"),
        (99_999, "10K<n<100K"),
        (2 * 10**6, "1M<n<10M"),
        (10**12, "n>1T"),
    ],
)
def test_sizes_are_those_of_the_hub(rows: int, category: str) -> None:
    assert size_category(rows) == category


def test_each_configuration_says_what_its_files_hold(tmp_path: Path) -> None:
    from datasets import Features

    written(tmp_path, ["text", "jsonl", "messages", "parquet"])
    matter = front_matter(
        tmp_path,
        name="D",
        tags=["own"],
        languages=["en"],
        dialogues=3,
        rights=["MIT"],
        annotations="machine-generated",
    )
    files = {"en": "en/train.parquet", "en-messages": "messages/en/train.parquet"}
    assert [(one["config_name"], one["data_files"]) for one in matter["configs"]] == [
        (name, [{"split": "train", "path": path}]) for name, path in files.items()
    ]
    assert [one.get("default", False) for one in matter["configs"]] == [True, False]
    for one, schema in zip(matter["dataset_info"], (dataset_schema(normalised=False), SCHEMA), strict=True):
        table = pq.read_table(tmp_path / files[one["config_name"]])
        assert one["features"] == Features.from_arrow_schema(schema)._to_yaml_list()
        assert [split["num_examples"] for split in one["splits"]] == [table.num_rows]
        assert one["download_size"] == (tmp_path / files[one["config_name"]]).stat().st_size


def test_parquet_above_a_size_is_in_shards_that_the_card_names(tmp_path: Path, monkeypatch: Any) -> None:
    from datasets import load_dataset

    whole = written(tmp_path / "whole", ["parquet", "messages"])
    monkeypatch.setattr(shards, "MEGABYTE", 1)
    folder = written(tmp_path / "cut", ["parquet", "messages"], shard_size=1)
    matter = front_matter(folder, name="D", tags=[], languages=["en"], dialogues=3, rights=["MIT"])
    card.write(folder, matter, "\n# D\n", Package())
    for place, (name, at, number) in enumerate((("en", "en", 3), ("en-messages", "messages/en", 2))):
        rows = pq.read_table(whole / f"{at}/train.parquet")
        names = [f"{at}/train-{shard:05}-of-{number:05}.parquet" for shard in range(number)]
        assert sorted(path.name for path in (folder / at).iterdir()) == [Path(one).name for one in names]
        assert matter["configs"][place]["data_files"] == [{"split": "train", "path": names}]
        described = matter["dataset_info"][place]
        assert [split["num_examples"] for split in described["splits"]] == [rows.num_rows]
        assert described["download_size"] == sum((folder / one).stat().st_size for one in names)
        opened = load_dataset(str(folder), name, split="train", cache_dir=str(tmp_path / "cache"))
        assert opened["id"] == rows["id"].to_pylist()


def test_without_parquet_the_best_of_the_other_forms_opens(tmp_path: Path) -> None:
    written(tmp_path, ["text", "jsonl"])
    matter = front_matter(tmp_path, name="D", tags=[], languages=["en"], dialogues=2, rights=[])
    assert [one["data_files"][0]["path"] for one in matter["configs"]] == ["jsonl/en/train.jsonl"]
    assert "dataset_info" not in matter
    assert "language_bcp47" not in matter
    matter = front_matter(
        tmp_path, name="D", tags=[], languages=["pt-BR", "pt", "de"], dialogues=2, rights=[]
    )
    assert (matter["language"], matter["language_bcp47"]) == (["pt", "de"], ["pt-BR", "pt", "de"])


def test_tokens_are_those_of_a_tokenizers_file(tmp_path: Path) -> None:
    names = ("tokenizers", "tokenizers.models", "tokenizers.pre_tokenizers")
    tokenizers, models, before = map(pytest.importorskip, names)
    path = tmp_path / "tokenizer.json"
    tokenizer = tokenizers.Tokenizer(models.WordLevel({"a": 0, "b": 1, "?": 2}, unk_token="?"))
    tokenizer.pre_tokenizer = before.Whitespace()
    tokenizer.save(str(path))
    count = token_counter(str(path))
    assert count is not None and count(["a b.", "a"]) == 4
    path.write_text("{}")
    with pytest.raises(DialogueEtlError, match=r"package\.tokenizer: .*tokenizer\.json"):
        token_counter(str(path))
    assert token_counter("") is None
