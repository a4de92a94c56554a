import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest
from dvc_airflow import processes, programs
from dvc_airflow.graph import Stage
from dvc_airflow.processes import RUN_MARK, STAGE_MARK, end_leftovers
from dvc_airflow.stage import StageProcess

PLUGINS = str(Path(processes.__file__).parents[1])
# A parent, and a child that asks to die with it before or after the parent ends, or a program that it runs.
FAMILY = """
import os, subprocess, sys, time
sys.path.append(sys.argv[1])
from dvc_airflow.processes import die_with_parent, dying_with_us
parent, kind = os.getpid(), sys.argv[2]
if kind == "program":
    subprocess.run(["sh", "-c", "touch there; exec sleep 60"], preexec_fn=dying_with_us())
if os.fork():
    time.sleep(60 if kind == "early" else 0)
    os._exit(0)
while kind == "late" and os.getppid() == parent:
    time.sleep(0.01)
die_with_parent(parent)
open("there", "w").close()
time.sleep(60)
"""


def at_work(folder: Path) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        try:
            if process.status() != psutil.STATUS_ZOMBIE and process.cwd() == str(folder):
                found.append(process)
        except (psutil.Error, OSError):
            continue
    return found


def wait_until(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("kind", ["early", "late", "program"])
def test_a_process_dies_with_its_parent(tmp_path: Path, kind: str) -> None:
    with subprocess.Popen([sys.executable, "-c", FAMILY, PLUGINS, kind], cwd=tmp_path) as parent:
        if kind != "late":
            wait_until((tmp_path / "there").exists)
            assert len(at_work(tmp_path)) == 2
            parent.kill()
        parent.wait()
    wait_until(lambda: not at_work(tmp_path))
    assert (tmp_path / "there").exists() == (kind != "late")


def test_leftovers_of_a_killed_attempt_are_ended(tmp_path: Path, sleeper: Any) -> None:
    ours = sleeper(**{RUN_MARK: str(tmp_path), STAGE_MARK: "work"})
    other_stage = sleeper(**{RUN_MARK: str(tmp_path), STAGE_MARK: "other"})
    other_run = sleeper(**{RUN_MARK: str(tmp_path / "x"), STAGE_MARK: "work"})
    end_leftovers(tmp_path, "work")
    assert not psutil.pid_exists(ours.pid)
    assert other_stage.poll() is None
    end_leftovers(tmp_path)
    assert not psutil.pid_exists(other_stage.pid)
    assert other_run.poll() is None


@pytest.mark.slow
@pytest.mark.parametrize("cut", [None, pytest.param(30, marks=pytest.mark.long)])
def test_a_stage_runs_after_a_kill_that_stops_dvc_itself(tmp_path: Path, cut: int | None) -> None:
    """Its list of holders names a process of something else, or is cut short."""
    programs.dvc(tmp_path, "init", "--no-scm", "--quiet")
    (tmp_path / "dvc.yaml").write_text("stages:\n  work:\n    cmd: echo x > out.txt\n    outs: [out.txt]\n")
    stage = Stage(name="work", base="work", group=None, cmd="", outs=("out.txt",), metrics=())
    own = {"pid": os.getpid(), "cmd": "dvc repro"}
    left = json.dumps({"write": {str(tmp_path / "out.txt"): own}, "read": {}})
    (tmp_path / ".dvc/tmp/rwlock").write_text(left[:cut])
    with pytest.raises(programs.ProgramError):
        programs.dvc(tmp_path, "repro")
    assert StageProcess(tmp_path, stage, {}).run(lambda _: None).status == "ran"
    assert (tmp_path / "out.txt").read_text() == "x\n"
