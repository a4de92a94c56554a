from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from dvc_airflow import programs
from dvc_airflow.project import Project
from dvc_airflow.runs import RunError, load_state, prepare
from dvc_airflow.yaml_files import read_yaml

if TYPE_CHECKING:
    from tests.plugins.conftest import Scratch


def test_worktree_names_are_safe_and_apart(tmp_path: Path) -> None:
    project = Project(root=tmp_path, name="texts")
    one, other = (
        project.worktree("manual__2026-01-01T00:00:00+00:00"),
        project.worktree("manual__2026-01-01T00:00:00 00:00"),
    )
    assert one != other
    assert not set(one.name) - set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-")


@pytest.mark.slow
class TestPrepare:
    def test_the_form_reaches_the_worktree_only(self, scratch: Scratch) -> None:
        programs.dvc(scratch.root, "remote", "add", "--local", "--default", "store", "../store")
        before = (scratch.root / "params.yaml").read_bytes()
        state = scratch.prepare("run:1", count=5)
        worktree = scratch.project.worktree("run:1")
        assert state.changed == {"count": [3, 5]}
        assert read_yaml(worktree / "params.yaml")["count"] == 5
        assert "# words" in (worktree / "params.yaml").read_text()
        assert (worktree / "library" / "book.txt").read_text() == "one\n"
        assert (scratch.root / "params.yaml").read_bytes() == before
        assert scratch.git("status", "--porcelain") == ""
        assert load_state(scratch.project, "run:1") == state
        # A remote in a folder is found from there.
        assert str(scratch.root.parent / "store") in programs.dvc(worktree, "remote", "list")

    def test_a_retry_begins_from_the_workspace_again(self, scratch: Scratch) -> None:
        first = scratch.prepare(count=5)
        worktree = scratch.project.worktree("run")
        (worktree / "data" / "words" / "hu").mkdir(parents=True)
        shutil.rmtree(worktree / ".dvc")
        (worktree / ".git").unlink()  # git died half-way
        (scratch.root / "note").write_text("x")
        scratch.git("add", "note")
        scratch.git("commit", "--quiet", "-m", "more")
        state = scratch.prepare(options={"preset": "small"}, languages=["en"])
        assert state.changed == {"count": [3, 2], "languages": [["en", "hu"], ["en"]]}
        assert state.commit != first.commit
        assert (worktree / "note").exists()
        assert not (worktree / "data").exists()

    def test_uncommitted_edits_are_taken_along(self, scratch: Scratch) -> None:
        text = (scratch.root / "params.yaml").read_text().replace("count: 3", "count: 4")
        (scratch.root / "params.yaml").write_text(text)
        state = scratch.prepare()
        assert state.edited == {"count": [3, 4]}
        assert state.changed == {}
        assert (scratch.project.worktree("run") / "params.yaml").read_text() == text

    def test_data_edited_without_dvc_add_is_refused(self, scratch: Scratch) -> None:
        (scratch.root / "library" / "new.txt").write_text("two\n")
        with pytest.raises(RunError, match="dvc add library"):
            scratch.prepare()

    def test_a_run_begins_from_what_it_names(self, scratch: Scratch) -> None:
        first = scratch.git("rev-parse", "HEAD")
        scratch.git("tag", "old")
        text = (scratch.root / "params.yaml").read_text()
        (scratch.root / "params.yaml").write_text(text.replace("count: 3", "count: 4"))
        scratch.git("commit", "--quiet", "--all", "-m", "four")
        (scratch.root / "params.yaml").write_text(text.replace("count: 3", "count: 5"))
        state = scratch.prepare(options={"base": "old"}, languages=["en"])
        assert (state.commit, state.base) == (first, "old")
        assert state.changed == {"languages": [["en", "hu"], ["en"]]}
        assert state.edited == {}
        assert read_yaml(scratch.project.worktree("run") / "params.yaml")["count"] == 3
        # Asked again with another base, nothing of the first is left.
        assert scratch.prepare().edited == {"count": [4, 5]}

    def test_frozen_stages_bring_their_files(self, scratch: Scratch) -> None:
        scratch.whole("first")
        with (scratch.root / "dvc.yaml").open("a") as file:
            file.write("    frozen: true\n")
        scratch.git("commit", "--quiet", "--all", "-m", "frozen")
        state = scratch.prepare("second", count=5)
        assert (state.does["texts-words@hu"], state.does["texts-package"]) == ("run", "take")
        package = scratch.project.worktree("second") / "data" / "package"
        assert (package / "index.html").read_text() == "en\nhu\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("conf", "message"),
    [
        ({"count": 13}, "count: 13 is not allowed"),
        ({"run.preset": "nope"}, "'nope' is not one of none, small"),
        ({"run.base": "nope"}, "no commit, branch or tag 'nope'"),
        ({"run.base": "--output=/tmp/x"}, "run.base: .* is not allowed"),
        ({"run.force": ["nope"]}, "'nope' is not one of code, texts-words, texts-package"),
    ],
)
def test_a_bad_value_or_option_is_refused_before_any_work(
    scratch: Scratch, conf: dict[str, object], message: str
) -> None:
    with pytest.raises((ValueError, RunError), match=message):
        scratch.prepare(**conf)  # type: ignore[arg-type]
    with pytest.raises(RunError, match="clear its `prepare` task"):
        load_state(scratch.project, "run")


def test_another_dvc_yaml_is_refused(scratch: Scratch) -> None:
    with pytest.raises(RunError, match="not the one this DAG was drawn from"):
        prepare(scratch.project, "run", {}, "0" * 64)
    with (scratch.root / "dvc.yaml").open("a") as file:
        file.write("# edited\n")
    with pytest.raises(RunError, match="not the one this DAG was drawn from"):
        scratch.prepare()
