"""Every id of a packaged dataset, in every form of it, leads to its place in the source."""

import json
import re
import shutil

import pyarrow.parquet as pq
import pytest
from lxml import etree

from dialogue_etl.browse.held import Folder
from dialogue_etl.browse.trace import Wanted, trace
from dialogue_etl.browse.traced import show
from dialogue_etl.core import shards, yaml_files
from dialogue_etl.formats.ids import FORMS
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.inspecting import Context
from tests.conftest import Build, quick_runtime, stage_names
from tests.tables import writer

ALL_FORMS = ["parquet", "jsonl", *FORMS, "pairs", "json", "xml", "convokit"]
NOT_NEEDED = {"check", "report", "pairs", "evaluate"}
SOURCES_WITH_TEXT = ("books", "threads", "subtitles")


@pytest.fixture(scope="module")
def built(tmp_path_factory, sample):
    """The datasets of all sources in one workspace, in every form."""
    folder = tmp_path_factory.mktemp("traced")
    made = sample.copied(folder, {"package.formats": ALL_FORMS})
    made.run("package")
    for source in ("subtitles", "threads"):
        names = [name for name in stage_names(source) if name not in NOT_NEEDED]
        Build(folder, made.params, quick_runtime(), source=source).run(*names)
    Build(folder, made.params, quick_runtime(), source="mix").run("dataset")
    return made


def ids_in(path):
    """The ids in a file of a dataset, as a person would copy them from it."""
    if path.suffix == ".parquet":
        table = pq.read_table(path)
        return table.column("dialogue_id" if "dialogue_id" in table.column_names else "id").to_pylist()
    if path.suffix == ".xml":
        return [pair.get("id") for pair in etree.parse(path).getroot()]
    if path.suffix in {".ids", ".left_out"}:
        return [line for line in path.read_text("utf-8").splitlines() if line]
    if path.suffix in {".jsonl", ".json"} and "rows" not in path.parts:
        return re.findall(r'"id": ?"[^"]+",', path.read_text("utf-8"))
    return []


def outputs(built):
    return Folder(built.folder / "data", built.params)


def ids_of(built, source):
    """The ids in the files of each form of a dataset."""
    dataset = built.folder / "data" / source / "dataset"
    named = {}
    for path in sorted(path for path in dataset.rglob("*") if path.is_file()):
        form = path.relative_to(dataset).parts[0]
        found = map(Wanted.parse, ids_in(path))
        named.setdefault(form if form in ALL_FORMS else "parquet", set()).update(found)
    assert {form for form, ids in named.items() if ids} >= {*ALL_FORMS}
    return named


@pytest.mark.parametrize("source", SOURCES_WITH_TEXT)
def test_every_id_of_every_form_is_found(built, source):
    at, named = outputs(built), ids_of(built, source)
    dialogues = {one.id for one in named["parquet"]}
    turns = {}
    for form, ids in named.items():
        # Pairs that training shares with other splits are left out of `parallel`; in ConvoKit comments that
        # are in several dialogues have the id of the first.
        assert {one.id for one in ids} == dialogues or (
            form in {"parallel", "convokit"} and {one.id for one in ids} < dialogues
        )
        turns |= {one.id: one.turn for one in ids if one.turn is not None}
    for id in dialogues:
        found = trace(at, Wanted(id, turns[id]))
        assert found, id
        assert (found.kind, found.id, found.turn) == ("dialogue", id, turns[id])
        assert turns[id] < len(found.dialogue["turns"])


def test_ids_of_a_mix_are_those_of_its_sources(built):
    known = {one.id for source in SOURCES_WITH_TEXT for one in ids_of(built, source)["parquet"]}
    for form, ids in ids_of(built, "mix").items():
        assert {one.id for one in ids} <= known, form


def place_of(text):
    """The part of what is shown that is the source, in words."""
    heading = next(line for line in text.split("\n") if line.startswith(("In its text", "In its source")))
    return text.partition(heading)[2].partition("\nRemoved here")[0]


