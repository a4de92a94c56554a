"""The stage `books-evaluate`, and the check before any work."""

import json
import shutil

import pytest

from dialogue_etl.core import yaml_files
from tests.conftest import ROOT

GOLD = ROOT / "tests" / "evaluation" / "annotated"


@pytest.fixture
def params(tmp_path, monkeypatch):
    """Writes a params.yaml with a value of the parameter into the working directory."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "dvc.yaml", tmp_path)

    def write(gold):
        (tmp_path / "params.yaml").write_text(yaml_files.dump({"evaluation": {"gold": str(gold)}}), "utf-8")
        return tmp_path

    return write


def evaluate(command):
    return command("run", "books-evaluate", "--output", "out", "--metrics", "m.json")


@pytest.mark.parametrize("stage", ["code", "evaluate"])
def test_a_folder_that_is_not_there_is_refused_before_anything_is_written(command, params, stage):
    folder = params("nowhere")
    said = evaluate(command) if stage == "evaluate" else command("code", "--output", "code")
    assert said.code == 1
    assert said.err.startswith("evaluation.gold: 'nowhere': no such folder; allowed: nothing (off), or ")
    assert not [path for path in folder.iterdir() if path.name in {"out", "m.json", "code"}]


def test_code_writes_what_stands_for_the_texts(command, params):
    folder = params(GOLD)
    assert command("code", "--output", "code").code == 0
    assert list(json.loads((folder / "code" / "gold.json").read_text("utf-8"))["texts"]) == ["own/ferry"]
    params("")
    assert command("code", "--output", "code").code == 0
    assert json.loads((folder / "code" / "gold.json").read_text("utf-8")) == {"off": True}
