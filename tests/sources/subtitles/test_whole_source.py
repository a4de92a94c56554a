"""The embedded sample through every stage: dataset, card, check, report, inspection, parameters, workers."""

import csv
import json
from collections import Counter
from dataclasses import replace

import pyarrow.parquet as pq
import pytest

from dialogue_etl import params
from dialogue_etl.sources.checking import read_documents
from dialogue_etl.sources.inspecting import timestamp
from dialogue_etl.sources.quarantine import TooManyError
from dialogue_etl.sources.subtitles import inspection
from dialogue_etl.sources.subtitles.parameters import Subtitles
from tests.conftest import (
    REGISTRY,
    Build,
    declared_parameters,
    quick_runtime,
    sample_params,
    stage_names,
    tree,
)
from tests.sources.subtitles.test_turns_parameters import CHANGED as OF_SENTENCES_ON
from tests.test_parameters import STATING, Rebuild, Recorder

STAGES = stage_names("subtitles")
CHANGED = {
    "subtitles.source": "library",
    "subtitles.languages": ["en"],
    "subtitles.skip_genres": [],
    "subtitles.versions": "all",
    "subtitles.banned": ["letters-home"],
    "split.seed": 7,
    "package.formats": ["parquet"],
    "storage.shards": 5,
}
# What the sample does not show: test_download.py, test_films.py, test_tmdb.py, and the quarantine below.
SHOWN_ELSEWHERE = {
    "report.examples": 1,  # tests/steps/test_report.py: the same for all sources
    "privacy": "off",  # tests/test_privacy.py: nothing in the sample is to be masked
    "subtitles.opus_release": "v2016",
    "subtitles.opus_form": "raw",
    "subtitles.corrections": True,  # test_opus.py
    "subtitles.min_confidence": 0.5,
    "subtitles.other_language": 1.0,
    "subtitles.skip_machine_translated": True,
    "subtitles.max_quarantined": 0.5,
    "subtitles.tmdb": True,
    "subtitles.frame_rate": 25.0,  # test_subtitle_files.py, and the two below
    "subtitles.styles": ["main"],
}
PAIRS = {
    "subtitle_pairs.interaction_filters": [{"type": "characters_quantity", "target": "answer", "min": 12}],
    "subtitle_pairs.analytics": ["global", "metadata", "interaction"],
    "subtitle_pairs.outputs": [{"type": "legacy"}, {"type": "parallel"}],
}


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    folder = tmp_path_factory.mktemp("subtitles")
    values = params.parse(params.override(sample_params().model_dump(), PAIRS))
    return Build(folder, values, quick_runtime(), source="subtitles").run(*STAGES)


def dataset(build, language):
    files = sorted((build.stages / "dataset" / language).glob("*.parquet"))
    return [row for file in files for row in pq.read_table(file).to_pylist()]


def test_a_scene_becomes_a_dialogue_with_its_times_and_speakers(sample):
    row = next(row for row in dataset(sample, "en") if row["id"] == "letters-home:letters-home:2")
    assert (row["source_id"], row["work_id"], row["rights"]) == (
        "letters-home:letters-home",
        "letters-home",
        "CC0-1.0, written for Dialogue ETL",
    )
    said = [(turn["start_ms"], turn["speaker"], turn["text"]) for turn in row["turns"]]
    assert said == [
        (3_277, "ANNA", "Ben? Are you up there?"),
        (5_031, "BEN", "In the attic! Mind the third step."),
        (7_427, None, "What third step?"),
        (None, None, "Exactly."),  # in the middle of a block
        (9_255, None, "It's all dust, Ben."),
        (11_230, None, "It's all history. Look at this."),
    ]


def test_nothing_is_wrong_with_the_dataset(sample):
    total = sample.metrics("check")["total"]
    assert total["dialogues"] == sum(len(dataset(sample, tag)) for tag in ("en", "pt")) > 20
    assert {key for key, number in total.items() if number} <= {
        *("films", "dialogues", "utterances", "held_out", "empty_splits")  # pt has two films
    }


def test_what_the_stages_drop_adds_up(sample):
    for tag in ("en", "pt"):
        read, films = sample.metrics("read", tag), sample.metrics("films", tag)
        assert films["films_in"] == read["films"]
        assert films["films"] == read["films"] - sum(films["dropped"].get("films", {}).values())
        clean = sample.metrics("clean", tag)
        gone = clean["dropped"]
        assert clean["dialogues"] == clean["dialogues_in"] + clean["pieces"] - sum(gone["dialogues"].values())
        assert clean["utterances"] == clean["utterances_in"] - sum(gone["utterances"].values())