@pytest.mark.parametrize("source", SOURCES_WITH_TEXT)
def test_the_place_that_is_shown_has_the_turns(built, source):
    at, context = outputs(built), Context(built.params, built.folder)
    seen = 0
    for files in (files for key, files in at.datasets().items() if key[0] == source):
        for path in files.values():
            # Rules are shown by applying them again, which takes long: of each file some dialogues.
            for row in pq.read_table(path).to_pylist()[:: 6 if source == "threads" else 2]:
                found = trace(at, Wanted.parse(row["id"]))
                place = place_of("".join(piece.text for piece in show(at, found, context)))
                seen += 1
                if source == "threads":  # rules change what was posted: the comments are there by their ids
                    posted = {turn["utterance_id"].partition(".")[0] for turn in row["turns"]}
                    assert posted <= {*re.findall(r"^> +(\S+)", place, re.MULTILINE)}
                    continue
                words = {*re.findall(r"\w+", place)}
                for turn in row["turns"]:
                    assert {*re.findall(r"\w+", turn["text"])} <= words, row["id"]
    assert seen > 10


def test_what_was_dropped_is_found_with_rule_and_figures(built):
    at, context = outputs(built), Context(built.params, built.folder)
    for name in SOURCES_WITH_TEXT:
        source = SOURCES[name]
        for language in at.languages(name):
            for stage in source.dropping_stages:
                rows = (
                    row
                    for path in at.table(name, language, stage, "drops")
                    for row in shards.read_shard(path)
                )
                for row in rows:
                    found = trace(at, Wanted.parse(row["id"]))
                    assert found, row
                    if found.kind == "document" or not row["id"].startswith(row["source_id"]):
                        continue  # numbers and comments without their document may be of another one
                    said = "".join(piece.text for piece in show(at, found, context))
                    assert f"{row['stage']}, {row['reason']}" in said, row["id"]
                    if row["value"] is not None and row["threshold"] is not None:
                        assert f"{row['value']:.4g} against {row['threshold']:.4g}" in said


@pytest.mark.parametrize(
    "text", ['"{}"', ' "id": "{}",', "{},", "dialogue {}", '{{"id": "{}", "turns": []}}', "{}#0"]
)
def test_an_id_is_taken_as_it_was_pasted(built, text):
    id = next(iter(built.rows("postfilter", "en", "dialogues")))["id"]
    assert trace(outputs(built), Wanted.parse(text.format(id))).id == id


def test_offsets_and_comments_lead_to_the_dialogue_that_has_them(built):
    row = built.rows("postfilter", "en", "dialogues")[0]
    start = row["turns"][1]["spans"][0]["start"]
    found = trace(outputs(built), Wanted(f"{row['source_id']}:{start + 1}"))
    assert (found.id, found.turn) == (row["id"], 1)
    threads = Build(built.folder, built.params, built.runtime, source="threads")
    row = threads.rows("classify", "en", "dialogues")[0]
    comment = row["turns"][-1]["utterance_id"]
    for id in (comment, f"{row['source_id']}:{comment}"):
        assert trace(outputs(built), Wanted(id)).dialogue["turns"][-1]["utterance_id"] == comment


def test_an_unknown_id_says_which_are_like_it(command, built):
    data = ("--data", built.folder / "data")
    row = built.rows("postfilter", "en", "dialogues")[0]
    said = command("inspect", f"{row['source_id']}:9999999", *data)
    assert (said.code, said.out) == (1, "")
    assert f"like it: {row['source_id']}:" in said.err
    said = command("inspect", "pg90000", *data)
    assert "like it: pg900001, pg900002" in said.err
    assert "built: books, subtitles, threads, mix" in said.err


def test_a_line_of_a_training_file_leads_to_its_place(command, built):
    data = built.folder / "data"
    path = data / "books" / "dataset" / "text" / "en" / "train.txt"
    lines = path.read_text("utf-8").splitlines()
    said = command("inspect", f"{path}:2", "--data", data)
    assert said.code == 0
    assert re.search(r"line 2 of .*train\.txt is pg\d+:\d+#1", said.err)
    assert re.search(r"^> #1  (.*: )?" + re.escape(lines[1]), said.out, re.MULTILINE)
    said = command("inspect", f"{path}:{lines.index('') + 1}", "--data", data)
    assert (said.code, said.err.count("\n")) == (1, 1)
    assert "holds no dialogue" in said.err


