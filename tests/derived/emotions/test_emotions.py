"""The stages of labels, one after another, on the sample's labels and a small dataset."""

import json
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl import params
from dialogue_etl.core import shards
from dialogue_etl.derived.emotions import (
    annotations,
    checks,
    dataset,
    grow,
    initial,
    packaged,
    report,
    train,
    weak,
)
from dialogue_etl.derived.emotions.labelling import certainty
from dialogue_etl.derived.emotions.labelling.labels import load
from dialogue_etl.derived.emotions.labelling.reading import Labelled
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.labels import encoder as encoders
from dialogue_etl.labels.encoder import MissingEncoderError
from dialogue_etl.sources import SOURCES
from dialogue_etl.steps import gates
from tests.conftest import declared_parameters, quick_runtime, tree
from tests.derived.emotions.labelling.made import package
from tests.test_parameters import Recorder

LABELS = load("edos").labels
SAID = [
    "I am so sorry to hear that.",
    "What happened then?",
    "You are right.",
    "I agree with you.",
    "Good luck!",
]
DIALOGUES = [
    (
        f"d{n}",
        ("train", "validation")[n % 4 == 0],
        [SAID[(n + turn) % 5] + " So it is." * (n % 3) for turn in range(n % 4 + 1)],
    )
    for n in range(60)
]


class Run:
    """Runs stages in a folder, as dvc.yaml has them."""

    def __init__(self, folder, workers=1):
        self.folder, self.runtime = folder, quick_runtime(workers=workers, alone_below=0)
        self.data = folder / "data"

    def values(self, **changes):
        small = {"annotations": "sample", "min_precision": 0.05, "similarity": 0.6, "ablations": False}
        return params.parse(params.override({"emotions": {**small, **changes}}, {}))

    def again(self, name, values):
        """A stage once more, with other parameters, on what the others wrote; its output and metrics."""
        function, paths = STAGES[name]
        self.stage(function, name, values, **paths)
        return tree(self.folder / "out" / name) | {
            "metrics": (self.folder / f"metrics/{name}.json").read_text()
        }

    def stage(self, function, name, values, **paths):
        output, metrics = self.folder / "out" / name, self.folder / "metrics" / f"{name}.json"
        inputs = {key: self.folder / path for key, path in paths.items()}
        given = {"runtime": self.runtime} if name != "report" else {}
        function(**inputs, output=output, metrics=metrics, params=values, **given)
        return json.loads(metrics.read_text("utf-8"))

    def run(self, name, **changes):
        function, paths = STAGES[name]
        return self.stage(function, name, self.values(**changes), **paths)

    def all(self, **changes):
        return {name: self.run(name, **changes) for name in STAGES}["dataset"]


STAGES = {
    "weak": (weak.weak, {"sentences": "emotions/sentences", "dialogues": "emotions/dialogues"}),
    "initial": (initial.initial, {"dataset": "data/subtitles/dataset", "weak": "out/weak"}),
    "grow": (
        grow.grow,
        {
            "dialogues": "emotions/dialogues",
            "sentences": "emotions/sentences",
            "initial": "out/initial",
        },
    ),
    "train": (train.train, {"labels": "out/grow", "other": "emotions/elsewhere"}),
    "dataset": (dataset.label, {"dataset": "data/subtitles/dataset", "model": "out/train"}),
    "report": (report.report, {"dataset": "out/dataset", "stage_metrics": "metrics"}),
}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    run = Run(tmp_path_factory.mktemp("emotions"))
    package(run.data, DIALOGUES)
    run.told = run.all(ablations=True)
    return run


def rows(run, split="train"):
    return pq.read_table(run.folder / "out" / "dataset" / "en" / f"{split}.parquet").to_pylist()


def test_every_turn_has_a_label_and_nothing_else_changed(built):
    labelled = [row for split in ("train", "validation") for row in rows(built, split)]
    assert len(labelled) == 60
    given = {id: turns for id, _, turns in DIALOGUES}
    for row in labelled:
        assert [turn["text"] for turn in row["turns"]] == given[row["id"]]
        for turn in row["turns"]:
            (told,) = turn["labels"]
            assert told["scheme"] == "edos"
            assert told["label"] in LABELS
            assert 0 <= told["score"] <= 1
    assert built.told["total"] == {"dialogues": 60, "utterances": sum(len(turns) for turns in given.values())}
    assert sum(built.told["labels"]["en"].values()) == built.told["total"]["utterances"]
    assert "edos" in (built.folder / "out/dataset/README.md").read_text("utf-8")


def test_the_sample_teaches_what_it_says(built):
    said = {turn["text"]: turn["labels"][0]["label"] for row in rows(built) for turn in row["turns"][:1]}
    assert said["You are right."] == "agreeing"
    figures = json.loads((built.folder / "metrics/train.json").read_text("utf-8"))
    assert set(figures["ablations"]) == {"plain", "growth"}  # without an encoder there is no context
    assert figures["chosen"] in figures["ablations"]
    assert {"accuracy", "macro_f1"} <= set(figures["test"]["plain"])
    assert len(figures["test"]["reliability"]["bins"]) == 10
    page = (built.folder / "out/report/report.html").read_text("utf-8")
    assert "agreeing" in page
    # So few labels are not enough to rely on, and the page says so twice.
    (few,) = [sentence for sentence in figures["warnings"] if "of 41 kinds are few" in sentence]
    assert page.count(few) == 2


