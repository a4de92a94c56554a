import json
import shutil

import pytest

from dialogue_etl import params
from dialogue_etl.core import yaml_files
from dialogue_etl.workspace import programs
from tests.cli.stage_commands import commands
from tests.conftest import ROOT
from tests.sources.threads.building import chain, lines

SAID = ["Who has the key?", "I have it :smile: here", "@bob give it to her", "Why?"]
TALK = lines(chain("a", *SAID))


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    """A folder with params.yaml, for English alone, and in it."""
    for name in ("dvc.yaml", "params.yaml"):
        shutil.copy(ROOT / name, tmp_path / name)
    values = yaml_files.load((tmp_path / "params.yaml").read_text("utf-8"))
    for section in (values, values["threads"], values["thread_pairs"]):
        section["languages"] = ["en"]
    values["threads"]["source"] = "sample"
    (tmp_path / "params.yaml").write_text(yaml_files.dump(values), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def changed(workspace, key, value):
    values = params.override(params.read_values(workspace / "params.yaml"), {key: value})
    (workspace / "params.yaml").write_text(yaml_files.dump(values), "utf-8")


def test_a_dump_is_added_and_read(command, workspace, monkeypatch):
    monkeypatch.setattr(programs, "track", lambda root, folder: None)
    (workspace / "dump.jsonl").write_text(TALK, "utf-8")
    changed(workspace, "threads.source", "corpora")
    given = ("--name", "talk", "--format", "tree", "--language", "en", "--rights", "CC0-1.0")
    said = command("threads", "add", "dump.jsonl", *given)
    assert (said.code, said.err) == (0, "")
    assert "talk: tree, en, CC0-1.0; 1 file" in said.out
    assert command(*commands("threads")["threads-ingest"]).code == 0
    metrics = json.loads((workspace / "metrics/threads/ingest/en.json").read_text("utf-8"))
    assert (metrics["corpora"], metrics["threads"], metrics["comments"]) == (1, 1, 4)