def test_the_report_tells_what_the_filters_of_pairs_left_out(sample):
    page = (sample.stages / "report" / "report.html").read_text("utf-8")
    told = page[page.index('<section id="pairs"') : page.index('<section id="examples"')]
    for tag in ("en", "pt"):
        metrics = sample.metrics("pairs", tag)
        dropped = metrics["dropped"]["pairs"]["characters_quantity.answer"]
        assert f"{metrics['pairs']:,} pairs of {metrics['pairs_in']:,}</span>" in told
        assert f'<span class="only-narrow">left out</span> {dropped:,}<small>' in told
        assert f'id="pace-{tag}"' in told


def test_the_stage_writes_the_outputs_of_pairs_by_split(sample):
    for tag, name in (("en", "eng"), ("pt", "por")):
        folder, splits = sample.stages / "pairs" / tag / "outputs", Counter()
        for row in sample.rows("pairs", tag, "interactions"):
            splits[row["split"]] += 1
        files = {path.parent.name: path.read_text("utf-8") for path in folder.glob(f"legacy/*/{name}.txt")}
        assert {split: text.count("SubId - ") for split, text in files.items()} == splits
        assert sample.metrics("pairs", tag)["outputs"]["legacy"]["pairs"] == splits.total()
        sources = {path.name.partition(".")[0] for path in folder.glob("parallel/*.source.txt")}
        assert sources == set(splits)


def test_films_are_listed_and_the_card_says_how_turns_are_found(sample):
    folder = sample.stages / "dataset"
    listed = list(csv.DictReader((folder / "films.tsv").open(encoding="utf-8"), delimiter="\t"))
    assert {row["film"] for row in listed} == {
        row["work_id"] for tag in ("en", "pt") for row in dataset(sample, tag)
    }
    assert read_documents(folder / "films.tsv", "pt", work="film").units == 2
    card = (folder / "README.md").read_text("utf-8")
    assert "measured on films whose speakers are known" in card
    assert "5 seconds" in card


def test_the_report_draws_all_gaps_and_names_what_was_cut(sample):
    page = (sample.stages / "report/report.html").read_text("utf-8")
    unread = "Every unit left out, but for lines that were not read, has a row"
    for said in ("What nobody says", "hearing_notes", "Gaps between turns", "The Night Bus", unread):
        assert said in page
    plots = sample.stages / "report/plots/gaps"
    drawn = sum(
        int(row["pairs"])
        for file in plots.glob("*.csv")
        for row in csv.DictReader(file.open(encoding="utf-8"))
    )
    metrics = [sample.metrics("dialogues", tag) for tag in ("en", "pt")]
    assert drawn == sum(each["pairs"] - each["missing"] for each in metrics)


def test_a_share_of_all_languages_is_of_what_came_to_a_filter_in_each(sample):
    page = (sample.stages / "report/report.html").read_text("utf-8")
    came, left = (
        sum(sample.metrics("clean", tag)[name] for tag in ("en", "pt"))
        for name in ("utterances_in", "utterances")
    )
    assert came - left > 0
    repeated = [
        sample.metrics("clean", tag)["dropped"]["utterances"].get("repeated_turns", 0) for tag in ("en", "pt")
    ]
    assert sorted(repeated)[0] == 0 < sum(repeated)
    assert f"({100 * sum(repeated) / came:.2f}%)" in page


def test_a_film_is_shown_with_what_was_left_out_of_it(sample):
    lines = list(inspection.listing(sample.stages, "en"))
    assert len(lines) == 4
    assert sum("left out: films" in line for line in lines) == 2  # a documentary, and a second version
    id = next(line.split()[1] for line in lines if "sentences" in line)
    text = "".join(piece.text for piece in inspection.show(id, sample.stages, ["pt", "en"], None))
    assert f"── {id}:" in text
    assert "sentences, " in text  # what the rules of artefacts left out
    assert list(inspection.show("nobody", sample.stages, ["en"], None)) == []


@pytest.mark.parametrize(
    ("milliseconds", "said"),
    [(None, "–"), (0, "0:00:00.000"), (3_723_004, "1:02:03.004"), (-1_500, "-0:00:01.500")],
)
def test_times_as_people_write_them(milliseconds, said):
    assert timestamp(milliseconds) == said


@pytest.mark.parametrize("workers", [2])
def test_the_same_bytes_for_any_number_of_workers(sample, tmp_path, workers):
    runtime = quick_runtime(workers=workers, alone_below=0)
    again = Build(tmp_path, sample.params, runtime, source="subtitles").run(*STAGES)
    assert tree(again.folder / "data") == tree(sample.folder / "data")
    assert tree(again.folder / "metrics") == tree(sample.folder / "metrics")


