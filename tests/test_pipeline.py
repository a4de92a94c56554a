"""The stages over the embedded sample: nothing is lost silently, and the ban list holds everywhere."""

from collections import Counter

import pyarrow.parquet as pq
import pytest

from dialogue_etl import shards
from dialogue_etl.sources.books.catalogues import pg_catalogue
from dialogue_etl.tables import SPLIT_NAMES
from dialogue_etl.text.spans import text_of
from tests.conftest import SAMPLE, STAGES, sample_params
from tests.tables import SCHEMAS

LISTED = list(pg_catalogue.read(SAMPLE / pg_catalogue.PATHS[-1], "the catalogue"))
LANGUAGES = tuple(sample_params().languages)
TABLES = {
    "download": {"texts", "drops"},
    "works": {"works"},
    "prefilter": {"kept", "scores", "drops"},
    "extract": {"dialogues", "scores", "drops", "sizes"},
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


@pytest.mark.parametrize("stage", TABLES)
@languages
def test_a_stage_writes_its_tables_with_their_schemas(sample, stage, language):
    folder = sample.stages / stage / language
    assert {path.name for path in folder.iterdir()} == TABLES[stage]
    for table in TABLES[stage]:
        for path in shards.shard_paths(folder, table):
            assert pq.read_schema(path).equals(SCHEMAS[table])


@pytest.mark.parametrize("stage", TABLES)
@languages
def test_every_row_is_in_the_shard_of_its_book(sample, stage, language):
    count = sample.params.storage.shards
    for table in TABLES[stage] - OF_NO_BOOK:
        for index, path in enumerate(shards.shard_paths(sample.stages / stage / language, table)):
            ids = {row.get("source_id", row.get("id")) for row in shards.read_shard(path)}
            assert {shards.shard_of(id, count) for id in ids} <= {index}


@pytest.mark.parametrize("stage", LEAVING_OUT)
@languages
def test_the_metrics_count_what_the_table_of_drops_holds(sample, stage, language):
    drops = sample.rows(stage, language, "drops")
    assert sample.metrics(stage, language)["dropped"] == reasons(drops)
    assert all(row["stage"] == stage and row["unit"] and row["reason"] and row["source_id"] for row in drops)


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
def test_works_names_a_work_for_every_text(sample, language):
    metrics = sample.metrics("works", language)
    rows = sample.rows("works", language, "works")
    texts = {row["id"] for row in sample.rows("download", language, "texts")}
    assert sorted(row["id"] for row in rows) == sorted(texts)
    assert {row["work_id"] for row in rows} <= texts
    assert metrics["books"] == len(rows)
    assert metrics["works"] == len({row["work_id"] for row in rows})


@languages
def test_prefilter_keeps_or_drops_every_text(sample, language):
    metrics = sample.metrics("prefilter", language)
    kept = sample.rows("prefilter", language, "kept")
    drops = sample.rows("prefilter", language, "drops")
    texts = [row["id"] for row in sample.rows("download", language, "texts")]
    assert sorted([*(row["id"] for row in kept), *(row["source_id"] for row in drops)]) == sorted(texts)
    assert (metrics["books_in"], metrics["books_kept"]) == (len(texts), len(kept))
    assert metrics["words_kept"] == sum(row["words"] for row in kept)


@languages
def test_extract_reads_the_kept_books_and_no_other(sample, language):
    metrics = sample.metrics("extract", language)
    kept = {row["id"] for row in sample.rows("prefilter", language, "kept")}
    dialogues = sample.rows("extract", language, "dialogues")
    with_dialogues = {row["source_id"] for row in dialogues}
    gone = {row["source_id"] for row in sample.rows("extract", language, "drops") if row["unit"] == "book"}
    assert with_dialogues | gone == kept
    assert not with_dialogues & gone
    turns = [turn["text"] for row in dialogues for turn in row["turns"]]
    assert metrics["books_in"] == len(kept)
    assert metrics["books_kept"] == len(with_dialogues)
    assert metrics["dialogues"] == len(dialogues)
    assert metrics["utterances"] == len(turns)
    assert metrics["words"] == sum(len(turn.split()) for turn in turns)


@languages
def test_postfilter_keeps_or_drops_every_dialogue(build, language):
    made = build({"postfilter.vocabulary_size": 100, "postfilter.max_rare_share": 0.4}).run()
    metrics = made.metrics("postfilter", language)
    before = [row["id"] for row in made.rows("extract", language, "dialogues")]
    kept = [row["id"] for row in made.rows("postfilter", language, "dialogues")]
    gone = [row["id"] for row in made.rows("postfilter", language, "drops")]
    assert sorted(kept + gone) == sorted(before)
    assert (metrics["dialogues_in"], metrics["dialogues"]) == (len(before), len(kept))


@languages
def test_split_deals_every_book_with_dialogues_once(sample, language):
    metrics = sample.metrics("split", language)
    splits = sample.rows("split", language, "splits")
    dialogues = sample.rows("postfilter", language, "dialogues")
    counted = Counter(row["source_id"] for row in dialogues)
    assert {row["source_id"]: row["dialogues"] for row in splits} == counted
    works = {row["id"]: row["work_id"] for row in sample.rows("works", language, "works")}
    assert {row["source_id"]: row["work_id"] for row in splits} == {id: works[id] for id in counted}
    assert (
        metrics["dialogues"] == len(dialogues) == sum(metrics["splits"][s]["dialogues"] for s in SPLIT_NAMES)
    )
    assert metrics["utterances"] == sum(len(row["turns"]) for row in dialogues)
    for name in SPLIT_NAMES:
        assert metrics["splits"][name]["books"] == sum(row["split"] == name for row in splits)


@pytest.mark.parametrize("entry", LISTED, ids=lambda entry: entry.id)
def test_every_listed_book_is_in_the_dataset_or_left_out_for_the_right_reason(sample, entry):
    (language,) = entry.languages
    dataset = {row["source_id"] for row in sample.rows("split", language, "splits")}
    drops = [
        (stage, row["unit"], row["reason"])
        for stage in LEAVING_OUT
        for row in sample.rows(stage, language, "drops")
        if row["source_id"] == entry.id and row["unit"] in {"book", "file"}
    ]
    assert (entry.id in dataset, drops) == (
        (False, [LEFT_OUT[entry.id]]) if entry.id in LEFT_OUT else (True, [])
    )


def test_the_sample_fills_every_split(sample):
    filled = {row["split"] for language in LANGUAGES for row in sample.rows("split", language, "splits")}
    assert filled == set(SPLIT_NAMES)


@languages
def test_every_turn_can_be_traced_to_its_place(sample, language):
    texts = {row["id"]: row["text"] for row in sample.rows("download", language, "texts")}
    dialogues = sample.rows("postfilter", language, "dialogues")
    assert dialogues
    for dialogue in dialogues:
        text = texts[dialogue["source_id"]]
        assert dialogue["id"] == f"{dialogue['source_id']}:{dialogue['turns'][0]['spans'][0]['start']}"
        for turn in dialogue["turns"]:
            assert turn["text"] == text_of(text, [(span["start"], span["end"]) for span in turn["spans"]])


@languages
def test_every_place_left_out_holds_what_the_row_says(sample, tmp_path, language):
    texts = {row["id"]: row["text"] for row in sample.rows("download", language, "texts")}
    again = sample.copied(tmp_path / "again", {"languages": [language], "extract.max_words": 20}).run(
        "extract"
    )
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
    made = build({"books.banned": ["pg900001"]}).run()
    rows = [row for stage in LEAVING_OUT for row in made.rows(stage, "en", "drops")]
    assert [row["stage"] for row in rows if row["source_id"] == "pg900001"] == ["download"]


def test_max_books_is_a_stable_choice_with_a_row_for_every_other_book(build):
    texts = {}
    for limit in (1, 2, 3):
        made = build({"books.max_books": limit}, name=f"{limit}").run("catalogue", "download")
        texts[limit] = {row["id"] for row in made.rows("download", "en", "texts")}
        drops = [(row["reason"], row["threshold"]) for row in made.rows("download", "en", "drops")]
        assert len(texts[limit]) == limit
        assert sorted(drops, key=str) == [("max_books", limit)] * (4 - limit) + [("rights", None)]
    assert texts[1] < texts[2] < texts[3]


def test_ids_take_those_books_only(build):
    made = build({"books.ids": ["pg900002", "pg900101"]}).run("catalogue", "download")
    taken = {
        language: [row["id"] for row in made.rows("download", language, "texts")] for language in LANGUAGES
    }
    assert {tag: ids for tag, ids in taken.items() if ids} == {"en": ["pg900002"], "hu": ["pg900101"]}


def test_a_language_without_a_book_left_goes_through_all_stages(build):
    made = build({"books.ids": ["pg900002"]}).run(*STAGES)
    assert made.metrics("split", "hu")["books"] == 0
    assert sorted(path.name for path in (made.stages / "dataset").iterdir() if path.is_dir()) == [
        "en",
        "jsonl",
        "text",
    ]


def test_a_run_with_no_book_at_all_goes_through_all_stages(build):
    made = build({"books.ids": ["pg1"]}).run(*STAGES)
    assert made.metrics("package")["total"]["all"] == {"books": 0, "dialogues": 0, "utterances": 0}
