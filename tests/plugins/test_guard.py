from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest
from dvc_airflow import guard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Start = Callable[..., subprocess.Popen[bytes]]

GRACE = 2
LIMIT = 30.0
"""Seconds in which everything must be gone."""
PLUGINS = str(Path(guard.__file__).parents[1])
linux = pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells nobody that a parent ended")

# A process that leaves its parent, its session and its environment, as a daemon does.
DAEMON = """
import os, sys
if os.fork():
    os._exit(0)
os.setsid()
if os.fork():
    os._exit(0)
sleep = "import time; open('daemon', 'w'); time.sleep(60)"
os.execve(sys.executable, [sys.executable, "-c", sleep], {})
"""
# Starts a guard as a task does, and does nothing more.
STARTER = """
import subprocess, sys, time
subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, start_new_session=True, pass_fds=[int(sys.argv[1])])
time.sleep(60)
"""
# As on a system without prctl and /proc.
ELSEWHERE = """
import sys
sys.path.insert(0, sys.argv.pop(1))
from dvc_airflow import guard
guard._LINUX, guard._LIBC, guard._below = False, None, list
guard.main(sys.argv[1:])
"""
# A parent, and a child that asks to die with it: before or after the parent ends, or in a session of its own.
FAMILY = """
import os, sys, time
plugins, kind = sys.argv[1:]
sys.path.insert(0, plugins)
from dvc_airflow.guard import die_with_parent
parent = os.getpid()
if os.fork():
    time.sleep(60 if kind == "early" else 0)
    os._exit(0)
if kind == "apart":
    os.setsid()
while kind != "early" and os.getppid() == parent:
    time.sleep(0.01)
die_with_parent()
open("there", "w").close()
time.sleep(60)
"""

# A program that is to end with the one that runs it, as git does with a task.
RUNNER = """
import functools, os, subprocess, sys
sys.path.insert(0, sys.argv[1])
from dvc_airflow.guard import die_with_parent
dying = functools.partial(die_with_parent, os.getpid())
subprocess.run(["sh", "-c", "touch there; exec sleep 60"], preexec_fn=dying)
"""


