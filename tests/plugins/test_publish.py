from __future__ import annotations

import errno
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from dvc_airflow import programs
from dvc_airflow import publish as module
from dvc_airflow.programs import ProgramError
from dvc_airflow.restoring import restore
from dvc_airflow.runs import RunError
from dvc_airflow.stage import StageError
from dvc_airflow.versions import Version

from dialogue_etl.core import yaml_files
from tests.conftest import tree
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
    assert (scratch.root / "published" / "default" / "1" / "report" / "index.html").exists()
    assert Version.load(scratch.root / "published" / "default" / "1") == first
    message = scratch.git("tag", "--list", "--format=%(contents)", "dataset/default/1")
    assert "words: 6" in message
    assert "Link: http://localhost/runs/run:1" in message
    assert message.splitlines()[-1] == "Run: run:1"
    assert [path.name for path in scratch.project.worktrees.iterdir()] == [".locks"]

    scratch.prepare("run:2")
    assert set(scratch.stages("run:2").values()) == {"ran", "restored from cache"}
    second = scratch.publish("run:2")
    assert (second.number, second.commit) == (2, first.commit)
    # Asked again (the task was cleared), it answers without doing it again.
    assert scratch.publish("run:2") == second

    # Without its folder the pages of a version come from git and DVC's cache again, while it has its tag.
    published = scratch.project.published
    before = tree(published)
    shutil.rmtree(published / "default" / "1")
    assert list(restore(scratch.root, published)) == ["default/1"]
    assert tree(published) == before
    shutil.rmtree(published / "default" / "1")
    scratch.git("tag", "--delete", "dataset/default/1")
    assert list(restore(scratch.root, published)) == []


def test_a_version_has_nothing_of_another_dataset_and_the_branch_keeps_it(scratch: Scratch) -> None:
    with (scratch.root / "dvc.yaml").open("a") as file:
        file.write("  other-words:\n    cmd: echo\n    deps: [data/code]\n    outs: [data/other]\n")
    scratch.git("commit", "--quiet", "--all", "-m", "another dataset")
    texts = Scratch(replace(scratch.project, prefix="texts-"))
    texts.prepare()
    lock = texts.project.worktree("run") / "dvc.lock"
    entries = {name: {"cmd": name, "outs": []} for name in ("code", "other-words", "texts-package")}
    entries["other-words"]["outs"] = [{"path": "data/other", "md5": "0" * 32}]
    lock.write_text(yaml_files.dump({"schema": "2.0", "stages": entries}))
    version = texts.publish()

    def stages(revision: str) -> set[str]:
        return set(yaml_files.load(scratch.git("show", f"{revision}:dvc.lock"))["stages"])

    assert stages(version.tag) == {"code", "texts-package"}
    assert stages("main") == set(entries)
    assert (version.outs, version.dag) == ({}, "texts")
    assert scratch.git("rev-parse", f"{version.tag}^{{commit}}^") == scratch.git("rev-parse", "main")
    assert scratch.git("status", "--porcelain") == ""
    # Its variant cannot be continued by another dataset.
    with pytest.raises(RunError, match="default are datasets of texts"):
        Scratch(replace(scratch.project, name="other")).prepare("second")


def test_a_run_with_changes_is_only_a_tag(scratch: Scratch) -> None:
    before = scratch.git("rev-parse", "HEAD")
    version = scratch.whole("changed", count=7, languages=["en"])
    assert version.changed == {"count": [3, 7], "languages": [["en", "hu"], ["en"]]}
    assert not version.in_workspace
    assert version.totals == {"words": 7}
    assert scratch.git("rev-parse", "HEAD") == before
    assert scratch.git("status", "--porcelain") == ""
    assert not (scratch.root / "data").exists()
    assert (scratch.root / "published" / "default" / "1" / "report" / "index.html").read_text() == "en\n"
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
    assert "count (edited in the workspace): 3 -> 4" in scratch.git("log", "-1", "--format=%B")


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
    assert worktree.exists()
    scratch.prepare(languages=["en"])  # a person cleared the whole run
    assert scratch.stages()["texts-words@en"] == "restored from cache"
    assert scratch.publish().number == 1
    assert not worktree.exists()


def test_an_interrupted_publish_gives_no_second_number(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch.prepare()
    scratch.pretend_stages()
    with monkeypatch.context() as patch:
        full = OSError(errno.ENOSPC, "No space left")
        patch.setattr(module, "_copy", lambda *_: (_ for _ in ()).throw(full))
        with pytest.raises(OSError, match="No space left"):
            scratch.publish()
    version = scratch.publish()
    assert version.number == 1
    assert scratch.git("tag", "--list") == "dataset/default/1"


def test_runs_published_at_once_get_a_number_each_and_variants_their_own(scratch: Scratch) -> None:
    before = scratch.git("rev-parse", "HEAD")
    for run, variant in (("1", "wide"), ("2", "narrow"), ("3", "wide")):
        scratch.prepare(run, {"variant": variant})
        scratch.pretend_stages(run)
    with ThreadPoolExecutor(3) as pool:
        versions = list(pool.map(scratch.publish, "123"))
    tags = sorted(version.tag for version in versions)
    assert tags == ["dataset/narrow/1", "dataset/wide/1", "dataset/wide/2"]
    assert scratch.git("tag", "--list").splitlines() == tags
    assert not any(version.in_workspace for version in versions)
    assert scratch.git("rev-parse", "HEAD") == before
    with pytest.raises(RunError, match="has no worktree"):
        scratch.publish("unknown")


@pytest.mark.long
def test_a_remote_gets_the_data_before_the_tag(scratch: Scratch, tmp_path: Path) -> None:
    programs.dvc(scratch.root, "remote", "add", "--default", "store", str(tmp_path / "file"))
    (tmp_path / "file").write_text("where the remote's folder should be")
    scratch.prepare(options={"variant": "v"})
    scratch.stages()
    with pytest.raises(ProgramError, match="push --run-cache"):
        scratch.publish()
    assert scratch.git("tag", "--list") == ""
    (tmp_path / "file").unlink()
    version = scratch.publish()
    clone = tmp_path / "clone"
    programs.git(tmp_path, "clone", "--quiet", "--branch", version.tag, str(scratch.root), str(clone))
    programs.dvc(clone, "remote", "add", "--default", "store", str(tmp_path / "file"), "--local")
    programs.dvc(clone, "pull", "--run-cache")
    assert (clone / "data" / "package" / "index.html").read_text() == "en\nhu\n"
    assert list((clone / ".dvc" / "cache" / "runs").iterdir())


def test_a_value_is_only_a_value(scratch: Scratch) -> None:
    nasty = "$(touch hit) `touch hit`; ${count} {{ 1 }} ../x # - [a: 'b\"\nRun: other\n%(x)s"
    scratch.prepare(options={"variant": "v"}, title=nasty)
    scratch.pretend_stages()
    version = scratch.publish()
    shown = yaml_files.load(scratch.git("show", f"{version.tag}:params.yaml"))
    assert shown == {"languages": ["en", "hu"], "count": 3, "title": nasty}
    assert Version.load(scratch.root / "published" / "v" / "1") == version
    assert version.changed == {"title": [None, nasty]}
    message = scratch.git("tag", "--list", "--format=%(contents)", version.tag).splitlines()
    assert [line for line in message if line.startswith("Run:")] == ["Run: run"]
    assert not list(scratch.root.rglob("hit"))
