import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from dialogue_etl.workspace import programs
from dialogue_etl.workspace.create import create
from dialogue_etl.workspace.params_file import set_values
from tests.compare import versions_made
from tests.compare.versions_made import forget
from tests.targets import BOOKS


@pytest.fixture(scope="module")
def made(sample, tmp_path_factory):
    """A workspace of two versions, the second of fewer languages."""
    folder = tmp_path_factory.mktemp("versions")
    root = versions_made.workspace(folder / "ws")
    less = sample.copied(folder / "less", {"languages": ["de", "en"], "extract.dialogue_gap": 250})
    for build, tag in ((sample, "one"), (less.run("extract", "postfilter", "split"), "two")):
        versions_made.build_version(root, build)
        versions_made.commit(root, tag)
    (root / "inside").mkdir()
    return root


@pytest.fixture
def two(made, monkeypatch):
    versions_made.enter(made, monkeypatch)
    return made


def test_text_json_and_page_tell_of_the_same_and_without_a_second_version_it_is_the_workspace(
    command, two, monkeypatch
):
    plain = json.loads(command("diff", "one", "two", "--json").out)
    said = command("diff", "one", "two")
    assert said.code == 0
    assert f"{plain['dialogues']['removed'][0]}  in a language that is not selected" in said.out
    monkeypatch.chdir(two / "inside")
    written = command("diff", "one", "--page", "page.html", "--json")
    assert written.code == 0
    of_workspace = json.loads(written.out)
    assert of_workspace["after"] == {"name": "workspace", "commit": ""}
    assert of_workspace["dialogues"] == plain["dialogues"]
    page = Path("page.html").read_text("utf-8")
    for language in plain["languages"]:
        assert all(book["id"] in page for listed in language["documents"].values() for book in listed)


def test_missing_files_are_named_with_the_command_that_brings_them(command, made, tmp_path, monkeypatch):
    two = shutil.copytree(made, tmp_path / "ws")
    versions_made.enter(two, monkeypatch)
    forget(two, "data/books/postfilter/en")
    said = command("diff", "one", "two")
    assert said.code == 1
    assert "bring them: git checkout -q --detach two && { dvc fetch; " in said.err


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A real workspace, whose two versions `dvc repro` has built, with a remote that has them."""
    root = create(tmp_path_factory.mktemp("real") / "ws", "sample")
    programs.dvc(root, "remote", "add", "--default", "away", str(root.parent / "away"))
    for tag, values in (
        ("one", {"languages": ["de", "en", "nl"]}),
        ("two", {"languages": ["de", "en"], "extract": {"dialogue_gap": 250}}),
    ):
        set_values(root / "params.yaml", values)
        programs.dvc(root, "repro", *BOOKS)
        programs.git(root, "add", "--all")
        programs.git(root, "commit", "--quiet", "--message", tag)
        programs.git(root, "tag", tag)
        programs.dvc(root, "push")
    return root


def run(root, *arguments):
    command = [programs.find_program("dialogue-etl"), "diff", *arguments]
    env = {**os.environ, **programs.environment()}
    return subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.long
def test_versions_that_dvc_built(built):
    said = run(built, "one", "two", "--json")
    assert said.returncode == 0, said.stderr
    found = json.loads(said.stdout)
    assert {change["key"] for change in found["params"]} == {"languages", "extract.dialogue_gap"}
    languages = {language["language"]: language for language in found["languages"]}
    assert set(languages) == {"de", "en", "nl"}
    assert set(languages["nl"]["dialogues"]) == {"removed"}
    before, after = languages["de"]["dialogues"]["split"]
    assert after > before
    report = json.loads((built / "metrics/books/report.json").read_text("utf-8"))["total"]
    assert sum(after for _, after in found["dialogues"].values()) == report["dialogues"]
    assert found["code"] == found["notes"] == []


@pytest.mark.slow
@pytest.mark.long
def test_a_clone_brings_what_it_lacks_with_the_named_commands(built, tmp_path):
    clone = tmp_path / "clone"
    programs.git(tmp_path, "clone", "--quiet", str(built), "clone")
    for tag in ("one", "two"):
        lacking = run(clone, "one", "two")
        assert (lacking.returncode, lacking.stderr.partition(":")[0]) == (1, tag)
        command = lacking.stderr.strip().partition("bring them: ")[2]
        env = {**os.environ, **programs.environment()}
        subprocess.run(command, shell=True, cwd=clone, env=env, check=True, capture_output=True)
    assert run(clone, "one", "two", "--json").stdout == run(built, "one", "two", "--json").stdout
    assert programs.git(clone, "status", "--porcelain") == ""
    assert not (clone / "data").exists()
