"""The stage that asks an agent, and the commands that do."""

import json
import shutil

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from dialogue_etl import params
from dialogue_etl.cli.app import app
from dialogue_etl.core.tables import INTERACTIONS
from dialogue_etl.derived.retrieval.evaluate import evaluate
from dialogue_etl.derived.retrieval.opening import read
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats.forms import language_writer
from tests.conftest import ROOT, quick_runtime, tree
from tests.derived.mix.conftest import row

THINGS = ("key", "dog", "boat", "lamp")


def write(folder, language="en", name=None):
    splits = ("train", "validation", "test")
    with language_writer(folder, name or language, splits, ["parquet"]) as add:
        for split in splits:
            for number, thing in enumerate(THINGS):
                said = [
                    f"Where is the {thing}?",
                    f"In the {thing} house.",
                    f"Which {thing} house?",
                    "The old one.",
                ]
                made = row(f"b{number}:{split}", language, None, split)
                times = [{"start_ms": 1000 * at, "end_ms": 1000 * at + 400} for at in range(4)]
                turns = [
                    {**made["turns"][0], "text": text, **time} for text, time in zip(said, times, strict=True)
                ]
                add(split, {**made, "turns": turns})
    return folder


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return write(tmp_path_factory.mktemp("retrieval") / "data" / "books" / "dataset")


def asked(data, folder, language="en", **values):
    parsed = params.parse({"retrieval": values})
    where = {"output": folder / "out", "metrics": folder / "metrics.json", "runtime": quick_runtime()}
    evaluate(language=language, dataset=data, params=parsed, **where)
    return json.loads((folder / "metrics.json").read_text())


def test_pairs_of_a_dataset_follow_their_dialogues(data):
    path = data / "en" / "train.parquet"
    found = list(read([path, path], "en"))
    assert [one.before for one in found[:4]] == [None, None, 0, None]
    assert [one.before for one in found[12:16]] == [None, None, 12, None]  # another file has its own
    first = found[2]
    assert (first.trigger, first.answer, first.interval_ms) == ("Which key house?", "The old one.", 600)
    assert (first.source_id, first.dialogue_id, first.turn, first.title) == (
        "b0:train",
        "b0:train",
        3,
        "A title",
    )
    assert not list(read([path], "de"))


def test_pairs_of_the_table_of_pairs(tmp_path):
    said = [("d1", 0, "a?"), ("d1", 1, "b?"), ("d1", 2, "c?"), ("d1", 5, "f?"), ("d2", 6, "a?")]
    following = {"a?": "b?", "b?": "c?", "c?": "d?", "f?": "g?"}
    rows = [
        {**dict.fromkeys(INTERACTIONS.names), "source_id": "s", "dialogue_id": dialogue, "number": number}
        | {"trigger": text, "answer": following[text]}
        for dialogue, number, text in said
    ]
    pq.write_table(INTERACTIONS.empty_table().from_pylist(rows, INTERACTIONS), tmp_path / "pairs.parquet")
    found = list(read([tmp_path / "pairs.parquet"], "en"))
    assert [one.before for one in found] == [None, None, 0, None, None]
    assert [one.turn for one in found] == [1, 2, 3, 6, 7]


def test_figures_answers_and_weights_are_the_same_bytes_each_time(data, tmp_path):
    figures = asked(
        data, tmp_path / "one", learn="best_candidate", question_similarity=65, answer_similarity=0
    )
    asked(data, tmp_path / "other", learn="best_candidate", question_similarity=65, answer_similarity=0)
    assert tree(tmp_path / "one") == tree(tmp_path / "other")
    assert (figures["questions"], figures["answered"], figures["learnt_from"]) == (12, 1.0, 6)
    assert figures["exact"] > 0.3
    assert sum(figures["weights"].values()) == pytest.approx(100)
    rows = [json.loads(line) for line in (tmp_path / "one/out/answers.jsonl").read_text().splitlines()]
    assert len(rows) == 12
    page = (tmp_path / "one/out/report.html").read_text()
    assert all(
        text in page for text in (rows[0]["question"], rows[0]["reference"], "weight of time_difference")
    )
    assert {row["source_id"].partition(":")[2] for row in rows} == {"train"}
    assert asked(data, tmp_path / "off")["weights"]["question_similarity"] == 50