def test_two_workers_write_the_same(built, tmp_path):
    run = Run(tmp_path, workers=2)
    shutil.copytree(built.folder, tmp_path, dirs_exist_ok=True)
    run.run("initial")
    assert run.run("dataset", ablations=True) == built.told
    assert tree(run.folder / "out") == tree(built.folder / "out")


def test_the_surest_are_taken_up_and_of_equally_sure_ones_the_first(built):
    candidates = list(shards.read(built.folder / "out/initial", initial.TABLE))
    assert len(candidates) == 60
    assert all(len(row["labels"]) == len(row["turns"]) for row in candidates)
    assert all(
        len(three) == 3 and three == sorted(three, reverse=True)
        for row in candidates
        for three in row["chances"]
    )
    order = {row["id"]: (-row["chances"][0][0], place) for place, row in enumerate(candidates)}
    best = sorted(order, key=order.get)[:7]
    run = Run(built.folder)
    assert run.run("initial", initial=7)["dialogues"] == 7
    assert {row["id"] for row in shards.read(built.folder / "out/initial", initial.TABLE)} == set(best)
    run.run("initial")


def test_labels_grow_and_what_is_held_out_is_not_among_them(built):
    labels = list(shards.read(built.folder / "out/grow", grow.TABLE))
    grown = [row for row in labels if row["origin"] != "annotated"]
    held = [row for row in labels if row["part"] in {"valid", "test"}]
    assert {row["origin"] for row in grown} >= {"similar", "self-labelled"}
    assert {row["part"] for row in grown} == {"train"}
    assert not {row["id"] for row in held} & {row["id"] for row in grown}
    assert len({row["id"] for row in grown}) == len(grown)
    assert all(row["score"] >= 0.6 for row in grown if row["origin"] == "similar")


def test_one_label_for_too_many_turns_is_said_in_the_card_and_beside_the_diagram(
    built, tmp_path, monkeypatch
):
    shutil.copytree(built.folder, tmp_path, dirs_exist_ok=True)
    run = Run(tmp_path)
    monkeypatch.setattr(certainty, "LARGE", 0.01)
    sentence = run.run("dataset")["warnings"][0]
    assert "of the turns are" in sentence
    assert f"**{sentence}**" in (run.folder / "out/dataset/README.md").read_text("utf-8")
    run.run("report")
    assert (run.folder / "out/report/report.html").read_text("utf-8").count(sentence) == 2


def test_few_labels_are_refused_and_labels_from_elsewhere_are_only_scored(built, tmp_path):
    shutil.copytree(built.folder, tmp_path, dirs_exist_ok=True)
    run = Run(tmp_path)
    for name in ("sentences", "elsewhere"):
        (tmp_path / "emotions" / name).mkdir(parents=True)
    few = "".join(f"{n % 4} <SEP> It is {n}\n" for n in range(40))
    (tmp_path / "emotions/sentences/few.txt").write_text(few, "utf-8")
    rows = [{"text": text, "label": label, "scheme": "ekman"} for text, label in _ELSEWHERE]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "emotions/elsewhere/ours.jsonl").write_text(lines, "utf-8")
    figures = run.run("train")
    scored = figures["elsewhere"]["ours"]
    assert (scored["scheme"], scored["labels"], scored["majority"]) == ("ekman", 4, 0.5)
    assert scored["accuracy"] >= 0.5
    assert {"accuracy", "macro_f1", "emotional"} == set(scored["plain"])
    unproved = next(one for one in figures["warnings"] if one.startswith("how sure it is was measured"))
    run.run("dataset")
    assert f"**{unproved}**" in (tmp_path / "out/dataset/README.md").read_text("utf-8")
    assert run.run("weak", annotations="workspace")["warnings"][0].startswith("32 labels to learn from are")
    told = run.run("grow", annotations="workspace") and run.run("train", annotations="workspace")
    assert "no turn gets a label" in told["warnings"][0]
    assert run.run("dataset", annotations="workspace")["total"]["dialogues"] == 0


_ELSEWHERE = [
    ("You are right.", "neutral"),
    ("What happened then?", "neutral"),
    ("I am so sorry to hear that.", "sadness"),
    ("What a lovely day!", "joy"),
]


def test_most_turns_with_one_label_are_counted_and_the_gate_stops_them():
    said = [["sad", "sad", "neutral"], ["neutral", "neutral", "joyful"]]
    turns = [
        [
            {"labels": [{"scheme": "edos", "label": label}, {"scheme": "edos", "label": "proud"}]}
            for label in some
        ]
        for some in said
    ]
    found = checks.checks("en", {}, checks.settings(params.parse({})))
    assert list(found.faults(pa.RecordBatch.from_pydict({"turns": turns}))) == []
    assert found.counted() == {"one_label": 2}
    sizes = {"emotions": 1, "dialogues": 2, "utterances": 4}
    every = {figure.name: 0 for figure in SOURCES["emotions"].figures} | found.counted() | sizes
    metrics = {"metrics/emotions/check.json": {"total": {**every, "held_out": 0}, "languages": {"en": every}}}
    stopped = gates.stops({}, metrics, None, "emotions")
    assert list(stopped) == ["max_one_label"]
    assert "2 turns with one and the same label, other than neutral: 50 % of 4" in stopped["max_one_label"]


