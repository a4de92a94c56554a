"""Test sets of a dataset: their files, the two rows, and what each parameter does."""

import json
from pathlib import Path
from typing import Any

import pytest

from dialogue_etl import params
from dialogue_etl.derived.testset.report import report
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats.forms import language_writer
from tests.conftest import declared_parameters
from tests.test_parameters import Recorder

KEYS = [f"testset.{name}" for name in params.WholeParams().testset.model_dump()]
CHANGES: dict[str, dict[str, Any]] = {
    "testset.max_pairs": {"testset.max_pairs": 2},
    "testset.max_train": {"testset.max_train": 4},
    "testset.definition": {"testset.definition": "paper"},
    "testset.vectors": {"testset.vectors": "vectors.txt"},
    "testset.resamples": {"testset.resamples": 0},
    "testset.seed": {"testset.seed": 1},
}
NAMES = {"testset.source"}
"""What the command names; the encoder weighs too much for here."""


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    talks = {
        "train": [["Who is there?", "It's me.", "Well, come in!"], ["Alone"], ["A boat?", "No, two boats."]]
        * 4,
        "test": [["Is it you?", "No.", "Then who?"], ["A boat", "Where?"]],
    }
    for language, splits in (("en", talks), ("zh", {"train": [["你好", "早上好"]], "test": [["好", "早"]]})):
        with language_writer(tmp_path / "dataset", language, list(splits), ["parquet", "pairs"]) as write:
            for split, dialogues in splits.items():
                for number, said in enumerate(dialogues):
                    turns = [{"text": text, "speaker": None} for text in said]
                    write(split, {"id": f"{split}{number}", "language": language, "turns": turns})
    (tmp_path / "vectors.txt").write_text("boat 1 0\nno 0 1\n", "utf-8")
    return tmp_path


def made(
    workspace: Path, name: str, changes: dict[str, Any], seen: set[str] | None = None
) -> dict[str, bytes]:
    values = params.parse(params.override({}, changes))
    report(
        dataset=workspace / "dataset",
        output=workspace / name / "report",
        metrics=workspace / name / "metrics.json",
        params=Recorder(values, seen) if seen is not None else values,
        workspace=workspace,
    )
    folder = workspace / name
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*")}


def test_the_files_of_a_test_set_and_both_rows(workspace: Path) -> None:
    files = made(workspace, "a", {})
    lines = {name: files[f"report/en/{name}.txt"].decode().splitlines() for name in ("source", "target")}
    assert lines == {"source": ["is it you ?", "no .", "a boat"], "target": ["no .", "then who ?", "where ?"]}
    learnt = files["report/en/train.txt"].decode().splitlines()
    assert len(learnt) == 12
    said = set(files["report/en/random.txt"].decode().splitlines())
    assert said <= {"it 's me .", "well , come in !", "no , two boats ."}
    assert files["report/zh/target.txt"].decode() == "早\n"
    rows = json.loads(files["metrics.json"])
    assert rows.keys() == {"en", "zh"}
    assert rows["en"]["target"]["bleu-1"] == 1
    assert rows["en"]["target"]["unigram-kl-div"] == 0
    assert rows["en"]["random"]["responses"] == 3
    assert rows["en"]["random"]["bleu-4"] < 0.5
    assert b"embedding" not in files["metrics.json"]
    page = files["report/report.html"].decode()
    assert all(f'<h2 id="h{number}">{tag}</h2>' in page for number, tag in ((1, "en"), (2, "zh")))
    assert made(workspace, "b", {}) == files


def test_every_parameter_does_something_and_is_declared(workspace: Path) -> None:
    before, seen = made(workspace, "before", {}), set[str]()
    made(workspace, "seen", {"testset.vectors": "vectors.txt"}, seen)
    assert seen <= declared_parameters("testset")["testset-report"]
    assert CHANGES.keys() | NAMES | {"testset.encoder"} == set(KEYS)
    for key, changes in CHANGES.items():
        assert made(workspace, key, changes) != before, key


def test_without_a_dataset_it_says_what_to_build(tmp_path: Path) -> None:
    with pytest.raises(DialogueEtlError, match="build the dataset of"):
        made(tmp_path, "a", {})
