from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from dvc_airflow.changes import read
from dvc_airflow.project import Project
from dvc_airflow.runs import KEPT_UNFINISHED, RunError, load_state, prepare

if TYPE_CHECKING:
    from pathlib import Path

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
        before = (scratch.root / "params.yaml").read_bytes()
        state = scratch.prepare("run:1", count=5)
        worktree = scratch.project.worktree("run:1")
        assert state.changed == {"count": [3, 5]}
        assert read(worktree / "params.yaml")["count"] == 5
        assert "# words" in (worktree / "params.yaml").read_text()
        assert (worktree / "library" / "book.txt").read_text() == "one\n"
        assert (scratch.root / "params.yaml").read_bytes() == before
        assert scratch.git("status", "--porcelain") == ""
        assert load_state(scratch.project, "run:1") == state

    def test_a_retry_begins_from_the_workspace_again(self, scratch: Scratch) -> None:
        scratch.prepare(count=5)
        worktree = scratch.project.worktree("run")
        (worktree / "data").mkdir()
        state = scratch.prepare(preset="small")
        assert state.changed == {"count": [3, 2]}
        assert (worktree / "data").exists()
        shutil.rmtree(scratch.project.worktree("run") / ".dvc")
        (worktree / ".git").unlink()  # git died half-way
        assert scratch.prepare().changed == {}

    def test_a_retry_follows_a_new_commit(self, scratch: Scratch) -> None:
        first = scratch.prepare()
        (scratch.root / "note").write_text("x")
        scratch.git("add", "note")
        scratch.git("commit", "--quiet", "-m", "more")
        assert scratch.prepare().base != first.base
        assert (scratch.project.worktree("run") / "note").exists()

    def test_uncommitted_edits_are_taken_along(self, scratch: Scratch) -> None:
        text = (scratch.root / "params.yaml").read_text().replace("count: 3", "count: 4")
        (scratch.root / "params.yaml").write_text(text)
        state = scratch.prepare()
        assert state.uncommitted == {"count": [3, 4]}
        assert state.changed == {}
        assert (scratch.project.worktree("run") / "params.yaml").read_text() == text

    def test_deselected_languages_leave_nothing(self, scratch: Scratch) -> None:
        scratch.prepare()
        left = scratch.project.worktree("run") / "data" / "words" / "hu"
        left.mkdir(parents=True)
        scratch.prepare(languages=["en"])
        assert not left.exists()

    def test_data_edited_without_dvc_add_is_refused(self, scratch: Scratch) -> None:
        (scratch.root / "library" / "new.txt").write_text("two\n")
        with pytest.raises(RunError, match="dvc add library"):
            scratch.prepare()

    def test_published_worktrees_go_and_some_failed_ones_stay(self, scratch: Scratch) -> None:
        worktrees = scratch.project.worktrees
        worktrees.mkdir()
        for number in range(KEPT_UNFINISHED + 2):
            folder = worktrees / f"texts--old{number}"
            folder.mkdir()
            folder.with_name(f"{folder.name}.json").write_text("{}")
            os.utime(folder, (number, number))
        (worktrees / "texts--published").mkdir()
        (worktrees / "others--run").mkdir()
        scratch.prepare()
        left = {path.name for path in worktrees.iterdir() if path.is_dir()}
        kept = {f"texts--old{n}" for n in (2, 3, 4)}
        assert left == {*kept, "others--run", scratch.project.worktree("run").name}


@pytest.mark.parametrize(
    ("conf", "message"),
    [
        ({"count": 13}, "count: 13 is not allowed"),
        ({"preset": "nope"}, "'nope' is not one of none, small"),
    ],
)
def test_a_bad_value_is_refused_before_any_work(
    scratch: Scratch, conf: dict[str, object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        scratch.prepare(**conf)
    assert not scratch.project.worktrees.exists()


def test_another_dvc_yaml_is_refused(scratch: Scratch) -> None:
    with pytest.raises(RunError, match="not the committed one"):
        prepare(scratch.project, "run", {}, "0" * 64)
    with (scratch.root / "dvc.yaml").open("a") as file:
        file.write("# edited\n")
    with pytest.raises(RunError, match="not the committed one"):
        scratch.prepare()


def test_a_run_that_was_never_prepared(scratch: Scratch) -> None:
    with pytest.raises(RunError, match="clear its `prepare` task"):
        load_state(scratch.project, "unknown")
