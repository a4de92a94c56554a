"""Copies of test sets and of other dialogues in a mix: found, left out, counted and listed."""

import csv

import pytest

from dialogue_etl.filters import contamination
from dialogue_etl.formats.forms import language_writer
from tests import planted
from tests.derived.mix.conftest import row
from tests.derived.mix.test_mix import build, rows

SAID = list(planted.dialogues(200))


def write(folder, language, split, dialogues):
    """A split of a dataset."""
    with language_writer(folder, language, [split], ["parquet"]) as add:
        for one in dialogues:
            add(split, {**row(one["id"], language, "made", split), "turns": one["turns"]})


@pytest.fixture
def others(tmp_path):
    """Two converted corpora: one whose test split is the test set, and one with copies of it."""
    tests = [
        {**one, "id": like, "turns": [{**SAID[0][1]["turns"][0], "text": text} for text in said]}
        for (like, _), said, (_, one) in zip(planted.test_set(), planted.texts(1, 100), SAID, strict=False)
    ]
    write(tmp_path / "published", "en", "test", tests)
    write(tmp_path / "crawled", "en", "train", [one for _, one in SAID])
    return {"datasets": [f"published={tmp_path / 'published'}", "crawled=crawled"]}


def left_out(folder):
    with (folder / "dataset/left_out.tsv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def test_converted_corpora_enter_the_mix_and_weights(data, values, others, tmp_path):
    figures = build(
        data, tmp_path, values(**others, sources=["threads"], weights=["published=1", "crawled/en=2"])
    )
    parts = {name: part["dialogues"] for name, part in figures["parts"].items()}
    assert parts == {"threads/zh": 0, "published/en": 100, "crawled/en": 200}
    assert not (tmp_path / "dataset/left_out.tsv").exists()


def test_near_duplicates_of_other_works_go_and_test_keeps_its_own(data, values, others, tmp_path):
    figures = build(data, tmp_path, values(**others, sources=["threads"], duplicates="drop"))
    assert figures["total"]["duplicate"] == 100
    assert figures["parts"]["crawled/en"]["left_out"] == 100
    expected = {one["id"]: like for like, one in SAID if like}
    assert {one["id"]: one["like"] for one in left_out(tmp_path)} == expected
    assert {one["id"] for one in rows(tmp_path, "train")}.isdisjoint(expected)
    assert "100 as copies of others" in (tmp_path / "dataset/README.md").read_text()


def test_copies_of_a_test_set_go_but_not_the_test_set_itself(data, values, others, tmp_path):
    tests = tmp_path / "tests.parquet"
    contamination.write(tests, planted.test_set())
    figures = build(data, tmp_path, values(**others, sources=["threads"]), tests=tests)
    assert figures["total"]["contamination"] == 100
    assert figures["parts"]["published/en"]["left_out"] == 0
    assert {one["reason"] for one in left_out(tmp_path)} == {"contamination"}
    assert {one["part"] for one in left_out(tmp_path)} == {"crawled/en"}