@pytest.mark.parametrize("key", CHANGED)
def test_no_parameter_is_dead(sample, tmp_path, key):
    values = params.parse(params.override(sample.params.model_dump(), {key: CHANGED[key]}))
    (tmp_path / "none").mkdir()
    (tmp_path / "none/catalogue.csv").write_text("file,form,language,film,title,year,rights,sha256\n")
    again = Rebuild(replace(sample, subtitles=tmp_path / "none"), ("en", "pt"))
    assert again.shows("subtitles", key, sample.params, values, tmp_path)


def test_too_many_files_that_cannot_be_read_fail_the_stage(sample, tmp_path):
    library = tmp_path / "library"
    library.mkdir()
    (library / "bad.srt").write_bytes(b"no subtitles")
    (library / "catalogue.csv").write_text(
        "file,form,language,film,title,year,rights,sha256\nbad.srt,subtitles,en,bad,,,CC0,\n"
    )
    changes = {"subtitles.source": "library", "subtitles.languages": ["en"], "subtitles.max_quarantined": 0.0}
    values = params.parse(params.override(sample.params.model_dump(), changes))
    build = Build(tmp_path / "build", values, quick_runtime(), subtitles=library, source="subtitles")
    with pytest.raises(TooManyError, match=r"subtitles\.max_quarantined is 0, but 1 of 1 files"):
        build.run("download", "read")


def test_without_languages_the_dataset_is_empty_and_sound(tmp_path):
    values = sample_params({"subtitles.languages": []})
    build = Build(tmp_path, values, quick_runtime(), source="subtitles").run("package", "check", "report")
    assert not any(build.metrics("check")["total"].values())
    assert "Dialogues from subtitles in no languages" in (build.stages / "report/report.html").read_text(
        "utf-8"
    )


def test_the_tables_hold_every_parameter():
    keys = {f"subtitles.{name}" for name in Subtitles.model_fields}
    assert {key for key in (*CHANGED, *SHOWN_ELSEWHERE) if key.startswith("subtitles.")} == keys


@pytest.mark.parametrize("name", STAGES)
def test_parameters_that_a_stage_does_not_declare_are_not_read_and_change_nothing_of_it(
    sample, tmp_path, name
):
    stage = REGISTRY[f"subtitles-{name}"]
    changes = {**OF_SENTENCES_ON, **SHOWN_ELSEWHERE, **CHANGED, "split.train": 0.7, "split.test": 0.1}
    unread = changes.keys() - declared_parameters("subtitles")[stage.name] - {"subtitles.languages"}
    changed = params.parse(params.override(sample.params.model_dump(), {key: changes[key] for key in unread}))
    again, seen = Rebuild(sample, ("en",)), set()
    for language in again.languages(stage):
        before = again.before(stage, language, sample.params, tmp_path / "before")
        after = again.run(stage, language, Recorder(changed, seen), tmp_path / "after")
        assert name in STATING or before == after
    assert seen - {"subtitles.languages"} <= declared_parameters("subtitles")[stage.name]


def test_a_file_is_tried_without_a_workspace(command, tmp_path):
    film = tmp_path / "film.srt"
    film.write_text(
        "1\n00:00:01,000 --> 00:00:02,500\n- Is the ferry late?\n- It always is.\n\n"
        "2\n00:01:02,000 --> 00:01:03,500\nANN: Look, a whale.\n\n"
        "3\n00:01:04,000 --> 00:01:05,000\n- Where?\n",
        "utf-8",
    )
    said = command("try", film, "--language", "en")
    assert said.out == (
        "film:1\n0:00:01.000 – Is the ferry late?\n            – It always is.\n\n"
        "film:3\n0:01:02.000 – Look, a whale.  (ANN)\n0:01:04.000 – Where?\n\n"
        "film.srt: 2 dialogues, 4 utterances\n"
    )
    lines = command("try", film, "--language", "en", "--format", "jsonl").out.splitlines()
    assert [(json.loads(line)["start_ms"], json.loads(line)["end_ms"]) for line in lines][2:] == [
        (62_000, 63_500),
        (64_000, 65_000),
    ]
    assert command("try", film, "--language", "en", "--trace").err.startswith("--trace: ")
    bad = tmp_path / "bad.vtt"
    bad.write_bytes(b"")
    said = command("try", bad, "--language", "en")
    assert (said.code, "the file is empty" in said.err) == (1, True)