def test_a_parameter_changes_the_answers_and_a_mixed_dataset_has_its_languages(data, tmp_path):
    own = {
        "question_similarity": 0,
        "answer_similarity": 0,
        "conversation_context": 0,
        "answer_frequency": 100,
    }
    assert asked(data, tmp_path / "one")["exact"] != asked(data, tmp_path / "other", **own)["exact"]
    mixed = write(tmp_path / "mix", "pt", "mixed")
    assert asked(mixed, tmp_path / "pt", "pt")["answered"] == 1
    assert asked(mixed, tmp_path / "en", "en")["answered"] == 0
    with pytest.raises(DialogueEtlError, match=r"en/train\.parquet: no such file; build the dataset of"):
        asked(tmp_path / "nothing", tmp_path / "no")


@pytest.fixture
def ask(data, tmp_path, monkeypatch):
    """The command in a workspace with the dataset."""
    for name in ("dvc.yaml", "params.yaml"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(data.parents[1], tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DIALOGUE_ETL_WORKSPACE", str(tmp_path))

    def run(*words, lines=""):
        done = CliRunner().invoke(app, ["agent", *words], input=lines)
        if isinstance(done.exception, DialogueEtlError):
            raise done.exception
        assert done.exit_code == 0, done.output
        return done.stdout

    return run


def test_commands(ask, tmp_path):
    assert ask("list") == "books en\n"
    assert json.loads(ask("list", "--json"))[0]["options"] == ["--dataset=books", "--language=en"]
    assert ask("index") == "en: 12 pairs\n"
    said = ask("ask", "Where is the boat?")
    assert said.startswith("In the boat house.\n")
    assert "to: Where is the boat?\n  A title · b2:train, b2:train, turn 1" in said
    (best, *_) = json.loads(ask("ask", "Where is the boat?", "--json"))
    assert best["source"]["document"] == "b2:train"
    lines = '{"history": ["Where is the lamp?"], "n": 1}\n' * 2
    ready, *answers = ask("ask", "--json", lines=lines).splitlines()
    assert ready == "[]"
    assert [json.loads(line)[0]["text"] for line in answers] == ["In the lamp house."] * 2
    assert "No answer." in ask("ask", lines="Where is the key?\nxyz\n")
    learnt = ask("learn")
    assert sum(float(line.partition("=")[2]) for line in learnt.splitlines()[:5]) == pytest.approx(100)
    with pytest.raises(DialogueEtlError, match="no train split of books de as Parquet, there is books en;"):
        ask("ask", "x", "--language", "de")
    (tmp_path / "eng.txt").write_text("SubId - 1\nDialogId - 1\nDiff - 1\nI - a?\nR - b.\n")
    assert ask("ask", "a", "--file", "eng.txt").startswith("b.\n")
    (tmp_path / "eng.txt").write_text("SubId - 1\nDialogId - 1\nI - a?\nR - b.\n")
    with pytest.raises(DialogueEtlError, match=r"eng\.txt: line 3: 'I - a\?': Diff - … is expected"):
        ask("ask", "a", "--file", "eng.txt")
    assert not list((tmp_path / ".dialogue-etl/agents").glob(".*"))


def test_the_weights_that_were_learnt_are_those_of_the_agent(ask, tmp_path, monkeypatch):
    text = (tmp_path / "params.yaml").read_text().replace("learn: 'off'", "learn: best_scoring")
    text = text.replace("retrieval:\n  languages: []", "retrieval:\n  languages: [en]")
    (tmp_path / "params.yaml").write_text(text)
    (tmp_path / "data/retrieval/en").mkdir(parents=True)
    weights = {
        "answer_frequency": 0,
        "question_similarity": 0,
        "answer_similarity": 0,
        "time_difference": 100,
    }
    (tmp_path / "data/retrieval/en/weights.json").write_text(
        json.dumps({**weights, "conversation_context": 0})
    )
    (best,) = json.loads(ask("ask", "Where is the boat?", "--json", "--number", "1"))
    assert best["score"] == pytest.approx(0.78)  # an answer after 600 ms
