import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
from dvc_airflow import programs, stage
from dvc_airflow.graph import Stage
from dvc_airflow.processes import RUN_MARK, STAGE_MARK
from dvc_airflow.stage import StageEndedError, StageError, StageProcess, StageResult

from tests.plugins.test_processes import wait_until

STAGE = Stage(name="work", base="work", group=None, cmd="", outs=("out.txt", "m.json"), metrics=("m.json",))
PLUGINS = Path(stage.__file__).parents[1]
# Runs a stage as a task does.
TASK = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from dvc_airflow.graph import Stage
from dvc_airflow.stage import StageProcess
from dvc_airflow import stage as module
module.dvc_program = lambda: ["./fake-dvc"]
stage = Stage(name="work", base="work", group=None, cmd="", outs=("out.txt", "m.json"), metrics=("m.json",))
StageProcess(Path.cwd(), stage, {}).run(lambda line: print(line, flush=True))
"""


@dataclass
class Fake:
    """A folder whose dvc is a shell script."""

    folder: Path
    lines: list[str]

    def process(self, env: dict[str, str] | None = None) -> StageProcess:
        return StageProcess(self.folder, STAGE, env or {})

    def run(self) -> StageResult:
        return self.process().run(self.lines.append)

    def start_task(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", TASK, str(PLUGINS)]
        return subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, text=True)

    def wait_for(self, name: str) -> None:
        wait_until((self.folder / name).exists)


@pytest.fixture
def dvc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Fake]:
    def make(script: str) -> Fake:
        program = tmp_path / "fake-dvc"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        monkeypatch.setattr(stage, "dvc_program", lambda: [str(program)])
        return Fake(tmp_path, [])

    return make


def write(folder: Path, cmd: str) -> None:
    programs.dvc(folder, "init", "--no-scm", "--quiet")
    (folder / "dvc.yaml").write_text(
        f"stages:\n  work:\n    cmd: {cmd}\n    params: [n]\n    outs: [out.txt]\n    metrics: [m.json]\n"
    )
    (folder / "params.yaml").write_text("n: 1\n")


@pytest.mark.slow
def test_ran_restored_unchanged(tmp_path: Path) -> None:
    write(tmp_path, "echo $COLOUR > out.txt && echo '[1]' > m.json")
    lines: list[str] = []
    process = StageProcess(tmp_path, STAGE, {"COLOUR": "red"})
    first = process.run(lines.append)
    assert first.status == "ran"
    assert first.metrics == {"m.json": [1]}
    assert set(first.outs) == {"out.txt", "m.json"}
    assert all(len(md5) == 32 for md5 in first.outs.values())
    assert (tmp_path / "out.txt").read_text() == "red\n"
    assert any("Running stage" in line for line in lines)
    assert process.run(lines.append).status == "unchanged"
    assert process.run(lines.append, force=True).status == "ran"
    (tmp_path / "out.txt").unlink()
    assert process.run(lines.append).status == "restored from cache"


@pytest.mark.slow
def test_ending_a_stage_ends_all_it_started(tmp_path: Path) -> None:
    write(tmp_path, "sleep 61 & sleep 62")
    process = StageProcess(tmp_path, STAGE, {})
    threading.Thread(target=lambda: (wait_until(lambda: len(sleeping(tmp_path)) == 2), process.end())).start()
    with pytest.raises(StageEndedError):
        process.run(lambda _: None)
    assert not sleeping(tmp_path)


def sleeping(folder: Path) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        try:
            if process.name() == "sleep" and process.environ().get(RUN_MARK) == str(folder):
                found.append(process)
        except (psutil.Error, OSError):
            continue
    return found


@pytest.mark.parametrize(
    "failure",
    [
        "kill -9 $$",
        *(f"echo 'ERROR: failed to run: work, exited with {code}'; exit 255" for code in (-9, 137)),
    ],
)
def test_a_stage_that_was_killed_has_not_failed(dvc: Callable[[str], Fake], failure: str) -> None:
    with pytest.raises(StageEndedError, match="stage work was ended"):
        dvc(failure).run()


@pytest.mark.parametrize("victim", ["task", "dvc"])
def test_a_killed_task_and_a_killed_dvc_leave_no_command_beside_the_next_try(
    dvc: Callable[[str], Fake], victim: str
) -> None:
    # Commands that know nothing of prctl, one of them in a session of its own.
    fake = dvc("test -e there && exit; setsid sleep 60 & touch there; sleep 60; exit")
    with fake.start_task() as task:
        wait_until(lambda: len(sleeping(fake.folder)) == 2)
        (program,) = psutil.Process(task.pid).children()
        (program if victim == "dvc" else task).kill()
        dvc_is_gone, _ = psutil.wait_procs([program], timeout=5)
        assert dvc_is_gone
        if victim == "task":
            fake.run()
        wait_until(lambda: not sleeping(fake.folder))


def test_what_a_command_leaves_in_the_background_ends_with_it(dvc: Callable[[str], Fake]) -> None:
    fake = dvc("sleep 60 & exit 0")
    assert fake.run().status == "ran"
    wait_until(lambda: not sleeping(fake.folder))


def test_two_tries_are_never_at_work_together(dvc: Callable[[str], Fake]) -> None:
    fake = dvc("echo begin $$ >> log; until test -e go; do sleep 0.05; done; echo end $$ >> log")
    log = fake.folder / "log"
    with fake.start_task() as first:
        fake.wait_for("log")
        with fake.start_task() as second:
            assert second.stdout
            assert "an earlier try of work is still at work" in second.stdout.readline()
            time.sleep(0.5)
            assert log.read_text().count("begin") == 1
            (fake.folder / "go").touch()
    assert (first.returncode, second.returncode) == (0, 0)
    words = log.read_text().split()
    assert words[::2] == ["begin", "end", "begin", "end"]
    assert words[1] == words[3] != words[5] == words[7]


def test_a_stage_that_was_ended_is_not_tried_again_nor_begun(dvc: Callable[[str], Fake]) -> None:
    fake = dvc("echo x >> tried; exec sleep 60")
    process = fake.process()
    threading.Thread(target=lambda: (fake.wait_for("tried"), process.end())).start()
    for _ in range(2):
        with pytest.raises(StageEndedError, match=r"stage work was (asked to end|ended)"):
            process.run(fake.lines.append)
    assert (fake.folder / "tried").read_text() == "x\n"


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        (
            "> work|10:00:00 half of it|Traceback:|  File a|KeyError: 1|{0}",
            "Traceback:\n  File a\nKeyError: 1",
        ),
        ("first|> work|one: wrong|two: wrong|{0}|more of DVC", "one: wrong\ntwo: wrong"),
        ("{0}: missing data", "ERROR: failed to reproduce 'work': missing data"),
        ("> work|{0}: exited with 1", "ERROR: failed to reproduce 'work': exited with 1"),
        ("10:00:00 half of it", "10:00:00 half of it"),
        ("", "it printed nothing"),
    ],
)
def test_a_failure_says_its_cause_in_whole(dvc: Callable[[str], Fake], printed: str, said: str) -> None:
    lines = printed.format("ERROR: failed to reproduce 'work'").split("|")
    fake = dvc(f"cat >&2 << 'END'\n{chr(10).join(lines)}\nEND\nexit 3")
    with pytest.raises(StageError) as error:
        fake.run()
    assert str(error.value) == f"stage work failed: {said}"


def test_stages_see_neither_airflow_nor_another_repository(
    dvc: Callable[[str], Fake], monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = {"AIRFLOW__API_AUTH__JWT_SECRET", "GIT_DIR"}
    for name in hidden:
        monkeypatch.setenv(name, "secret")
    fake = dvc("env")
    fake.process({"MORE": "1"}).run(fake.lines.append)
    names = {line.partition("=")[0] for line in fake.lines}
    assert not names & {*hidden, "AIRFLOW_HOME"}
    assert {"MORE", RUN_MARK, STAGE_MARK} <= names


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
