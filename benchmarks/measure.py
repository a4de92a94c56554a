"""What a program and all its children cost: CPU and wall seconds, memory, as the kernel counts them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from dialogue_etl.errors import DialogueEtlError

_ROOT = Path(__file__).resolve().parents[1]
_LAUNCHER = Path(__file__).with_name("launch.py")
_EVERY_SECONDS = 0.1
_PEAK = re.compile(r"^VmHWM:\s+(\d+) kB$", re.MULTILINE)
_LAST_CHARACTERS = 2_000


class FailedError(DialogueEtlError):
    """A measured program failed; the message ends with what it said last."""


@dataclass(frozen=True)
class Usage:
    """What one run cost.

    Attributes:
        cpu_seconds: user and system, of the process and all its children.
        wall_seconds: from its start to its end.
        peak_bytes: resident memory of the process that needed most, at its peak.
        children_peak_bytes: the same among its children alone; 0 where none lived long enough to be seen.
        seen_cpu_seconds: as seen ten times a second, of processes nobody waited for as well: the kernel tells
            nothing of those, and Spark waits for no Python of its executors.
    """

    cpu_seconds: float
    wall_seconds: float
    peak_bytes: int
    children_peak_bytes: int
    seen_cpu_seconds: float


def run(command: Sequence[str], *, folder: Path, environment: Mapping[str, str]) -> Usage:
    """Run a program to its end, and that of all its children.

    Args:
        command: path of the program, and its arguments.
        folder: to run it in; what it says goes to `log.txt` there, its costs to `usage.json`.
        environment: all variables it sees.

    Raises:
        FailedError: it can't be started, or ended with a code other than 0.
    """
    log, report = folder / "log.txt", folder / "usage.json"
    report.unlink(missing_ok=True)
    with log.open("wb") as said:
        # Isolated and without site-packages: the launcher stays small.
        launcher = [sys.executable, "-I", "-S", str(_LAUNCHER), str(report), *command]
        process = subprocess.Popen(launcher, cwd=folder, env=environment, stdout=said, stderr=said)
        with _Watch(process.pid) as watch:
            try:
                process.wait()
            except BaseException:
                _kill(process)
                raise
    facts = json.loads(report.read_text("utf-8")) if report.exists() else {"code": process.returncode}
    if facts["code"] or process.returncode:
        last = log.read_text("utf-8", errors="replace")[-_LAST_CHARACTERS:]
        raise FailedError(f"{' '.join(command)}: ended with {facts['code']}\n{last}")
    return Usage(
        cpu_seconds=facts["cpu_seconds"],
        wall_seconds=facts["wall_seconds"],
        peak_bytes=facts["peak_bytes"],
        children_peak_bytes=max(
            (peak for pid, peak in watch.peaks.items() if pid != facts["pid"]), default=0
        ),
        seen_cpu_seconds=sum(watch.seconds.values()),
    )


def run_module(module: Sequence[str], *, folder: Path) -> Usage:
    """Run a module of this repository and its arguments, as `python -m` does; see `run`."""
    paths = os.pathsep.join([str(_ROOT), *filter(None, sys.path)])
    command = [sys.executable, "-m", *module]
    return run(command, folder=folder, environment={**os.environ, "PYTHONPATH": paths})


def _kill(launcher: subprocess.Popen[bytes]) -> None:
    with suppress(psutil.Error):
        for child in psutil.Process(launcher.pid).children(recursive=True):
            child.kill()
    launcher.kill()
    launcher.wait()


class _Watch:
    """Looks at the memory and the CPU time of all children of a process until the block ends."""

    def __init__(self, pid: int) -> None:
        self.peaks: dict[int, int] = {}
        self.seconds: dict[int, float] = {}
        self._pid = pid
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> _Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(_EVERY_SECONDS):
            with suppress(psutil.Error):
                for child in psutil.Process(self._pid).children(recursive=True):
                    self.peaks[child.pid] = max(self.peaks.get(child.pid, 0), _peak_of(child.pid))
                    self.seconds[child.pid] = sum(child.cpu_times()[:2])  # without its own children


def _peak_of(pid: int) -> int:
    """The peak so far, in bytes, since the process became the program it is; 0 if it has ended."""
    try:
        found = _PEAK.search(Path(f"/proc/{pid}/status").read_text("ascii", "replace"))
    except OSError:
        return 0
    return int(found[1]) * 1024 if found else 0
