import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator

import psutil
import pytest

from dialogue_etl.workspace import processes
from dialogue_etl.workspace.processes import Program, end, record

Start = Callable[..., "subprocess.Popen[bytes]"]
# Three children, one of which leaves its process group, and a line once all are there.
FAMILY = "import subprocess as s; s.Popen(['sleep','71']); s.Popen(['sleep','72'],process_group=0);"
FAMILY += "last=s.Popen(['sleep','73']); print(flush=True); last.wait()"
STUBBORN = "import signal,time; signal.signal(15, signal.SIG_IGN); print(flush=True); time.sleep(60)"


@pytest.fixture
def start() -> Iterator[Start]:
    started: list[tuple[subprocess.Popen[bytes], Program]] = []

    def run(code: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", code]
        process = subprocess.Popen(command, start_new_session=True, stdout=subprocess.PIPE)
        started.append((process, record("x", process.pid)))
        assert process.stdout
        process.stdout.readline()
        return process

    yield run
    for process, program in started:
        for left in program.processes():
            left.kill()
        process.communicate()


def test_a_pid_given_anew_is_another_program(start: Start) -> None:
    one = record("x", start(FAMILY).pid)
    assert one.find() is not None
    assert len(one.processes()) == 4
    other = Program("x", one.pid, one.created - 100)
    assert (other.find(), other.processes()) == (None, [])


@pytest.mark.parametrize("killed", [False, True])
def test_a_program_is_ended_with_all_of_its_session(start: Start, killed: bool) -> None:
    program, other = (record("x", start(FAMILY).pid) for _ in range(2))
    processes = program.processes()
    if killed:  # its children live on
        os.kill(program.pid, signal.SIGKILL)
        os.waitpid(program.pid, 0)
        assert program.find() is None
    assert end([program]) == 4 - killed
    assert not any(one.is_running() and one.status() != psutil.STATUS_ZOMBIE for one in processes)
    assert len(other.processes()) == 4


def test_what_ignores_a_request_is_killed(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "GRACE", 1)
    stubborn = start(STUBBORN)
    assert end([record("x", stubborn.pid)]) == 1
    assert stubborn.poll() is not None  # long before it would end by itself
