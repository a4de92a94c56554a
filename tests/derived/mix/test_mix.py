import json
import re
import shutil
from collections import Counter

import pyarrow.parquet as pq
import pytest
import yaml

from dialogue_etl import params
from dialogue_etl.derived.mix import dataset, report
from dialogue_etl.errors import DialogueEtlError
from tests.conftest import tree
from tests.derived.mix.conftest import write


def build(data, folder, values, **more):
    places = {"data": data, "output": folder / "dataset", "metrics": folder / "dataset.json"}
    dataset.mix(**places, params=values, workspace=folder, **more)
    return json.loads((folder / "dataset.json").read_text())


def rows(folder, split):
    path = folder / "dataset" / "mixed" / f"{split}.parquet"
    return pq.read_table(path).to_pylist() if path.is_file() else []


def test_everything_is_taken_and_keeps_its_split_and_origin(data, values, tmp_path):
    figures = build(data, tmp_path, values())
    assert figures["total"] == {
        "dialogues_in": 100,
        "dialogues": 100,
        "left_out": 0,
        "contamination": 0,
        "duplicate": 0,
        "utterances": 200,
    }
    for split, number in {"train": 80, "validation": 15, "test": 5}.items():
        found = rows(tmp_path, split)
        assert len(found) == number
        assert all(f"-{split}-" in row["id"] for row in found)
    origins = Counter((row["corpus"], row["rights"]) for row in rows(tmp_path, "train"))
    assert origins == {("books", "Public domain"): 40, ("weibo", "CC0-1.0"): 40}


def test_films_are_mixed_with_books_and_keep_their_times(data, values, tmp_path):
    shutil.copytree(data, tmp_path / "data")
    write(tmp_path / "data", "subtitles", "pt", "opus", {"train": 4}, start_ms=1_500, end_ms=2_500)
    figures = build(tmp_path / "data", tmp_path, values(films=["pt"], sources=["books", "subtitles"]))
    parts = {name: part["dialogues"] for name, part in figures["parts"].items()}
    assert parts == {"books/de": 20, "books/en": 30, "subtitles/pt": 4}
    times = Counter((row["corpus"], row["turns"][0]["start_ms"]) for row in rows(tmp_path, "train"))
    assert times == {("books", None): 40, ("opus", 1_500): 4}


def test_weights_and_caps_choose(data, values, tmp_path):
    figures = build(data, tmp_path, values(weights=["books=1", "threads=2"], caps=["threads=30"]))
    parts = {name: part["dialogues"] for name, part in figures["parts"].items()}
    assert parts == {"books/de": 6, "books/en": 9, "threads/zh": 30}
    assert figures["total"]["dialogues_in"] == figures["total"]["dialogues"] + figures["total"]["left_out"]
    ids = [row["id"] for split in ("train", "validation", "test") for row in rows(tmp_path, split)]
    assert len(set(ids)) == len(ids) == 45


def test_languages_and_sources_can_be_chosen(data, values, tmp_path):
    assert build(data, tmp_path / "a", values(languages=["zh"]))["parts"].keys() == {"threads/zh"}
    assert build(data, tmp_path / "b", values(sources=["books"]))["parts"].keys() == {"books/de", "books/en"}


def test_the_same_again_is_the_same_bytes_and_another_seed_is_not(data, values, tmp_path):
    for name, seed in (("a", 0), ("b", 0), ("c", 1)):
        build(data, tmp_path / name, values(caps=["threads=10"], seed=seed))
    assert tree(tmp_path / "a") == tree(tmp_path / "b") != tree(tmp_path / "c")


def test_the_card_names_files_languages_and_rights(data, values, tmp_path):
    build(data, tmp_path, values())
    _, matter, text = (tmp_path / "dataset" / "README.md").read_text().split("---\n", 2)
    matter = yaml.safe_load(matter)
    assert matter["language"] == ["de", "en", "zh"]
    assert [file["split"] for file in matter["configs"][0]["data_files"]] == ["train", "validation", "test"]
    assert "| books | Public domain | 50 |" in text
    assert "| threads/zh | 50 | 50 | 40 | 10 | 0 |" in text


def test_a_source_that_is_not_built_is_named(values, tmp_path):
    with pytest.raises(DialogueEtlError, match=r"books/dataset: no such dataset; build it first"):
        build(tmp_path, tmp_path, values())


def test_without_parquet_there_is_nothing_to_read(data, tmp_path):
    values = params.parse({"languages": ["de", "en"], "package": {"formats": ["text"]}})
    with pytest.raises(DialogueEtlError, match=r"package\.formats: text: mixing reads parquet"):
        build(data, tmp_path, values)


def test_the_report_shows_parts_an_example_of_each_and_rights(data, values, tmp_path):
    chosen = values(caps=["threads=7"])
    build(data, tmp_path, chosen)
    report.report(
        dataset=tmp_path / "dataset",
        figures=tmp_path / "dataset.json",
        output=tmp_path / "report",
        metrics=tmp_path / "report.json",
        params=chosen,
    )
    page = (tmp_path / "report" / "report.html").read_text()
    for said in ("57 dialogues", "threads/zh", "books/de", "CC0-1.0", "threads=7"):
        assert said in page
    assert re.findall(r"<h4>(.*)</h4>", page) == ["books/de", "books/en", "weibo/zh"]
    shares = json.loads((tmp_path / "report.json").read_text())["shares"]
    assert sum(shares.values()) == pytest.approx(1)
    plot = json.loads((tmp_path / "report" / "plots" / "composition.json").read_text())["composition"]
    assert sum(point["dialogues"] for point in plot) == 57


def test_a_mix_of_nothing_has_a_page_too(data, values, tmp_path):
    chosen = values(caps=["threads=0"], sources=["threads"])
    assert build(data, tmp_path, chosen)["total"]["dialogues"] == 0
    report.report(
        dataset=tmp_path / "dataset",
        figures=tmp_path / "dataset.json",
        output=tmp_path / "report",
        metrics=tmp_path / "report.json",
        params=chosen,
    )
    page = (tmp_path / "report" / "report.html").read_text()
    assert "<strong>Nothing</strong>" in page


@pytest.mark.parametrize(("choice", "said"), [("off", True), ("mask", False)])
def test_the_page_says_that_nothing_is_masked(data, values, tmp_path, choice, said):
    chosen = values().model_copy(update={"privacy": choice})
    build(data, tmp_path, chosen)
    places = {"dataset": tmp_path / "dataset", "figures": tmp_path / "dataset.json"}
    report.report(**places, output=tmp_path / "report", metrics=tmp_path / "report.json", params=chosen)
    assert ("Privacy is off" in (tmp_path / "report" / "report.html").read_text()) == said


def test_the_parts_are_spread_over_the_whole(data, values, tmp_path):
    build(data, tmp_path, values())
    corpora = [row["corpus"] for row in rows(tmp_path, "train")]
    assert 18 <= Counter(corpora[:40])["books"] <= 22
