from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest
import yaml
from dvc_airflow import programs
from dvc_airflow.graph import Stage
from dvc_airflow.mending import begin_anew, mend
from dvc_airflow.stage import StageProcess

if TYPE_CHECKING:
    from pathlib import Path

OUT = {"path": "data/x", "hash": "md5", "md5": "0" * 32, "size": 1}


def lock_text(*names: str) -> str:
    stages = {name: {"cmd": f"make {name}", "outs": [OUT, OUT]} for name in names}
    return yaml.safe_dump({"schema": "2.0", "stages": stages}, sort_keys=False)


@pytest.fixture
def worktree(tmp_path: Path) -> Path:
    (tmp_path / ".dvc" / "tmp").mkdir(parents=True)
    return tmp_path


def test_a_folder_no_dvc_was_run_in_stays_as_it_is(tmp_path: Path) -> None:
    mend(tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_lock_file_cut_short_anywhere_is_as_it_was_before(worktree: Path) -> None:
    lock = worktree / "dvc.lock"
    before, after = lock_text("one", "two"), lock_text("one", "two", "three")
    for cut in range(len(after)):
        begin_anew(worktree)
        lock.write_text(before)
        mend(worktree)
        lock.write_text(after[:cut])
        mend(worktree)
        assert lock.read_text() in {before, after[:cut]}
        if lock.read_text() != before:  # cut at the end of a line: what DVC will take for another stage
            stages = yaml.safe_load(lock.read_text())["stages"]
            assert [stages[name]["outs"] for name in ("one", "two")] == [[OUT, OUT]] * 2
            assert all(out["path"] for out in stages.get("three", {}).get("outs", ()))
    lock.write_text(after)
    mend(worktree)
    lock.write_text("")
    mend(worktree)
    assert lock.read_text() == after


def test_a_lock_file_cut_short_in_the_beginning_is_removed(worktree: Path) -> None:
    (worktree / "dvc.lock").write_text(lock_text("one")[:-20])
    mend(worktree)
    assert not (worktree / "dvc.lock").exists()
    mend(worktree)


def test_a_run_that_begins_again_may_have_fewer_stages(worktree: Path) -> None:
    (worktree / "dvc.lock").write_text(lock_text("one", "two"))
    mend(worktree)
    begin_anew(worktree)
    (worktree / "dvc.lock").write_text(lock_text("one"))
    mend(worktree)
    assert (worktree / "dvc.lock").read_text() == lock_text("one")


@pytest.mark.parametrize("text", ["", "[]", "null", '{"write": {"/x": {"pid": 1', "{}"])
def test_a_list_of_holders_cut_short_is_empty(worktree: Path, text: str) -> None:
    path = worktree / ".dvc/tmp/rwlock"
    path.write_text(text)
    mend(worktree)
    assert json.loads(path.read_text()) == {"read": {}, "write": {}}


def test_holders_are_those_that_are_a_dvc_still(worktree: Path) -> None:
    (worktree / "dvc").write_text("import time; print(flush=True); time.sleep(60)")
    command = [sys.executable, str(worktree / "dvc")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        dvc, other = ({"pid": pid, "cmd": "dvc repro"} for pid in (process.pid, os.getpid()))
        path = worktree / ".dvc/tmp/rwlock"
        path.write_text(
            json.dumps({"write": {"/a": dvc, "/b": other}, "read": {"/a": [other], "/c": [other, dvc]}})
        )
        mend(worktree)
        assert json.loads(path.read_text()) == {"read": {"/c": [dvc]}, "write": {"/a": dvc}}
        process.kill()


def test_it_waits_while_a_dvc_holds_the_repository(worktree: Path) -> None:
    # A lock file that is just being written looks as if it were cut short.
    code = (
        "import zc.lockfile, sys; lock = zc.lockfile.LockFile('.dvc/tmp/lock')\n"
        "print(flush=True); sys.stdin.read()"
    )
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code], cwd=worktree, **pipes) as dvc:
        assert dvc.stdout
        dvc.stdout.readline()
        (worktree / "dvc.lock").write_text("")
        mending = threading.Thread(target=mend, args=(worktree,))
        mending.start()
        mending.join(0.5)
        assert mending.is_alive()
        (worktree / "dvc.lock").write_text(lock_text("one"))
        dvc.communicate()
        mending.join()
    assert (worktree / "dvc.lock").read_text() == lock_text("one")


@pytest.mark.slow
@pytest.mark.parametrize("holder", ["of another process", "cut short"])
def test_a_stage_runs_after_a_kill_that_stops_dvc_itself(tmp_path: Path, holder: str) -> None:
    programs.dvc(tmp_path, "init", "--no-scm", "--quiet")
    (tmp_path / "dvc.yaml").write_text("stages:\n  work:\n    cmd: echo x > out.txt\n    outs: [out.txt]\n")
    stage = Stage(name="work", base="work", group=None, cmd="", outs=("out.txt",), metrics=())
    assert StageProcess(tmp_path, stage, {}, ()).run(lambda _: None).status == "ran"
    left = json.dumps(
        {"write": {str(tmp_path / "out.txt"): {"pid": os.getpid(), "cmd": "dvc repro"}}, "read": {}}
    )
    (tmp_path / ".dvc/tmp/rwlock").write_text(left if holder == "of another process" else left[:30])
    (tmp_path / "dvc.lock").write_text("")
    (tmp_path / "out.txt").unlink()
    with pytest.raises(programs.ProgramError):
        programs.dvc(tmp_path, "repro")
    assert StageProcess(tmp_path, stage, {}, ()).run(lambda _: None).status == "ran"
    assert (tmp_path / "out.txt").read_text() == "x\n"
