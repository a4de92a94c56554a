from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml
from dvc_airflow import publish as module
from dvc_airflow.publish import order_lock
from dvc_airflow.runs import RunError
from dvc_airflow.stage import StageError
from dvc_airflow.versions import load_version

if TYPE_CHECKING:
    from pathlib import Path

    from tests.plugins.conftest import Scratch

pytestmark = pytest.mark.slow


def test_a_plain_run_moves_the_workspace_and_a_second_is_tagged_too(scratch: Scratch) -> None:
    base = scratch.git("rev-parse", "HEAD")
    first = scratch.whole("run:1")
    assert (first.number, first.tag, first.in_workspace) == (1, "dataset/default/1", True)
    assert first.totals == {"words": 6}
    assert scratch.git("rev-parse", "HEAD^") == base
    assert scratch.git("rev-parse", "main") == scratch.git("rev-parse", "dataset/default/1^{commit}")
    assert scratch.git("status", "--porcelain") == ""
    assert (scratch.root / "data" / "package" / "index.html").read_text() == "en\nhu\n"
    assert (scratch.root / "published" / "1" / "report" / "index.html").exists()
    assert load_version(scratch.root / "published" / "1") == first
    message = scratch.git("tag", "--list", "--format=%(contents)", "dataset/default/1")
    assert "words: 6" in message
    assert "Run: run:1" in message
    assert not list(scratch.project.worktrees.iterdir())

    scratch.prepare("run:2")
    assert set(scratch.stages("run:2").values()) == {"ran", "restored from cache"}
    second = scratch.publish("run:2")
    assert (second.number, second.commit) == (2, first.commit)
    # Asked again (the task was cleared), it answers without doing it again.
    assert scratch.publish("run:2") == second


def test_a_run_with_changes_is_only_a_tag(scratch: Scratch) -> None:
    before = scratch.git("rev-parse", "HEAD")
    version = scratch.whole("changed", count=7, languages=["en"])
    assert version.changed == {"count": [3, 7], "languages": [["en", "hu"], ["en"]]}
    assert not version.in_workspace
    assert version.totals == {"words": 7}
    assert scratch.git("rev-parse", "HEAD") == before
    assert scratch.git("status", "--porcelain") == ""
    assert not (scratch.root / "data").exists()
    assert (scratch.root / "published" / "1" / "report" / "index.html").read_text() == "en\n"
    assert "count: 7  # words" in scratch.git("show", f"{version.tag}:params.yaml")
    assert "@hu" not in scratch.git("show", f"{version.tag}:dvc.lock")
    message = scratch.git("log", "-1", "--format=%B", version.tag)
    assert "count: 3 -> 7" in message


def test_the_users_edits_survive(scratch: Scratch) -> None:
    params = (scratch.root / "params.yaml").read_text().replace("count: 3", "count: 4")
    (scratch.root / "params.yaml").write_text(params)
    (scratch.root / "staged").write_text("mine")
    scratch.git("add", "staged")
    scratch.prepare()
    scratch.pretend_stages()
    later = params.replace("count: 4", "count: 5 # later")
    (scratch.root / "params.yaml").write_text(later)
    scratch.publish()
    assert (scratch.root / "params.yaml").read_text() == later
    assert scratch.git("status", "--porcelain").split() == ["M", "params.yaml", "A", "staged"]
    assert "count: 4" in scratch.git("show", "HEAD:params.yaml")
    assert "count (edited in the workspace): 4" in scratch.git("log", "-1", "--format=%B")


def test_a_branch_or_lock_that_moved_on_is_left(scratch: Scratch) -> None:
    scratch.prepare("one")
    scratch.pretend_stages("one")
    (scratch.root / "dvc.lock").write_text("mine")
    assert not scratch.publish("one").in_workspace
    assert (scratch.root / "dvc.lock").read_text() == "mine"
    (scratch.root / "dvc.lock").unlink()
    scratch.prepare("two")
    scratch.git("commit", "--allow-empty", "--quiet", "-m", "meanwhile")
    head = scratch.git("rev-parse", "HEAD")
    scratch.pretend_stages("two")
    assert not scratch.publish("two").in_workspace
    assert scratch.git("rev-parse", "HEAD") == head


def test_a_failed_run_stays_and_is_gone_on_with(scratch: Scratch) -> None:
    scratch.prepare(languages=["en"])
    worktree = scratch.project.worktree("run")
    (worktree / "fail").touch()
    with pytest.raises(StageError, match="texts-package"):
        scratch.stages()
    scratch.prepare("other")
    assert worktree.exists()
    (worktree / "fail").unlink()
    scratch.prepare(languages=["en"])
    status = scratch.stages()
    assert status["texts-words@en"] == "unchanged"
    assert scratch.publish().number == 1
    assert not worktree.exists()


def test_an_interrupted_publish_gives_no_second_number(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch.prepare()
    scratch.pretend_stages()
    with monkeypatch.context() as patch:
        patch.setattr(module, "_copy", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
        with pytest.raises(OSError, match="disk full"):
            scratch.publish()
    version = scratch.publish()
    assert version.number == 1
    assert scratch.git("tag", "--list") == "dataset/default/1"


def test_nothing_to_publish(scratch: Scratch) -> None:
    with pytest.raises(RunError, match="has no worktree"):
        scratch.publish("unknown")


def test_the_lock_is_in_the_order_of_dvc_yaml(tmp_path: Path) -> None:
    lock = tmp_path / "dvc.lock"
    entry = "\n    cmd: x\n    outs:\n    - path: {0}\n      md5: 1e2\n"
    stages = "".join(f"  {name}:{entry.format(name)}" for name in ("gone", "b@hu", "b@en", "a"))
    lock.write_text(f"schema: '2.0'\nstages:\n{stages}")
    before = yaml.safe_load(lock.read_text())
    order_lock(lock, dict.fromkeys(["a", "b@en", "b@hu", "c"]))
    after = yaml.safe_load(lock.read_text())
    assert list(after["stages"]) == ["a", "b@en", "b@hu", "gone"]
    assert after == before
