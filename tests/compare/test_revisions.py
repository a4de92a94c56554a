import subprocess
from functools import partial

import pytest

from dialogue_etl.compare import revisions
from dialogue_etl.compare.revisions import RevisionError
from dialogue_etl.core import yaml_files
from dialogue_etl.workspace import programs
from tests.compare.versions_made import commit, git


def refused(root, before, after):
    with pytest.raises(RevisionError) as error:
        revisions.pair(root, before, after)
    return str(error.value)


def test_a_version_that_does_not_exist_is_a_sentence_with_those_that_do(two):
    git(two, "tag", "dataset/default/1", "one")
    said = refused(two, "nine", "two")
    assert said.startswith("nine: no tag, branch or commit of")
    assert said.endswith("the last versions are dataset/default/1")


@pytest.mark.parametrize("name", ["-x", "--output=x", "", " ", "a\nb", "a\0b"])
def test_what_is_no_name_does_not_reach_git(two, name, monkeypatch):
    monkeypatch.setattr(programs, "git", lambda *said: pytest.fail(f"called with {said}"))
    assert "is not a version" in refused(two, name, "two")


@pytest.mark.parametrize(
    "name", ["$(touch x)", "a;touch x", "HEAD:dvc.lock", "two^{tree}", "..", "one..two", "@{-1}"]
)
def test_no_shell_and_nothing_but_commits(two, name):
    assert "no tag, branch or commit" in refused(two, name, "two")
    assert not (two / "x").exists()


def test_the_same_version_twice_is_refused(two):
    git(two, "tag", "again", "two")
    assert refused(two, "two", "again").startswith("two and again are both commit ")
    assert refused(two, ".", ".") == ". and . are both the workspace: name two versions"


def test_a_version_without_a_lock_file_or_with_a_damaged_one_is_a_sentence(two):
    git(two, "rm", "-q", "--cached", "dvc.lock")
    git(two, "commit", "-q", "-m", "none")
    assert "git add dvc.lock" in refused(two, "HEAD", "two")
    (two / "dvc.lock").unlink()
    assert "run `dvc repro`" in refused(two, ".", "two")
    for text, what in (("a: [", "is not valid YAML"), ("- a", "has unexpected content")):
        (two / "dvc.lock").write_text(text, "utf-8")
        assert what in refused(two, "two", ".")
    (two.parent / "plain").mkdir()
    assert "is not a git repository" in refused(two.parent / "plain", "one", "two")


def test_a_workspace_below_the_top_of_its_repository(two, tmp_path, monkeypatch):
    inner = tmp_path / "outer" / "ws"
    inner.mkdir(parents=True)
    for name in ("dvc.lock", "params.yaml", "dvc.yaml"):
        (inner / name).write_bytes((two / name).read_bytes())
    git(inner.parent, "init", "-q")
    git(inner, "config", "user.email", "a@b.c")
    git(inner, "config", "user.name", "A")
    commit(inner, "one")
    one, other = revisions.pair(inner, "one", ".")
    assert one.outs == other.outs


def test_values_are_read_as_dvc_writes_them(two):
    """YAML 1.2: `off` is a text and `2e-05` a number, however params.yaml has them."""
    text = (two / "dvc.lock").read_text("utf-8")
    more = "  books-x:\n    params:\n      params.yaml:\n        rules: {emoji: off}\n        rate: 2e-05\n"
    (two / "dvc.lock").write_text(text.replace("stages:\n", f"stages:\n{more}"), "utf-8")
    values = yaml_files.load((two / "params.yaml").read_text("utf-8"))
    values |= {"rules": {**values.get("rules", {}), "emoji": "off"}, "rate": 0.00002}
    (two / "params.yaml").write_text(yaml_files.dump(values), "utf-8")
    _, now = revisions.pair(two, "one", ".")
    assert now.built_with["rules.emoji"] == "off"
    assert now.edited() == []


def test_versions_of_the_same_second_are_listed_by_number(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z")
    identity = ("-c", "user.name=A", "-c", "user.email=a@localhost")
    run = partial(subprocess.run, cwd=tmp_path, check=True, capture_output=True)
    run(["git", "init", "--quiet"])
    run(["git", *identity, "commit", "--quiet", "--allow-empty", "-m", "one"])
    for number in (1, 10, 2):
        run(["git", *identity, "tag", "--annotate", f"dataset/own/{number}", "-m", "a version"])
    assert revisions.tags(tmp_path) == ["dataset/own/10", "dataset/own/2", "dataset/own/1"]
