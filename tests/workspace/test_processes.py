from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import psutil
import pytest

from dialogue_etl.workspace import processes
from dialogue_etl.workspace.processes import Recorded, _alive, belonging, end, port_taken, record, serves

if TYPE_CHECKING:
    from pathlib import Path

Start = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def start() -> Iterator[Start]:
    started = []

    def run(*command: str, **env: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            command or ["sleep", "60"], env={**os.environ, **env}, start_new_session=True
        )
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.wait()


def test_a_pid_given_anew_is_another_process(start: Start) -> None:
    one = record("x", start().pid)
    assert one.find() is not None
    assert Recorded("x", one.pid, one.created - 100).find() is None


def test_a_tree_and_its_orphans_are_ended(tmp_path: Path, start: Start) -> None:
    home = tmp_path / ".airflow"
    shell = start("sh", "-c", "sleep 71 & sleep 72 & wait", AIRFLOW_HOME=str(home))
    orphan = start(AIRFLOW_HOME=str(home))
    stage = start(DVC_AIRFLOW_WORKTREE=f"{tmp_path}/.worktrees/run")
    other = start(AIRFLOW_HOME=str(tmp_path / "other"))
    time.sleep(0.5)
    children = psutil.Process(shell.pid).children()
    assert len(children) == 2
    shell.kill()  # as kill -9 of the parent: its children live on
    shell.wait()
    assert end([], home, tmp_path) >= 4
    assert not any(_alive(child) for child in children)
    assert orphan.poll() is not None or not psutil.pid_exists(orphan.pid)
    assert stage.poll() is not None or not psutil.pid_exists(stage.pid)
    assert other.poll() is None
    assert belonging(home, tmp_path) == []


def test_what_ignores_a_request_is_killed(
    tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "GRACE", 1)
    stubborn = start(
        sys.executable, "-c", "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(60)"
    )
    time.sleep(0.5)
    end([record("x", stubborn.pid)], tmp_path / ".airflow", tmp_path)
    assert not psutil.pid_exists(stubborn.pid) or stubborn.poll() is not None


def test_ports() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        assert port_taken(port)
        assert serves(psutil.Process(), port)
        assert not serves(psutil.Process(1), port)
        assert not serves(None, port)
    assert not port_taken(port)


def test_what_a_killed_part_left_is_found_by_its_session() -> None:
    command = ["sh", "-c", "sleep 77 & echo $!; wait"]
    part = subprocess.Popen(command, start_new_session=True, stdout=subprocess.PIPE)
    recorded = processes.record("part", part.pid)
    assert part.stdout is not None
    left = int(part.stdout.readline())
    part.kill()
    part.wait()
    (orphan,) = processes.in_sessions([recorded])
    assert orphan.pid == left
    assert processes.in_sessions([processes.Recorded("other", os.getppid(), 0.0)]) == []
    orphan.kill()
    psutil.wait_procs([orphan], timeout=5)
    assert processes.in_sessions([recorded]) == []
