"""The programs of a workspace's Airflow, each in a session of its own: found by it and ended with it."""

import contextlib
import os
import socket
import time
from collections.abc import Iterable
from dataclasses import dataclass

import psutil

HOST = "127.0.0.1"
SAME_MOMENT = 5
"""Seconds between two readings of when a process began: it is told from the clock, which may be set."""
GRACE = 15
"""Seconds from SIGTERM to SIGKILL: Airflow ends running tasks in between."""


@dataclass(frozen=True)
class Program:
    """A program as written down: pids are given anew, so the time of creation goes with its pid."""

    name: str
    pid: int
    """Also the number of its session."""
    created: float

    def find(self) -> psutil.Process | None:
        """Its first process, if that is alive."""
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(self.pid)
            same = abs(process.create_time() - self.created) < SAME_MOMENT
            if same and process.status() != psutil.STATUS_ZOMBIE:
                return process
        return None

    def processes(self) -> list[psutil.Process]:
        """All living processes of its session, also when the first one was killed."""
        with contextlib.suppress(psutil.NoSuchProcess):  # nobody gets its pid while its session has members
            if abs(psutil.Process(self.pid).create_time() - self.created) >= SAME_MOMENT:
                return []
        found = []
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error, OSError):  # gone meanwhile
                if os.getsid(process.pid) == self.pid and process.status() != psutil.STATUS_ZOMBIE:
                    found.append(process)
        return found


def record(name: str, pid: int) -> Program:
    """Write down a program just started."""
    return Program(name, pid, psutil.Process(pid).create_time())


def port_taken(port: int) -> bool:
    """Whether somebody listens on a port of this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return True
    return False


def end(programs: Iterable[Program]) -> int:
    """Ask programs with all they started to end, and kill what has not after GRACE seconds.

    Returns:
        How many processes there were.
    """
    programs = list(programs)
    asked: set[int] = set()
    deadline = time.monotonic() + GRACE
    while alive := [process for program in programs for process in program.processes()]:
        for process in alive:
            with contextlib.suppress(psutil.Error):
                if time.monotonic() > deadline:
                    process.kill()
                elif process.pid not in asked:
                    process.terminate()
            asked.add(process.pid)
        psutil.wait_procs(alive, timeout=0.5)
    return len(asked)
