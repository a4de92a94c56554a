"""The stages over the embedded sample: nothing is lost silently, and the ban list holds everywhere."""

from collections import Counter

import pyarrow.parquet as pq
import pytest

from dialogue_etl.core import shards
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.sources.books.catalogues import pg_catalogue
from dialogue_etl.text.spans import text_of
from tests.conftest import SAMPLE, STAGES, sample_params, unmended
from tests.tables import SCHEMAS

LISTED = list(pg_catalogue.read(SAMPLE / pg_catalogue.PATHS[-1], "the catalogue"))
LANGUAGES = tuple(sample_params().languages)
TABLES = {
    "download": {"texts", "drops"},
    "works": {"works"},
    "prefilter": {"kept", "scores", "drops"},
    "extract": {"dialogues", "scores", "drops", "sizes", "characters", "scenes"},
    "postfilter": {"dialogues", "scores", "drops"},
    "split": {"splits", "drops"},
}
OF_NO_BOOK = {"sizes"}  # sums over the books of a shard
LEAVING_OUT = [stage for stage in TABLES if "drops" in TABLES[stage]]
LEFT_OUT = {
    "pg900003": ("extract", "book", "min_delimiters"),  # a sketch without dialogue
    "pg900004": ("prefilter", "book", "max_kl_divergence"),  # in the English of 1590
    "pg900005": ("download", "book", "rights"),  # marked as copyrighted
    "pg900104": ("extract", "book", "min_delimiters"),
    "pg900105": ("prefilter", "book", "max_kl_divergence"),
}
languages = pytest.mark.parametrize("language", LANGUAGES)


def reasons(rows):
    counts = Counter((f"{row['unit']}s", row["reason"]) for row in rows)
    nested = {}
    for (unit, reason), number in counts.items():
        nested.setdefault(unit, {})[reason] = number
    return nested


@languages
def test_stages_write_their_tables_with_their_schemas_and_each_book_in_its_shard(sample, language):
    count = sample.params.storage.shards
    for stage, tables in TABLES.items():
        folder = sample.stages / stage / language
        assert {path.name for path in folder.iterdir()} == tables
        for table in tables:
            for index, path in enumerate(shards.shard_paths(folder, table)):
                assert pq.read_schema(path).equals(SCHEMAS[table])
                ids = {row.get("source_id", row.get("id")) for row in shards.read_shard(path)}
                assert table in OF_NO_BOOK or {shards.shard_of(id, count) for id in ids} <= {index}
        if "drops" in tables:
            drops = sample.rows(stage, language, "drops")
            assert sample.metrics(stage, language)["dropped"] == reasons(drops)
            assert {row["stage"] for row in drops} <= {stage}
            assert all(row["unit"] and row["reason"] and row["source_id"] for row in drops)


@languages
def test_download_keeps_or_drops_every_listed_book(sample, language):
    metrics = sample.metrics("download", language)
    texts = sample.rows("download", language, "texts")
    listed = {entry.id for entry in LISTED if language in entry.languages}
    gone = {row["source_id"] for row in sample.rows("download", language, "drops")}
    assert {row["id"] for row in texts} | gone == listed
    assert metrics["listed"] == len(listed) == len(texts) + len(gone)
    assert metrics["books"] == len(texts)
    assert metrics["characters"] == sum(len(row["text"]) for row in texts)


@languages
def test_every_listed_book_is_in_the_dataset_or_left_out_for_the_right_reason(sample, language):
    listed = {entry.id for entry in LISTED if language in entry.languages}
    drops = [
        (row["source_id"], (stage, row["unit"], row["reason"]))
        for stage in LEAVING_OUT
        for row in sample.rows(stage, language, "drops")
        if row["unit"] in {"book", "file"}
    ]
    assert sorted(drops) == sorted((id, LEFT_OUT[id]) for id in listed & LEFT_OUT.keys())
    dataset = {row["source_id"] for row in sample.rows("split", language, "splits")}
    assert dataset == listed - LEFT_OUT.keys()


def ids(rows, key="id"):
    return sorted(row[key] for row in rows)


@languages
def test_each_stage_keeps_or_drops_every_book_it_gets(sample, language):
    texts = sample.rows("download", language, "texts")
    works = sample.rows("works", language, "works")
    assert ids(works) == ids(texts)
    assert {row["work_id"] for row in works} <= set(ids(texts))
    metrics = sample.metrics("works", language)
    assert (metrics["books"], metrics["works"]) == (len(works), len({row["work_id"] for row in works}))
    kept = sample.rows("prefilter", language, "kept")
    assert sorted(ids(kept) + ids(sample.rows("prefilter", language, "drops"), "source_id")) == ids(texts)
    metrics = sample.metrics("prefilter", language)
    assert (metrics["books_in"], metrics["books_kept"]) == (len(texts), len(kept))
    dialogues = sample.rows("extract", language, "dialogues")
    drops = [row for row in sample.rows("extract", language, "drops") if row["unit"] == "book"]
    assert sorted({*ids(dialogues, "source_id")} ^ {*ids(drops, "source_id")}) == ids(kept)
    metrics, turns = sample.metrics("extract", language), [t for row in dialogues for t in row["turns"]]
    assert metrics["words"] == sum(len(turn["text"].split()) for turn in turns)
    assert (metrics["dialogues"], metrics["utterances"]) == (len(dialogues), len(turns))
    assert (metrics["books_in"], metrics["books_kept"]) == (len(kept), len({*ids(dialogues, "source_id")}))


