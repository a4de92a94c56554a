import json
import shutil
import subprocess

import pytest

from dialogue_etl.evaluation.folder import GoldFolderError, located, texts, write_manifest
from tests.evaluation.texts import Said, annotated, write

TEXT = annotated(Said("Yes.", "Ann", ("Bob",)))


def manifest(folder, path):
    write_manifest(path, folder)
    return json.loads(path.read_text("utf-8"))


def test_an_empty_parameter_is_off(tmp_path):
    assert located("", tmp_path) is None
    assert manifest(None, tmp_path / "gold.json") == {"off": True}


@pytest.mark.parametrize("absolute", [False, True])
def test_the_folder_is_absolute_or_in_the_workspace(tmp_path, absolute):
    write(tmp_path / "gold", TEXT)
    assert located(str(tmp_path / "gold") if absolute else "gold", tmp_path) == tmp_path / "gold"


@pytest.mark.parametrize(
    ("name", "reason"), [("none", "no such folder"), ("file", "is a file"), ("empty", "no annotated text")]
)
def test_a_folder_without_texts_names_key_value_and_what_is_allowed(tmp_path, name, reason):
    (tmp_path / "empty" / "sub").mkdir(parents=True)
    (tmp_path / "file").touch()
    with pytest.raises(GoldFolderError) as error:
        located(name, tmp_path)
    said = str(error.value)
    assert said.startswith(f"evaluation.gold: '{name}': {reason}")
    assert "allowed: nothing (off), or a folder" in said
    assert "text.txt, gold.jsonl, meta.json" in said


def test_in_a_worktree_an_untracked_folder_is_that_of_the_repository(tmp_path):
    main = tmp_path / "main"
    write(main / "gold", TEXT)
    git = ("git", "-c", "user.name=x", "-c", "user.email=x@localhost", "-c", "commit.gpgsign=false", "-C")
    subprocess.run([*git, main, "init", "-q"], check=True)
    subprocess.run([*git, main, "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    subprocess.run([*git, main, "worktree", "add", "-q", "--detach", tmp_path / "run"], check=True)
    assert located("gold", tmp_path / "run").resolve() == (main / "gold").resolve()
    shutil.copytree(main / "gold", tmp_path / "run" / "gold")
    assert located("gold", tmp_path / "run") == tmp_path / "run" / "gold"


def test_texts_are_found_also_where_a_file_is_missing(tmp_path):
    whole = write(tmp_path, TEXT)
    for name in ("text.txt", "gold.jsonl"):
        lacking = tmp_path / "own" / f"without {name}"
        shutil.copytree(whole, lacking)
        (lacking / name).unlink()
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "README.md").touch()
    assert list(texts(tmp_path)) == ["own/text", "own/without gold.jsonl", "own/without text.txt"]


def test_the_manifest_changes_with_the_texts_and_with_nothing_else(tmp_path):
    folder, path = tmp_path / "gold", tmp_path / "gold.json"
    at = write(folder, TEXT)
    before = manifest(folder, path)
    assert set(before["texts"]["own/text"]) == {"text.txt", "gold.jsonl", "meta.json"}
    (folder / "README.md").write_text("x")
    (at / "notes.txt").write_text("x")
    assert manifest(folder, path) == before
    shutil.copytree(folder, tmp_path / "elsewhere")
    assert manifest(tmp_path / "elsewhere", path) == before
    (at / "gold.jsonl").write_text("")
    assert manifest(folder, path) != before
    (at / "gold.jsonl").unlink()
    assert manifest(folder, path)["texts"]["own/text"]["gold.jsonl"] is None
