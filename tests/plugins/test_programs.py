from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING

import psutil
import pytest
from dvc_airflow import programs
from dvc_airflow.programs import ProgramError, run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("guarded", [False, True])
def test_what_a_program_says_and_how_it_fails(tmp_path: Path, guarded: bool) -> None:
    assert run(["sh", "-c", "pwd; cat; echo more >&2"], tmp_path, guarded=guarded) == f"{tmp_path}\n"
    with pytest.raises(ProgramError, match=r"returned 3:\nwhy"):
        run(["sh", "-c", "echo why >&2; exit 3"], tmp_path, guarded=guarded)
    with pytest.raises(ProgramError, match=r"No such file|no such program"):
        run(["no-such-program"], tmp_path, guarded=guarded)


@pytest.mark.skipif(sys.platform != "linux", reason="needs prctl to find what left the session")
def test_a_guarded_program_ends_with_who_started_it(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib; sys.path.insert(0, sys.argv[1]);"
        "from dvc_airflow.programs import run;"
        "run(['sh', '-c', 'echo $$ > pid; sleep 60'], pathlib.Path(sys.argv[2]), guarded=True)"
    )
    plugins = str(programs.Path(programs.__file__).parents[1])
    starter = subprocess.Popen([sys.executable, "-c", code, plugins, str(tmp_path)])
    deadline = time.monotonic() + 30
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    shell = psutil.Process(int((tmp_path / "pid").read_text()))
    below = [shell, *shell.children()]
    starter.kill()
    starter.wait()
    _, left = psutil.wait_procs(below, timeout=5)
    assert left == []
