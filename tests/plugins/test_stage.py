from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest
from dvc_airflow import programs, stage
from dvc_airflow.graph import Stage
from dvc_airflow.processes import RUN_MARK, STAGE_MARK
from dvc_airflow.stage import StageEndedError, StageError, StageProcess, read_metrics

if TYPE_CHECKING:
    from collections.abc import Callable

STAGE = Stage(name="work", base="work", group=None, cmd="", outs=("out.txt", "m.json"), metrics=("m.json",))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    programs.dvc(tmp_path, "init", "--no-scm", "--quiet")
    return tmp_path


def write(folder: Path, cmd: str) -> None:
    document = (
        f"stages:\n  work:\n    cmd: {cmd}\n    params: [n]\n    outs: [out.txt]\n    metrics: [m.json]\n"
    )
    (folder / "dvc.yaml").write_text(document)
    (folder / "params.yaml").write_text("n: 1\n")


def fake_dvc(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    program = folder / "fake-dvc"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("DVC_BIN", str(program))


@pytest.mark.slow
def test_ran_restored_unchanged(repository: Path) -> None:
    write(repository, "echo $COLOUR > out.txt && echo '[1]' > m.json")
    lines: list[str] = []
    process = StageProcess(repository, STAGE, {"COLOUR": "red"}, ("DIALOGUE",))
    first = process.run(lines.append)
    assert first.status == "ran"
    assert first.metrics == {"m.json": [1]}
    assert set(first.outs) == {"out.txt", "m.json"}
    assert all(len(md5) == 32 for md5 in first.outs.values())
    assert (repository / "out.txt").read_text() == "red\n"
    assert any("Running stage" in line for line in lines)
    assert process.run(lines.append).status == "unchanged"
    (repository / "out.txt").unlink()
    assert process.run(lines.append).status == "restored from cache"


@pytest.mark.slow
def test_ending_a_stage_ends_all_it_started(repository: Path) -> None:
    write(repository, "sleep 61 & sleep 62")
    process = StageProcess(repository, STAGE, {}, ())
    failures: list[str] = []

    def run() -> None:
        try:
            process.run(lambda _: None)
        except StageEndedError as error:
            failures.append(str(error))

    thread = threading.Thread(target=run)
    thread.start()
    deadline = time.monotonic() + 30
    while len(sleeping(repository)) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    process.end()
    thread.join(30)
    assert failures
    assert not sleeping(repository)


def sleeping(folder: Path) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        try:
            if process.name() == "sleep" and process.environ().get(RUN_MARK) == str(folder):
                found.append(process)
        except (psutil.Error, OSError):
            continue
    return found


def test_lock_contention_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", lambda _: None)
    script = (
        "test -e tried && exit 0; touch tried; echo \"ERROR: '/x' is busy, it is being blocked by:\"; exit 1"
    )
    fake_dvc(tmp_path, monkeypatch, script)
    said: list[str] = []
    assert StageProcess(tmp_path, STAGE, {}, ()).run(said.append).status == "ran"
    assert any("trying again" in line for line in said)


@pytest.mark.parametrize(
    ("death", "said"),
    [
        ("kill -9 $$", "dvc was ended by signal 9, trying again (1 of 4)"),
        ("echo 'ERROR: failed to run: work, exited with -9'; exit 255", "the stage was killed, trying again"),
        (
            "echo 'ERROR: failed to run: work, exited with 137'; exit 255",
            "the stage was killed, trying again",
        ),
    ],
)
def test_a_killed_stage_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, death: str, said: str
) -> None:
    monkeypatch.setattr(time, "sleep", lambda _: None)
    fake_dvc(tmp_path, monkeypatch, f"test -e tried && exit 0; touch tried; {death}")
    lines: list[str] = []
    assert StageProcess(tmp_path, STAGE, {}, ()).run(lines.append).status == "ran"
    assert said in lines[-1]


