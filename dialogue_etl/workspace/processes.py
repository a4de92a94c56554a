"""Finds and ends the programs of a workspace's Airflow, each with all processes of its session."""

import contextlib
import os
import socket
import time
from collections.abc import Iterable
from dataclasses import dataclass

import psutil

HOST = "127.0.0.1"
SAME_MOMENT = 5
"""Seconds by which two readings of a process's creation time may differ, since the clock may be adjusted."""
GRACE = 15
"""Seconds from SIGTERM to SIGKILL, in which Airflow ends running tasks."""


@dataclass(frozen=True)
class Program:
    """A program as recorded; with its creation time, since pids are reused."""

    name: str
    pid: int
    """Also the number of its session."""
    created: float

    def find(self) -> psutil.Process | None:
        """Its first process, if it is alive."""
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(self.pid)
            same = abs(process.create_time() - self.created) < SAME_MOMENT
            if same and process.status() != psutil.STATUS_ZOMBIE:
                return process
        return None

    def processes(self) -> list[psutil.Process]:
        """All living processes of its session, even if the first one was killed."""
        with contextlib.suppress(psutil.NoSuchProcess):  # a pid is not reused while its session has members
            if abs(psutil.Process(self.pid).create_time() - self.created) >= SAME_MOMENT:
                return []
        found = []
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error, OSError):  # gone meanwhile
                if os.getsid(process.pid) == self.pid and process.status() != psutil.STATUS_ZOMBIE:
                    found.append(process)
        return found


def record(name: str, pid: int) -> Program:
    """The record of a program just started."""
    return Program(name, pid, psutil.Process(pid).create_time())


def port_taken(port: int) -> bool:
    """Whether a port of this machine is in use."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return True
    return False


def end(programs: Iterable[Program]) -> int:
    """Terminate programs with all they started, and kill what remains after GRACE seconds.

    Returns:
        The number of processes.
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
