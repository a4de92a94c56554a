"""Processes of a workspace's Airflow: found, also when their parent was killed, and ended."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

HOST = "127.0.0.1"
SAME_MOMENT = 1
"""Seconds between two readings of when a process began."""
GRACE = 15
"""Seconds from SIGTERM to SIGKILL: Airflow ends running tasks in between."""
# Set by plugins/dvc_airflow for all that a stage starts; Airflow's own variables do not reach those.
STAGE_VARIABLE = "DVC_AIRFLOW_WORKTREE"


@dataclass(frozen=True)
class Recorded:
    """A process as written down: pids are given anew, so the time of creation goes with them."""

    name: str
    pid: int
    created: float

    def find(self) -> psutil.Process | None:
        """The process, if it still is that one and alive."""
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(self.pid)
            same = abs(process.create_time() - self.created) < SAME_MOMENT
            if same and process.status() != psutil.STATUS_ZOMBIE:
                return process
        return None


def record(name: str, pid: int) -> Recorded:
    """Write down a process just started."""
    return Recorded(name, pid, psutil.Process(pid).create_time())


def port_taken(port: int) -> bool:
    """Whether somebody listens on a port of this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return True
    return False


def serves(process: psutil.Process | None, port: int) -> bool:
    """Whether a process or one it started listens on a port.

    Asking the address alone is not enough: a stale server of an earlier start would answer.
    """
    with contextlib.suppress(psutil.Error):
        for one in [process, *process.children(recursive=True)] if process else []:
            for connection in one.net_connections(kind="tcp"):
                if connection.status == psutil.CONN_LISTEN and connection.laddr.port == port:
                    return True
    return False


def belonging(home: Path, root: Path) -> list[psutil.Process]:
    """All processes of this user that were started for a workspace's Airflow, by their environment."""
    own = {psutil.Process().pid, *(p.pid for p in psutil.Process().parents())}
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):  # another user's, or gone meanwhile
            env = process.environ()
            ours = env.get("AIRFLOW_HOME") == str(home)
            stage = env.get(STAGE_VARIABLE, "").startswith(f"{root}/")
            if process.pid not in own and (ours or stage) and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
    return found


def in_sessions(recorded: Iterable[Recorded]) -> list[psutil.Process]:
    """All processes in the sessions that the recorded ones made, whether those still run or not.

    An orphaned worker of Airflow is found by nothing else when we are not root: it hides its environment.
    """
    sessions = set()
    for one in recorded:
        with contextlib.suppress(psutil.NoSuchProcess):  # nobody gets its pid while its session has members
            if abs(psutil.Process(one.pid).create_time() - one.created) > SAME_MOMENT:
                continue
        sessions.add(one.pid)
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if os.getsid(process.pid) in sessions:
                found.append(process)
    return found


def end(recorded: Iterable[Recorded], home: Path, root: Path) -> int:
    """End the recorded processes, all they started, and orphans; how many there were."""
    recorded = list(recorded)
    first = [process for one in recorded if (process := one.find())]
    seen: set[int] = set()
    asked: set[int] = set()
    deadline = time.monotonic() + GRACE
    while True:
        children = [c for process in first for c in _children(process)]
        orphans = [*in_sessions(recorded), *belonging(home, root)]
        alive = {p.pid: p for p in [*first, *children, *orphans] if _alive(p)}
        seen |= alive.keys()
        if not alive:
            return len(seen)
        for pid, process in alive.items():
            with contextlib.suppress(psutil.Error):
                if time.monotonic() > deadline:
                    process.kill()
                elif pid not in asked:
                    process.terminate()
                    asked.add(pid)
        psutil.wait_procs(list(alive.values()), timeout=0.5)


def _children(process: psutil.Process) -> list[psutil.Process]:
    try:
        return process.children(recursive=True)
    except psutil.Error:
        return []


def _alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False