# Runs a stage as a task does.
TASK = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from dvc_airflow.graph import Stage
from dvc_airflow.stage import StageProcess
stage = Stage(name="work", base="work", group=None, cmd="", outs=("out.txt", "m.json"), metrics=("m.json",))
StageProcess(Path.cwd(), stage, {}, ()).run(lambda line: print(line, flush=True))
"""


def start_task(folder: Path) -> subprocess.Popen[str]:
    plugins = str(Path(stage.__file__).parents[1])
    return subprocess.Popen(
        [sys.executable, "-c", TASK, plugins], cwd=folder, stdout=subprocess.PIPE, text=True
    )


def wait_for(path: Path) -> None:
    deadline = time.monotonic() + 30
    while not path.exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("victim", ["task", "dvc"])
def test_a_killed_task_and_a_killed_dvc_leave_no_command_beside_the_next_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, victim: str
) -> None:
    # Commands that know nothing of prctl, one of them in a session of its own.
    fake_dvc(tmp_path, monkeypatch, "test -e there && exit; setsid sleep 60 & touch there; sleep 60; exit")
    with start_task(tmp_path) as task:
        wait_until(lambda: len(sleeping(tmp_path)) == 2)
        (dvc,) = psutil.Process(task.pid).children()
        (dvc if victim == "dvc" else task).kill()
        dvc_is_gone, _ = psutil.wait_procs([dvc], timeout=5)
        assert dvc_is_gone
        if victim == "task":
            StageProcess(tmp_path, STAGE, {}, ()).run(lambda _: None)
        wait_until(lambda: not sleeping(tmp_path), seconds=5)


def test_what_a_command_leaves_in_the_background_ends_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_dvc(tmp_path, monkeypatch, "sleep 60 & exit 0")
    assert StageProcess(tmp_path, STAGE, {}, ()).run(lambda _: None).status == "ran"
    wait_until(lambda: not sleeping(tmp_path), seconds=5)


def wait_until(what: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_two_tries_are_never_at_work_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = "echo begin $$ >> log; until test -e go; do sleep 0.05; done; echo end $$ >> log"
    fake_dvc(tmp_path, monkeypatch, script)
    with start_task(tmp_path) as first:
        wait_for(tmp_path / "log")
        with start_task(tmp_path) as second:
            assert second.stdout
            assert "an earlier try of work is still at work" in second.stdout.readline()
            time.sleep(0.5)
            assert (tmp_path / "log").read_text().count("begin") == 1
            (tmp_path / "go").touch()
    assert (first.returncode, second.returncode) == (0, 0)
    words = (tmp_path / "log").read_text().split()
    assert words[::2] == ["begin", "end", "begin", "end"]
    assert words[1] == words[3] != words[5] == words[7]


def test_the_next_try_goes_on_when_one_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_dvc(tmp_path, monkeypatch, "test -e there && exit; touch there; sleep 60; exit")
    with start_task(tmp_path) as first:
        wait_for(tmp_path / "there")
        with start_task(tmp_path) as second:
            assert second.stdout
            second.stdout.readline()
            first.kill()
            assert second.wait(5) == 0


def test_a_stage_can_be_forced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_dvc(tmp_path, monkeypatch, 'echo "$@"')
    lines: list[str] = []
    process = StageProcess(tmp_path, STAGE, {}, ())
    process.run(lines.append)
    process.run(lines.append, force=True)
    plain = "--wait-for-lock repro --single-item work"
    assert lines == [plain, f"{plain} --force"]


def test_what_it_cost_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A shell counts in the background, so that its CPU is not that of the one that waits.
    count = "i=0; while test $i -lt 300000; do i=$((i+1)); done"
    fake_dvc(tmp_path, monkeypatch, f"sh -c '{count}' & wait; sleep 0.3")
    result = StageProcess(tmp_path, STAGE, {}, ()).run(lambda _: None)
    assert 0.05 < result.cpu < result.seconds - 0.2


def test_a_stage_that_was_ended_is_not_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_dvc(tmp_path, monkeypatch, "echo x >> tried; exec sleep 60")
    process = StageProcess(tmp_path, STAGE, {}, ())
    threading.Timer(0.5, process.end).start()
    with pytest.raises(StageEndedError, match="stage work was asked to end"):
        process.run(lambda _: None)
    assert (tmp_path / "tried").read_text() == "x\n"


def test_a_stage_that_is_ended_before_it_begins_does_not_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_dvc(tmp_path, monkeypatch, "touch begun")
    process = StageProcess(tmp_path, STAGE, {}, ())
    process.end()
    with pytest.raises(StageEndedError):
        process.run(lambda _: None)
    assert not (tmp_path / "begun").exists()


def test_a_failure_says_the_last_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_dvc(tmp_path, monkeypatch, "echo first; echo 'ERROR: no such file' >&2; exit 3")
    with pytest.raises(StageError, match=r"stage work failed \(dvc returned 3\): ERROR: no such file"):
        StageProcess(tmp_path, STAGE, {}, ()).run(lambda _: None)


def test_stages_see_neither_airflow_nor_what_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AIRFLOW__API_AUTH__JWT_SECRET", "secret")
    monkeypatch.setenv("DIALOGUE_ETL_WORKSPACE", "/main")
    monkeypatch.setenv("GIT_DIR", "/elsewhere")
    fake_dvc(tmp_path, monkeypatch, "env")
    lines: list[str] = []
    StageProcess(tmp_path, STAGE, {"MORE": "1"}, ("DIALOGUE_ETL_WORKSPACE",)).run(lines.append)
    names = {line.partition("=")[0] for line in lines}
    assert not names & {"AIRFLOW__API_AUTH__JWT_SECRET", "AIRFLOW_HOME", "DIALOGUE_ETL_WORKSPACE", "GIT_DIR"}
    assert {"MORE", RUN_MARK, STAGE_MARK} <= names


def test_metrics_that_are_no_json_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}")
    (tmp_path / "b.json").write_text("{")
    assert read_metrics(tmp_path, ("a.json", "b.json", "c.json")) == {"a.json": {}}


def test_what_a_killed_git_left_locked_is_freed(scratch: Any) -> None:
    git = scratch.root / ".git"
    (git / "worktrees" / "x").mkdir(parents=True)
    left = [git / name for name in ("index.lock", "refs/heads/main.lock", "worktrees/x/index.lock")]
    for path in left:
        path.touch()
    with programs.git_lock(scratch.root):
        assert not any(path.exists() for path in left)


def test_what_a_running_git_has_locked_stays_so(scratch: Any) -> None:
    command = ["git", "-c", "alias.wait=!echo there; exec sleep 60", "wait"]
    person = subprocess.Popen(command, cwd=scratch.root, stdout=subprocess.PIPE)
    assert person.stdout
    assert person.stdout.readline() == b"there\n"
    (scratch.root / ".git" / "index.lock").touch()
    with programs.git_lock(scratch.root):
        assert (scratch.root / ".git" / "index.lock").exists()
    for child in psutil.Process(person.pid).children():
        child.kill()
    person.communicate()


def test_the_lock_is_between_processes(scratch: Any) -> None:
    code = (
        "import sys; from pathlib import Path; from dvc_airflow.programs import git_lock\n"
        "with git_lock(Path(sys.argv[1])): print('held')"
    )
    command = [os.sys.executable, "-c", code, str(scratch.root)]  # type: ignore[attr-defined]
    folder = Path(__file__).resolve().parents[2] / "plugins"
    with programs.git_lock(scratch.root):
        other = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE)
        with pytest.raises(subprocess.TimeoutExpired):
            other.wait(1)
    assert other.communicate(timeout=10)[0] == b"held\n"
