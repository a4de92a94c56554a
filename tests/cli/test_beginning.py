"""A stage whose parameters, inputs or code change while it runs fails, and leaves no output."""

import json
import os
import shutil
from pathlib import Path

import pytest

from dialogue_etl.cli import beginning
from dialogue_etl.cli.beginning import ChangedMeanwhileError
from dialogue_etl.cli.run import run
from dialogue_etl.core import libraries
from dialogue_etl.pipeline import stages
from tests.conftest import ROOT

PLACES = {"--texts": "data/books/download/en", "--output": "data/out/en", "--metrics": "metrics/out/en.json"}
COMMAND = ["books-works", "--language", "en", *(word for pair in PLACES.items() for word in pair)]
TEXTS = Path("data/books/download/en/texts/00000-of-00001.parquet")
CODE = Path("data/code/books-works.json")
SEEN = {"files": {"one.py": ""}, "libraries": {"emoji": "2.0"}, "python": libraries.python()}


@pytest.fixture
def during(tmp_path, monkeypatch):
    """Runs a stage in a workspace; what it is given happens in the midst of its work."""
    for name in ("dvc.yaml", "params.yaml"):
        shutil.copy(ROOT / name, tmp_path)
    package = tmp_path / "package"
    package.mkdir()
    (package / "one.py").write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(beginning, "_PACKAGE", package)
    monkeypatch.setattr(libraries, "installed", lambda: {"emoji": "2.0"})
    digest = beginning._digest(package / "one.py")
    for path, text in ((TEXTS, "texts"), (CODE, json.dumps({**SEEN, "files": {"one.py": digest}}))):
        path.parent.mkdir(parents=True)
        path.write_text(text)

    def start(happens):
        def work(_self, options, **_given):
            happens()
            options["output"].mkdir(parents=True)
            (options["output"] / "rows").write_text("rows")
            options["metrics"].parent.mkdir(parents=True)
            options["metrics"].write_text("{}")

        monkeypatch.setattr(stages.Stage, "run", work)
        run(COMMAND)

    return start


def edit(key, value):
    text = Path("params.yaml").read_text()
    lines = [
        f"  {key}: {value}" if line.strip().startswith(f"{key}:") else line for line in text.splitlines()
    ]
    Path("params.yaml").write_text("\n".join(lines) + "\n")


def write_later(path, text):
    """Write a file so that its time of change is another one, however coarse the clock of the disk."""
    before = path.stat().st_mtime_ns
    path.write_text(text)
    os.utime(path, ns=(before + 1, before + 1))


def upgrade(monkeypatch):
    monkeypatch.setattr(libraries, "installed", lambda: {"emoji": "2.1"})


EDITED = Path("params.yaml")
CHANGES = {
    "a parameter": (
        lambda _: edit("similarity", 0.123),
        r"yaml: works\.similarity became 0\.123 from 0",
    ),
    "no parameter": (lambda _: edit("similarity", ""), r"params\.yaml: works\.similarity became None from 0"),
    "no YAML": (
        lambda _: Path("params.yaml").write_text("["),
        r"params\.yaml: not valid YAML: .*: it was edited",
    ),
    "no file": (lambda _: Path("params.yaml").unlink(), r"works\.similarity became nothing from 0"),
    "an input": (lambda _: write_later(TEXTS, "other"), rf"{TEXTS} changed"),
    "a further input": (lambda _: TEXTS.with_name("more").write_text(""), r"texts/more changed"),
    "an input removed": (lambda _: TEXTS.unlink(), rf"{TEXTS} changed"),
    "the code": (lambda _: Path("package/one.py").write_text("1"), r"dialogue_etl/one\.py changed"),
    "a module removed": (lambda _: Path("package/one.py").unlink(), r"dialogue_etl/one\.py changed"),
    "what `code` wrote": (lambda _: CODE.write_text("{}"), rf"{CODE} changed"),
    "a library": (upgrade, r"the library emoji \(2\.0, now 2\.1\) changed"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_while_a_stage_runs_is_named_and_no_output_stays(during, monkeypatch, change):
    happens, said = CHANGES[change]
    with pytest.raises(ChangedMeanwhileError, match=rf"^books-works: .*{said}.* while it ran.*again$"):
        during(lambda: happens(monkeypatch))
    assert not Path("data/out/en").exists()
    assert not Path("metrics/out/en.json").exists()


def other_parameter():
    edit("dialogue_gap", 7)
    CODE.write_text(CODE.read_text())  # as each `dvc repro` does
    write_later(Path("params.yaml"), Path("params.yaml").read_text())


@pytest.mark.parametrize("happens", [lambda: None, other_parameter, lambda: edit("similarity", "0.50")])
def test_what_does_not_concern_the_stage_may_change(during, happens):
    during(happens)
    assert Path("data/out/en/rows").read_text() == "rows"


def test_under_dvc_it_does_not_begin_with_other_code_than_dvc_will_record(during, monkeypatch):
    monkeypatch.setattr("dialogue_etl.workspace.parents.end_with_dvc", lambda: None)
    monkeypatch.setenv("DVC_STAGE", "books-works@en")
    during(lambda: None)
    upgrade(monkeypatch)
    with pytest.raises(ChangedMeanwhileError, match=r"emoji \(2\.0, now 2\.1\) has changed since"):
        during(lambda: pytest.fail("it did"))