@pytest.fixture
def lock(tmp_path: Path) -> Iterator[int]:
    with (tmp_path / "lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file.fileno()


def guarded(lock: int, *command: str) -> list[str]:
    return [sys.executable, "-I", "-S", guard.__file__, str(GRACE), str(lock), *command]


@pytest.fixture
def start(tmp_path: Path, lock: int) -> Iterator[Start]:
    """Start a program in tmp_path, a guard over a shell script if it is one word; ended after the test."""
    started: list[subprocess.Popen[bytes]] = []

    def run(*command: str) -> subprocess.Popen[bytes]:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        words = guarded(lock, "sh", "-c", *command) if len(command) == 1 else command
        process: subprocess.Popen[bytes] = subprocess.Popen(
            words,
            cwd=tmp_path,
            start_new_session=True,
            pass_fds=[lock],
            **pipes,  # type: ignore[call-overload]
        )
        started.append(process)
        return process

    yield run
    for process in at_work(tmp_path):
        process.kill()
    for one in started:
        one.communicate()


def said(process: subprocess.Popen[bytes]) -> str:
    """All it says; its input stays open, which `communicate` would close."""
    assert process.stdout
    return process.stdout.read().decode()


def at_work(folder: Path) -> list[psutil.Process]:
    """Processes whose folder it is: a mark in the environment may have been cleared."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.status() != psutil.STATUS_ZOMBIE and process.cwd() == str(folder):
                found.append(process)
        except (psutil.Error, OSError):
            continue
    return found


def wait_for(*paths: Path) -> None:
    deadline = time.monotonic() + 20
    while not all(path.exists() for path in paths):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def wait_until_left(folder: Path, *pids: int) -> None:
    deadline = time.monotonic() + LIMIT
    while {process.pid for process in at_work(folder)} - {*pids}:
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("death", ["exit 0", "exit 3", "kill -9 $$", "kill -15 $$", "kill -11 $$"])
def test_it_ends_as_its_command_does(start: Start, death: str) -> None:
    alone = subprocess.run(["sh", "-c", death], check=False)
    assert start(death).wait(10) == alone.returncode


def test_what_is_said_is_passed_on(start: Start) -> None:
    assert said(start("echo one; echo two >&2")) == "one\ntwo\n"


def test_a_program_that_is_not_there_is_named(start: Start, lock: int) -> None:
    process = start(*guarded(lock, "no-such-program"))
    assert said(process) == "no-such-program: No such file or directory\n"
    assert process.wait() == 127


@linux
def test_when_the_command_ends_nothing_is_left_of_it(start: Start, tmp_path: Path) -> None:
    (tmp_path / "daemon.py").write_text(DAEMON)
    script = f"{sys.executable} daemon.py; sleep 60 & setsid sleep 60 & while ! test -e daemon; do :; done"
    assert start(f"{script}; exit 4").wait(10) == 4
    assert not at_work(tmp_path)  # now, not some time later


@linux
@pytest.mark.parametrize("victim", ["starter", "command"])
def test_when_somebody_is_killed_nothing_is_left(
    start: Start, tmp_path: Path, lock: int, victim: str
) -> None:
    (tmp_path / "daemon.py").write_text(DAEMON)
    script = f"{sys.executable} daemon.py; setsid sleep 60 & echo $$ > new; mv new pid; sleep 60; exit"
    command = guarded(lock, "sh", "-c", script)
    starter = start(sys.executable, "-c", STARTER, str(lock), *command)
    wait_for(tmp_path / "daemon", tmp_path / "pid")
    pids = {"starter": starter.pid, "command": int((tmp_path / "pid").read_text())}
    assert len(at_work(tmp_path)) == 6  # starter, guard, shell, daemon, two sleep
    os.kill(pids[victim], signal.SIGKILL)
    wait_until_left(tmp_path, *{starter.pid} - {pids[victim]})


@linux
def test_the_command_dies_with_a_guard_that_is_killed(start: Start, tmp_path: Path) -> None:
    process = start("touch there; exec sleep 60")
    wait_for(tmp_path / "there")
    process.kill()
    wait_until_left(tmp_path)


@linux
def test_asked_to_end_all_may_clean_up(start: Start, tmp_path: Path) -> None:
    child = "trap 'sleep 0.5; touch cleaned; exit' TERM; touch there; while true; do sleep 0.1; done"
    process = start(f'setsid sh -c "{child}" & sleep 60; true')
    wait_for(tmp_path / "there")
    process.terminate()
    assert process.wait(GRACE + LIMIT) == -signal.SIGTERM
    assert (tmp_path / "cleaned").exists()
    assert not at_work(tmp_path)


def test_who_does_not_end_is_killed(start: Start, tmp_path: Path) -> None:
    process = start("trap '' TERM; touch there; while true; do sleep 0.1; done")
    wait_for(tmp_path / "there")
    began = time.monotonic()
    process.terminate()
    assert process.wait(GRACE + LIMIT) == -signal.SIGKILL
    assert time.monotonic() - began >= GRACE
    assert not at_work(tmp_path)


def test_where_nobody_lists_processes_the_group_is_ended(start: Start, tmp_path: Path, lock: int) -> None:
    command = ["-c", ELSEWHERE, PLUGINS, str(GRACE), str(lock), "sh", "-c", "sleep 60 & exit 5"]
    assert start(sys.executable, *command).wait(10) == 5
    wait_until_left(tmp_path)


def test_the_lock_is_held_until_nothing_is_left_and_not_by_the_command(tmp_path: Path) -> None:
    script = "ls -l /proc/self/fd > open; trap '' TERM; touch there; while true; do sleep 0.1; done"
    with (tmp_path / "lock").open("a") as ours:
        fcntl.flock(ours, fcntl.LOCK_EX)
        command, inherited = guarded(ours.fileno(), "sh", "-c", script), [ours.fileno()]
        process = subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, pass_fds=inherited)
    wait_for(tmp_path / "there")
    assert f"{tmp_path}/lock" not in (tmp_path / "open").read_text()
    with (tmp_path / "lock").open("a") as next_one:
        with pytest.raises(BlockingIOError):
            fcntl.flock(next_one, fcntl.LOCK_EX | fcntl.LOCK_NB)
        with process:  # closes the guard's input, as our end would
            pass
        fcntl.flock(next_one, fcntl.LOCK_EX | fcntl.LOCK_NB)
    assert not at_work(tmp_path)


@linux
def test_a_process_dies_with_its_parent(start: Start, tmp_path: Path) -> None:
    parent = start(sys.executable, "-c", FAMILY, PLUGINS, "early")
    wait_for(tmp_path / "there")
    assert len(at_work(tmp_path)) == 2
    parent.kill()
    wait_until_left(tmp_path)


@linux
def test_a_process_whose_parent_has_ended_already_dies_at_once(start: Start, tmp_path: Path) -> None:
    start(sys.executable, "-c", FAMILY, PLUGINS, "late").wait()
    wait_until_left(tmp_path)
    assert not (tmp_path / "there").exists()


@linux
def test_a_process_in_a_session_of_its_own_is_no_orphan(start: Start, tmp_path: Path) -> None:
    start(sys.executable, "-c", FAMILY, PLUGINS, "apart").wait()
    wait_for(tmp_path / "there")
    assert len(at_work(tmp_path)) == 1


@linux
def test_a_program_can_be_made_to_die_with_who_runs_it(start: Start, tmp_path: Path) -> None:
    runner = start(sys.executable, "-c", RUNNER, PLUGINS)
    wait_for(tmp_path / "there")
    runner.kill()
    wait_until_left(tmp_path)