@pytest.mark.parametrize("language", ["en", "hu"])
def test_postfilter_keeps_or_drops_every_dialogue(sample, tmp_path, language):
    changes = {"languages": [language], "postfilter.vocabulary_size": 100, "postfilter.max_rare_share": 0.4}
    made = sample.copied(tmp_path / "again", changes).run("postfilter")
    before = ids(made.rows("extract", language, "dialogues"))
    kept, gone = (ids(made.rows("postfilter", language, table)) for table in ("dialogues", "drops"))
    assert sorted(kept + gone) == before
    metrics = made.metrics("postfilter", language)
    assert (metrics["dialogues_in"], metrics["dialogues"]) == (len(before), len(kept))


@languages
def test_split_deals_every_book_with_dialogues_once(sample, language):
    metrics, splits = sample.metrics("split", language), sample.rows("split", language, "splits")
    dialogues = sample.rows("postfilter", language, "dialogues")
    counted = Counter(row["source_id"] for row in dialogues)
    assert {row["source_id"]: row["dialogues"] for row in splits} == counted
    works = {row["id"]: row["work_id"] for row in sample.rows("works", language, "works")}
    assert {row["source_id"]: row["work_id"] for row in splits} == {id: works[id] for id in counted}
    assert metrics["dialogues"] == sum(one["dialogues"] for one in metrics["splits"].values())
    assert metrics["utterances"] == sum(len(row["turns"]) for row in dialogues)
    for name in SPLIT_NAMES:
        assert metrics["splits"][name]["books"] == sum(row["split"] == name for row in splits)


@languages
def test_every_turn_can_be_traced_to_its_place(sample, language):
    texts = {row["id"]: row["text"] for row in sample.rows("download", language, "texts")}
    dialogues = sample.rows("postfilter", language, "dialogues")
    assert dialogues
    for dialogue in dialogues:
        text = texts[dialogue["source_id"]]
        assert dialogue["id"] == f"{dialogue['source_id']}:{dialogue['turns'][0]['spans'][0]['start']}"
        for turn in dialogue["turns"]:
            printed = text_of(text, [(span["start"], span["end"]) for span in turn["spans"]])
            assert unmended(turn["text"]) == unmended(printed)


@pytest.mark.parametrize("language", ["en", "hu"])
def test_every_place_left_out_holds_what_the_row_says(sample, tmp_path, language):
    texts = {row["id"]: row["text"] for row in sample.rows("download", language, "texts")}
    changes = {"languages": [language], "extract.max_words": 20, "extract.long_turns": "cut"}
    again = sample.copied(tmp_path / "again", changes).run("extract")
    placed = [row for row in again.rows("extract", language, "drops") if row["start"] is not None]
    assert placed
    for row in placed:
        stretch = " ".join(texts[row["source_id"]][row["start"] : row["end"]].split())
        # Further words may have narration between them, which a turn leaves out.
        assert stretch.startswith(row["detail"].split()[0])


@pytest.mark.parametrize("stage", ["download", "prefilter", "extract"])
def test_a_banned_book_is_let_through_by_no_stage_that_reads_books(sample, tmp_path, stage):
    banned = "pg900001"
    again = sample.copied(tmp_path / "again", {"books.banned": [banned]}).run(stage)
    table = {"download": "texts", "prefilter": "kept", "extract": "dialogues"}[stage]
    drops = [row for row in again.rows(stage, "en", "drops") if row["source_id"] == banned]
    assert [row["reason"] for row in drops] == ["banned"]
    assert banned not in {row.get("source_id", row.get("id")) for row in again.rows(stage, "en", table)}


def test_a_ban_in_every_stage_leaves_one_row_at_the_first(build):
    made = build({"books.banned": ["pg900001"], "languages": ["en"]}).run()
    rows = [row for stage in LEAVING_OUT for row in made.rows(stage, "en", "drops")]
    assert [row["stage"] for row in rows if row["source_id"] == "pg900001"] == ["download"]


@pytest.mark.parametrize("taken", [["pg900002"], ["pg1"]])
def test_a_language_without_a_book_left_and_a_run_with_none_go_through_all_stages(build, taken):
    made = build({"books.ids": taken, "languages": ["en", "hu"]}).run(*STAGES)
    found = {id for language in made.params.languages for id in ids(made.rows("download", language, "texts"))}
    assert found == set(taken) & {entry.id for entry in LISTED}
    assert made.metrics("split", "hu")["books"] == 0
    assert made.metrics("package")["total"]["all"]["books"] == len(found)
    folders = sorted(path.name for path in (made.stages / "dataset").iterdir() if path.is_dir())
    assert folders == (["en", "jsonl", "text"] if found else [])
