import shutil
import subprocess
import sys

import pytest

from dialogue_etl.core import yaml_files
from tests.cli.stage_commands import commands
from tests.conftest import PER_LANGUAGE, ROOT, tree

NEEDING_NOTHING = {
    "emotions-weak",
    *("books-catalogue", "books-evaluate", "threads-ingest"),
    *("subtitles-download", "subtitles-read", "subtitles-train"),  # the rules need no model
}


@pytest.fixture(scope="module")
def params_yaml():
    """One in which pairs are on."""
    values = yaml_files.load((ROOT / "params.yaml").read_text("utf-8"))
    for section in ("book_pairs", "thread_pairs"):
        values[section]["languages"] = ["en"]
    return yaml_files.dump(values)


@pytest.fixture
def workspace(tmp_path, monkeypatch, params_yaml):
    """A folder with dvc.yaml and params.yaml, and in it."""
    shutil.copy(ROOT / "dvc.yaml", tmp_path)
    (tmp_path / "params.yaml").write_text(params_yaml)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def catalogue(command, *more):
    words = "run books-catalogue --library-folder library --output catalogue --metrics c.json"
    return command(*words.split(), *more)


def download(command, *more, language="en"):
    words = "--catalogue catalogue --library-folder library --output out --metrics m.json"
    return command("run", "books-download", "--language", language, *words.split(), *more)


def test_the_commands_of_dvc_yaml_write_what_the_stages_write(command, workspace, sample):
    values = sample.params.model_dump() | {"languages": ["en"]}
    values["book_pairs"]["languages"] = ["en"]  # the sample has none
    (workspace / "params.yaml").write_text(yaml_files.dump(values))
    for name, arguments in commands("books").items():
        if name != "books-report":
            said = command(*arguments)
            assert said.code == 0, said.err
    expected = tree(sample.folder)
    compared = set()
    for name, digest in tree(workspace).items():
        if ("/en" in name or "/catalogue" in name) and "dataset" not in name and "pairs" not in name:
            assert digest == expected[name], name
            compared.add(name.split("/")[2].removesuffix(".json"))
    assert compared == {"catalogue", *PER_LANGUAGE} - {"pairs"}
    assert list((workspace / "data/books/pairs/en/interactions").iterdir())
    assert (workspace / "data/books/dataset/README.md").is_file()


@pytest.mark.parametrize("stage", [name for name in commands() if name not in NEEDING_NOTHING])
def test_a_stage_without_its_input_says_what_to_run(command, workspace, stage):
    said = command(*commands()[stage])
    assert said.code == 1
    off = "--language en: not one of the languages in params.yaml"
    asked_for = {
        "mix-dataset": "data/books/dataset: no such dataset; build it first (dvc repro books-package)",
        "mix-report": "metrics/mix/dataset.json: no such file; run the stage that writes it first",
        "emotions-initial": "dataset: no dialogues in en; build the dataset first",
        "emotions-dataset": "dataset: no dialogues in en; build the dataset first",
        "emotions-report": "metrics/emotions/weak.json: no such file; run the stage that writes it first",
        "testset-report": "build the dataset of testset.source first",
        **dict.fromkeys(
            ("retrieval-evaluate", *(f"generative-{one}" for one in ("train", "tune", "evaluate"))), off
        ),
    }
    assert asked_for.get(stage, "no such table; run the stage that writes it first") in said.err
    assert "Traceback" not in said.err
    assert not list(workspace.glob("metrics/**/*.json"))


def test_an_unknown_language_and_no_params_yaml_are_a_sentence(command, workspace):
    said = download(command, language="xx")
    named = "--language xx: not one of the languages in params.yaml: de, en, es, hu, it, nl, pt\n"
    assert (said.code, said.err) == (1, named)
    (workspace / "params.yaml").unlink()
    said = download(command)
    missing = "params.yaml: no such file; run this in a workspace (dialogue-etl init DIR)\n"
    assert (said.code, said.err) == (1, missing)


@pytest.mark.parametrize("stage", ["books-catalogue", "threads-report"])  # one reading for all
def test_a_parameter_out_of_range_is_refused_before_anything_is_written(command, workspace, stage):
    values = yaml_files.load((workspace / "params.yaml").read_text("utf-8"))
    values["extract"]["dialogue_gap"] = -7
    (workspace / "params.yaml").write_text(yaml_files.dump(values))
    before = tree(workspace)
    said = command(*commands()[stage])
    assert said.code == 1
    assert "params.yaml: extract.dialogue_gap: -7: " in said.err
    assert "allowed: 0 to 1,000,000 characters" in said.err
    assert "Traceback" not in said.err
    assert tree(workspace) == before
    assert {path.name for path in workspace.iterdir()} == {"dvc.yaml", "params.yaml"}


def test_the_program_answers_with_a_sentence_and_no_traceback(tmp_path):
    (tmp_path / "talk.txt").write_text("“Yes.”", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "dialogue_etl", "try", "talk.txt", "--language", "xx"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("--language: 'xx' is not a language; languages with a file of their own: ")
