from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from dvc_airflow.cleaning import clear_kept, clear_shared, clear_worktrees
from dvc_airflow.locks import hold
from dvc_airflow.project import Project
from dvc_airflow.runs import RunState
from dvc_airflow.worktrees import RUNS_LOCK, lock_of, make_worktree

if TYPE_CHECKING:
    from tests.plugins.conftest import Scratch

DAYS = 7


def age(path: Path, days: float) -> None:
    os.utime(path, (time.time() - days * 86400,) * 2)


def old(scratch: Scratch, run: str, days: float) -> Path:
    folder = scratch.project.worktree(run)
    for path in (folder, folder / "dvc.lock", scratch.project.state_file(run)):
        if path.exists():
            age(path, days)
    return folder


def clear(scratch: Scratch, states: dict[str, str]) -> dict[str, str]:
    """Run to why its worktree went."""
    removed = clear_worktrees(scratch.project, lambda run: states.get(run, "not started"), DAYS)
    pairs = (line.split(": ") for line in removed)
    return {path.split("--")[1].rsplit("-", 1)[0]: why for path, why in pairs}


def all_in(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_worktrees_go_by_what_became_of_their_runs(scratch: Scratch) -> None:
    runs = ("active", "queued", "new", "worked", "failed", "unknown", "forgotten", "done")
    for run in runs:
        make_worktree(scratch.project, run, "HEAD")
        RunState(run_id=run, variant="v", base="", commit="", branch=None).save(scratch.project)
    for run in ("active", "queued", "worked", "failed", "forgotten"):
        old(scratch, run, DAYS + 1)
    (scratch.project.worktree("worked") / "dvc.lock").write_text("")
    (foreign := scratch.project.worktrees / "other--run-12345678").mkdir()
    over = dict.fromkeys(("new", "worked", "failed"), "failed")
    assert clear(scratch, {**over, "active": "running", "queued": "queued", "done": "success"}) == {
        "failed": "its run failed",
        "forgotten": "Airflow does not know its run",
        "done": "its run is over",
    }
    kept = {scratch.project.worktree(run).name for run in ("active", "queued", "new", "worked", "unknown")}
    assert {path.name for path in scratch.project.worktrees.glob("texts--*/")} == kept
    assert all(name in scratch.git("worktree", "list") for name in kept)
    assert scratch.git("worktree", "list").count("\n") == len(kept)
    assert not scratch.project.state_file("failed").exists()
    assert foreign.exists()


@pytest.mark.slow
def test_what_a_published_run_left_goes_at_once_unless_a_task_is_at_work(scratch: Scratch) -> None:
    scratch.prepare("run")
    scratch.pretend_stages("run")
    scratch.publish("run")
    folder = scratch.project.worktree("run")
    folder.mkdir(parents=True)
    (folder / "left").write_text("over")
    with hold(lock_of(scratch.project, folder), shared=True):
        assert clear(scratch, {}) == {}
    assert clear(scratch, {}) == {"run": "its run is published, or never began"}
    assert not folder.exists()


def cached(scratch: Scratch) -> set[str]:
    files = scratch.root / ".dvc" / "cache" / "files"
    return {path.parent.name + path.name for path in files.rglob("*") if path.is_file()}


@pytest.mark.slow
@pytest.mark.long
def test_cache_goes_that_no_tag_and_no_worktree_needs(scratch: Scratch) -> None:
    first = scratch.whole("first", {"variant": "first"}, count=1)
    scratch.prepare("failed", {"variant": "failed"}, count=2)
    scratch.stages("failed")
    second = scratch.whole("second", {"variant": "second"}, languages=["en"], count=4)
    everything = cached(scratch)
    assert clear_shared(scratch.project, lambda: 0, cache=True) == ""
    assert cached(scratch) == everything

    scratch.git("tag", "--delete", second.tag)
    assert clear_shared(scratch.project, lambda: 0, cache=True) == ""
    left = cached(scratch)
    assert left < everything
    assert {md5.removesuffix(".dir") for md5 in first.outs.values()} <= {
        name.removesuffix(".dir") for name in left
    }
    assert scratch.stages("failed")["texts-package"] == "unchanged"

    assert list(clear_worktrees(scratch.project, lambda _: "failed", 0))
    assert clear_shared(scratch.project, lambda: 0, cache=True) == ""
    assert cached(scratch) < left
    # What the run cache still promises is found missing, and the stage runs.
    assert scratch.whole("again", {"variant": "second"}, languages=["en"], count=4).outs == second.outs


@pytest.mark.slow
def test_nothing_shared_goes_while_a_run_is_active_or_dvc_is_at_work(scratch: Scratch) -> None:
    assert clear_shared(scratch.project, lambda: 2, cache=True) == "2 runs are queued or running"
    with hold(scratch.project.locks / RUNS_LOCK, shared=True):
        assert clear_shared(scratch.project, lambda: 0, cache=True) == "a task of a run is at work"
    (scratch.root / "dvc.yaml").write_text("stages: [broken")
    assert "gc --force" in clear_shared(scratch.project, lambda: 0, cache=True)


def test_only_locks_that_nobody_holds_go(tmp_path: Path) -> None:
    project = Project(root=tmp_path, name="p")
    for name in ("old.lock", "stages/key.lock", "held.lock", RUNS_LOCK):
        (project.locks / name).parent.mkdir(parents=True, exist_ok=True)
        (project.locks / name).touch()
    with hold(project.locks / "held.lock", shared=True):
        assert clear_shared(project, lambda: 0, cache=False) == ""
    assert all_in(project.locks) == {"held.lock", RUNS_LOCK}


def test_what_can_be_made_again_goes_when_it_was_not_written_to(tmp_path: Path) -> None:
    for name, days in (("old", 8), ("used", 8), ("new", 1)):
        (tmp_path / name / "deep").mkdir(parents=True)
        for path in (tmp_path / name / "deep", tmp_path / name):
            age(path, days)
    (tmp_path / "used" / "deep" / "checkpoint").touch()
    os.utime(tmp_path / "used" / "deep", (0, 0))
    (tmp_path / "stray").touch()
    os.utime(tmp_path / "stray", (0, 0))
    said = [*clear_kept([tmp_path, tmp_path / "nowhere"], 7)]
    assert said == [f"{tmp_path / name}: not written to for 7 days" for name in ("old", "stray")]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "used"]