@given(st.sets(st.integers(0, 9)), st.sets(st.integers(0, 9)), st.integers(0, 9))
def test_what_is_held_out_is_never_looked_at(tmp_path_factory, ids, texts, taken):
    folder = tmp_path_factory.mktemp("pool")
    path = shards.shard_path(folder, initial.TABLE, 0, 1)
    path.parent.mkdir()
    pool = [{"id": f"d{n}", "turns": [f"turn {n}"]} for n in range(10)]
    pq.write_table(pa.Table.from_pylist(pool), path)
    held = [Labelled((f"elsewhere {n}",), 0, f"d{n}") for n in ids]
    held += [Labelled((f"turn {n}",), 0) for n in texts]
    left = grow.Pool(folder, held, [])
    left.take([grow._Grown(f"d{taken}", (f"turn {taken}",), 0, "similar", 1.0)])
    blocks = list(left.blocks())
    assert all(blocks)
    seen = [id for block in blocks for id, _ in block]
    assert seen == [f"d{n}" for n in range(10) if n not in ids | texts | {taken}]


@pytest.mark.parametrize("choice", ["mask", "off"])
def test_what_leads_to_a_person_in_labels_is_masked(tmp_path, caplog, choice):
    (tmp_path / "own.jsonl").write_text('{"label": "afraid", "text": "write to ann@example.org"}\n', "utf-8")
    values = params.parse({"privacy": choice})
    (one,) = annotations.labelled(tmp_path, tmp_path / "none", values)
    assert one.turns == ("write to <EMAIL>" if choice == "mask" else "write to ann@example.org",)
    assert ("privacy is off" in caplog.text) == (choice == "off")


def test_what_is_missing_is_said_before_any_work(built, tmp_path, monkeypatch):
    run = Run(tmp_path)
    with pytest.raises(DialogueEtlError, match="no dialogues in en; build the dataset first"):
        run.run("initial")
    shutil.copytree(built.folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(encoders, "import_module", lambda name: (_ for _ in ()).throw(ImportError(name)))
    with pytest.raises(MissingEncoderError, match=r"dialogue-etl\[encoder\]"):
        run.run("weak", encoder="e5-small")


CHANGED = {
    "weak": {"seed": 1, "scheme": "sentiment", "labels": ["joy", "anger", "neutral"]},
    "initial": {"initial": 9, "aggregation": "max"},
    "grow": {
        "seed": 1,
        "scheme": "ekman",
        "similarity": 0.95,
        "second_similarity": 0.1,
        "self_labelling": "off",
        "decay": 0.0,
        "self_labelled": 1,
        "min_precision": 0.99,
    },
    "train": {"ablations": True},
    "dataset": {"languages": ["en", "de"], "top": 3, "min_score": 0.5},
}


@pytest.mark.parametrize(("name", "key"), [(name, key) for name, of in CHANGED.items() for key in of])
def test_no_parameter_is_dead(built, tmp_path, name, key):
    shutil.copytree(built.folder, tmp_path, dirs_exist_ok=True)
    run = Run(tmp_path)
    package(run.data, DIALOGUES[:8], language="de")
    # Of all there is nothing to choose, and nothing is left to be similar.
    few = {"aggregation": {"initial": 9}, "second_similarity": {"self_labelled": 1}}.get(key, {})
    before = run.again(name, run.values(**few))
    assert run.again(name, run.values(**few, **{key: CHANGED[name][key]})) != before


@pytest.mark.parametrize("name", STAGES)
def test_a_stage_reads_no_parameter_that_it_does_not_declare(built, tmp_path, name):
    shutil.copytree(built.folder, tmp_path, dirs_exist_ok=True)
    seen: set[str] = set()
    run = Run(tmp_path)
    run.again(name, Recorder(run.values(ablations=True), seen))
    assert seen
    assert seen <= declared_parameters("emotions")[f"emotions-{name}"]


def test_every_row_is_read_once_whatever_the_pieces(tmp_path, monkeypatch):
    path = package(tmp_path, DIALOGUES) / "en" / "train.parquet"
    table = pq.read_table(path)
    pq.write_table(table, path, row_group_size=7)
    expected = table.column("id").to_pylist()
    for least in (1, 4, 7, 10, 1_000):
        monkeypatch.setattr(packaged, "_FEWEST_ROWS", least)
        every = packaged.jobs(tmp_path / "subtitles/dataset", "en", tmp_path / "model", tmp_path)
        jobs = [job for job in every if job.settings["split"] == "train"]
        read = [
            id for job in jobs for batch in packaged.batches(job, ["id"]) for id in batch["id"].to_pylist()
        ]
        assert read == expected
        assert len(jobs) == min(-(-45 // max(least, 2)), 32)
