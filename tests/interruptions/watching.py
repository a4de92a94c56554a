"""What a stage is doing, seen from outside: its processes, and what it writes."""

from __future__ import annotations

import contextlib
import glob
import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    import subprocess

    from tests.interruptions.workspace import Instance, Workspace

_LOOK_FOR_PROCESS = 0.03
_LOOK_FOR_FILES = 0.001
Trace = set[tuple[str, int]]


@dataclass
class StageRun:
    """A stage that dvc has started."""

    workspace: Workspace
    instance: Instance
    process: psutil.Process
    above: tuple[int, ...]
    """dvc and its shell."""
    before: Trace

    @property
    def output(self) -> Path:
        """The folder it will leave."""
        return self.workspace.folder / self.instance.output

    def at_work(self) -> bool:
        """Whether it lives and has not finished its output."""
        return _lives(self.process) and not self.output.exists()

    def wait_until_writing(self) -> bool:
        """Wait for its first file; false if it ended before one was seen."""
        while self.at_work():
            if traces(self.workspace, self.instance) - self.before:
                return self.at_work()
            time.sleep(_LOOK_FOR_FILES)
        return False

    def wait_at_work(self, seconds: float) -> bool:
        """Let it work for some time; false if it finished."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self.at_work():
            time.sleep(_LOOK_FOR_FILES)
        return self.at_work()

    def workers(self) -> list[psutil.Process]:
        """The processes that it shares its work with."""
        found = []
        for child in _descendants(self.process.pid):
            with contextlib.suppress(psutil.Error, OSError):
                parent = child.parent()
                forked = child.cmdline() == self.process.cmdline() and not _ignores_end(child)
                if forked or _runs_module(child, "spawn") or (parent and _runs_module(parent, "forkserver")):
                    found.append(child)
        return found

    def wait_for_workers(self) -> bool:
        """Wait until it has workers; false if it finished without."""
        while self.at_work():
            if self.workers():
                return True
            time.sleep(_LOOK_FOR_PROCESS)
        return False


def find_stage(workspace: Workspace, dvc: subprocess.Popen[bytes], wanted: list[Instance]) -> StageRun | None:
    """Wait until dvc runs one of some stages; none if it ends before."""
    while dvc.poll() is None:
        for process in _descendants(dvc.pid):
            instance = _runs(process, wanted)
            if instance:
                above = tuple(parent.pid for parent in process.parents())
                return StageRun(workspace, instance, process, above, traces(workspace, instance))
        time.sleep(_LOOK_FOR_PROCESS)
    return None


def _runs(process: psutil.Process, wanted: list[Instance]) -> Instance | None:
    """The stage that a process is; not the guard beside it, nor the shell before it."""
    try:
        words = process.cmdline()
        parent = process.parent()
        if "--output" not in words or (parent and parent.cmdline() == words):
            return None
        output = words[words.index("--output") + 1]
    except (psutil.Error, IndexError):
        return None
    return next((instance for instance in wanted if instance.output == output), None)


def _ignores_end(process: psutil.Process) -> bool:
    """Whether a process ignores SIGTERM, as the guard beside a stage does and its workers do not."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    (mask,) = [line.split()[1] for line in status.splitlines() if line.startswith("SigIgn")]
    return bool(int(mask, 16) >> (signal.SIGTERM - 1) & 1)


def traces(workspace: Workspace, instance: Instance) -> Trace:
    """Files begun for an output, and shards in the store, begun or finished."""
    output = workspace.folder / instance.output
    found = set()
    for partial in glob.glob(f"{output.parent}/.{output.name}*"):  # noqa: PTH207 - nothing vanishes under it
        for folder, _, files in os.walk(partial):
            for file in files:
                with contextlib.suppress(OSError):
                    path = Path(folder) / file
                    found.add((str(path), path.stat().st_mtime_ns))
    store = glob.glob(f"{workspace.folder}/.dialogue-etl/store/*/*", include_hidden=True)  # noqa: PTH207
    return found | {(path, 0) for path in store}


def begun(workspace: Workspace) -> list[Path]:
    """Files of outputs and shards that were begun and not finished."""
    found = []
    for name in ("data", "metrics", ".dialogue-etl/store"):
        # Not Path.rglob: that stumbles over folders that vanish meanwhile.
        for folder, _, files in os.walk(workspace.folder / name):
            below = os.path.relpath(folder, workspace.folder)
            found += [Path(folder) / file for file in files if "partial" in f"{below}/{file}"]
    return found


def finished_shards(workspace: Workspace) -> int:
    """Shards that the next run need not make again."""
    store = workspace.folder / ".dialogue-etl" / "store" / "shards"
    return len([path for path in store.glob("*") if not path.name.startswith(".")])


def _descendants(pid: int) -> list[psutil.Process]:
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.Error:
        return []


def _lives(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def _runs_module(process: psutil.Process, module: str) -> bool:
    return f"multiprocessing.{module}" in " ".join(process.cmdline())