def test_a_drop_without_a_threshold_is_shown(command, sample, tmp_path):
    made = sample.copied(tmp_path)
    table = made.stages / "prefilter" / "en" / "drops"
    rows = made.rows("prefilter", "en", "drops")
    shutil.rmtree(table)
    for row in rows:
        row.update(reason="edition", value=0.93, threshold=None)
    with writer(table.parent, 0, 1, ["drops"]) as add:
        unknown = dict(rows[0], id="pg900001", source_id="pg900001", value=None, threshold=3.0)
        add.add("drops", [*rows, unknown])
    for arguments in ([], [rows[0]["id"]], ["pg900001"]):
        said = command("inspect", *arguments, "--data", made.stages.parent)
        assert said.code == 0
        assert "prefilter, edition" in said.out
    assert "edition 0.93" in command("inspect", rows[0]["id"], "--data", made.stages.parent).out


def test_folders_of_languages_that_the_parameters_lost_are_not_read(command, sample, tmp_path):
    made = sample.copied(tmp_path)
    data = made.stages.parent
    here = command("inspect", "--data", data).out
    gone = re.search(r"^pt  (\S+)", here, re.MULTILINE)[1]
    values = made.params.model_dump(mode="json") | {"languages": ["en", "hu"]}
    (tmp_path / "params.yaml").write_text(yaml_files.dump(values), "utf-8")
    said = command("inspect", "--data", data)
    assert {line.split()[0] for line in said.out.splitlines()} == {"en", "hu"}
    assert re.search(r"download: .*pt: left over", said.err)
    said = command("inspect", gone, "--data", data)
    assert said.code == 1
    assert f"{gone}: nothing has this id" in said.err
    page = ("--output", tmp_path / "audit.html")
    said = command("audit", "sample", "--data", data, "--pairs", 1, "--dialogues", 1, *page)
    assert [line.split(":")[0] for line in said.out.splitlines()[:2]] == ["en", "hu"]
    said = command("audit", "sample", "--data", data, "--language", "pt", *page)
    assert said.code == 1


def test_marks_are_counted_apart_from_the_sample(command, sample, tmp_path, monkeypatch):
    made = sample.copied(tmp_path)
    (tmp_path / "params.yaml").write_text(yaml_files.dump(made.params.model_dump(mode="json")), "utf-8")
    (tmp_path / "dvc.yaml").write_text("stages: {}\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    row = made.rows("postfilter", "en", "dialogues")[0]
    mark = ("audit", "mark", row["id"], "--category", "more_than_two_speakers", "--annotator", "Ann")
    assert command(*mark, "--note", "three of them").code == 0
    assert command(*mark[:4], "nonsense").code == 1
    assert command("audit", "mark", "pg1:1", *mark[3:]).code == 1
    answer = {"item": "dialogue pg9:1", "kind": "dialogue", "language": "en", "label": "no_error"}
    (tmp_path / "audit-Bob.jsonl").write_text(json.dumps(answer) + "\n", "utf-8")
    said = command("audit", "tally", "audit-Bob.jsonl", "audit/marks.jsonl")
    assert "en: 1 dialogues; the paper" in said.out
    assert "en: 1 dialogues that people marked (More than two speakers: 1); they were not drawn" in said.out
    tally = json.loads(command("audit", "tally", "audit-Bob.jsonl", "audit/marks.jsonl", "--json").out)
    shares = {line["key"]: line["ours"]["count"] for line in tally["tables"][0]["lines"]}
    assert (tally["tables"][0]["units"], shares["more_than_two_speakers"]) == (1, 0)
    assert tally["marked"] == {"en": {"dialogues": 1, "more_than_two_speakers": 1}}
