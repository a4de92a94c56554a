from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from dvc_airflow import programs
from dvc_airflow.graph import Stage
from dvc_airflow.holders import forget_dead_holders
from dvc_airflow.processes import RUN_MARK
from dvc_airflow.stage import StageProcess

if TYPE_CHECKING:
    from pathlib import Path


def test_holders_are_processes_of_the_worktree(tmp_path: Path, sleeper: Any) -> None:
    path = tmp_path / ".dvc" / "tmp" / "rwlock"
    forget_dead_holders(tmp_path)
    assert not path.exists()
    path.parent.mkdir(parents=True)
    dvc, other = ({"pid": pid} for pid in (sleeper(**{RUN_MARK: str(tmp_path)}).pid, os.getpid()))
    listed = {"write": {"/a": dvc, "/b": other}, "read": {"/a": [other], "/c": [other, dvc]}}
    path.write_text(json.dumps(listed))
    forget_dead_holders(tmp_path)
    assert json.loads(path.read_text()) == {"read": {"/c": [dvc]}, "write": {"/a": dvc}}


@pytest.mark.parametrize("text", ["", "[]", "null", '{"write": {"/x": {"pid": 1', "{}"])
def test_a_list_of_holders_cut_short_is_empty(tmp_path: Path, text: str) -> None:
    path = tmp_path / ".dvc" / "tmp" / "rwlock"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    forget_dead_holders(tmp_path)
    assert json.loads(path.read_text()) == {"read": {}, "write": {}}


@pytest.mark.slow
@pytest.mark.parametrize("holder", ["of another process", "cut short"])
def test_a_stage_runs_after_a_kill_that_stops_dvc_itself(tmp_path: Path, holder: str) -> None:
    programs.dvc(tmp_path, "init", "--no-scm", "--quiet")
    (tmp_path / "dvc.yaml").write_text("stages:\n  work:\n    cmd: echo x > out.txt\n    outs: [out.txt]\n")
    stage = Stage(name="work", base="work", group=None, cmd="", outs=("out.txt",), metrics=())
    own = {"pid": os.getpid(), "cmd": "dvc repro"}
    left = json.dumps({"write": {str(tmp_path / "out.txt"): own}, "read": {}})
    (tmp_path / ".dvc/tmp/rwlock").write_text(left if holder == "of another process" else left[:30])
    with pytest.raises(programs.ProgramError):
        programs.dvc(tmp_path, "repro")
    assert StageProcess(tmp_path, stage, {}, ()).run(lambda _: None).status == "ran"
    assert (tmp_path / "out.txt").read_text() == "x\n"
