"""One stage of a worktree, run by `dvc repro --single-item`; knows nothing of Airflow."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import psutil

from dvc_airflow.changes import read
from dvc_airflow.mending import mend
from dvc_airflow.programs import clean_environment, dvc_program

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from dvc_airflow.graph import Stage

RUN_MARK = "DVC_AIRFLOW_WORKTREE"
"""Environment variable of everything a stage starts: how leftovers of a killed attempt are found."""
STAGE_MARK = "DVC_AIRFLOW_STAGE"

# What DVC 3 prints; --wait-for-lock covers its repository lock but not the lock on paths ("is busy").
_UNCHANGED = "didn't change, skipping"
_RESTORED = "is cached - skipping run, checking out outputs"
_WORTH_ANOTHER_TRY = {
    "Unable to acquire lock": "another dvc holds the lock",
    "is busy": "another dvc holds the lock",
    "dvc.lock' validation failed": "a killed dvc left dvc.lock cut short",
    "structure is corrupted": "a killed dvc left a file cut short",
}
_STAGE_KILLED = re.compile(r"exited with (-\d+|137)$")
# Advice for people who run dvc by hand; here `publish` does these things.
_ADVICE = (
    "To track the changes",
    "git add dvc.lock",
    "To enable auto staging",
    "dvc config",
    "Use `dvc push`",
)
ATTEMPTS = 5
GRACE = 10
"""Seconds between SIGTERM and SIGKILL."""


class StageError(RuntimeError):
    """The stage failed; the message ends with the last line it printed."""


@dataclass(frozen=True)
class StageResult:
    """What came of a stage."""

    status: str
    """`ran`, `restored from cache` or `unchanged`."""
    outs: dict[str, str] = field(default_factory=dict)
    """Path to md5, from dvc.lock."""
    metrics: dict[str, Any] = field(default_factory=dict)
    """Metrics file to its content."""


class StageProcess:
    """A running `dvc repro`, with all it starts, as one process group that can be ended."""

    def __init__(self, worktree: Path, stage: Stage, env: Mapping[str, str], drop: tuple[str, ...]) -> None:
        self._worktree = worktree
        self._stage = stage
        self._env = clean_environment({**env, RUN_MARK: str(worktree), STAGE_MARK: stage.name}, drop=drop)
        self._process: subprocess.Popen[str] | None = None
        self._ended = False

    def run(self, say: Callable[[str], None]) -> StageResult:
        """Reproduce the stage; again when another dvc holds its paths, or when it was killed.

        Args:
            say: Called with each line printed.

        Raises:
            StageError: the stage failed.
        """
        for attempt in range(1, ATTEMPTS + 1):
            end_leftovers(self._worktree, self._stage.name)
            mend(self._worktree)
            returned, lines = self._once(say)
            if returned == 0:
                mend(self._worktree)
                return self._result(lines)
            reason = _worth_another_try(returned, lines)
            if not reason or self._ended or attempt == ATTEMPTS:
                break
            say(f"{reason}, trying again ({attempt} of {ATTEMPTS - 1})")
            time.sleep(2 * attempt)
        last = lines[-1] if lines else "it printed nothing"
        raise StageError(f"stage {self._stage.name} failed (dvc returned {returned}): {last}")

    def _once(self, say: Callable[[str], None]) -> tuple[int, list[str]]:
        command = [dvc_program(), "--wait-for-lock", "repro", "--single-item", self._stage.name]
        lines: deque[str] = deque(maxlen=40)
        try:
            self._process = subprocess.Popen(
                command,
                cwd=self._worktree,
                env=self._env,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                start_new_session=True,
            )
            for line in self._process.stdout or ():
                if line.strip() and not line.strip().startswith(_ADVICE):
                    lines.append(line.rstrip())
                    say(line.rstrip())
            return self._process.wait(), list(lines)
        finally:
            self.end()

    def end(self) -> None:
        """End the whole process group, dvc and what it started; nothing if it is already over."""
        if self._process is None or self._process.poll() is not None:
            return
        self._ended = True
        for sign in (signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, sign)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(GRACE)

    def _result(self, lines: list[str]) -> StageResult:
        status = "ran"
        if any(_RESTORED in line for line in lines):
            status = "restored from cache"
        elif any(_UNCHANGED in line for line in lines):
            status = "unchanged"
        locked = (read(self._worktree / "dvc.lock").get("stages") or {}).get(self._stage.name, {})
        outs = {out["path"]: out.get("md5", "") for out in locked.get("outs", ())}
        return StageResult(status, outs, read_metrics(self._worktree, self._stage.metrics))


def _worth_another_try(returned: int, lines: list[str]) -> str | None:
    """Why a failure is none of the stage's own, if so."""
    for sign, reason in _WORTH_ANOTHER_TRY.items():
        if any(sign in line for line in lines):
            return reason
    if returned < 0:
        return f"dvc was ended by signal {-returned}"
    if any(_STAGE_KILLED.search(line) for line in lines):
        return "the stage was killed"
    return None


def read_metrics(folder: Path, paths: tuple[str, ...]) -> dict[str, Any]:
    """Contents of the metrics files that exist and are JSON."""
    found: dict[str, Any] = {}
    for path in paths:
        with contextlib.suppress(OSError, ValueError):
            found[path] = json.loads((folder / path).read_text(encoding="utf-8"))
    return found


def end_leftovers(worktree: Path, stage: str | None = None) -> None:
    """Kill what an earlier, killed attempt left running in a worktree.

    A `kill -9` of a task spares what dvc started (tried); a retry would then write beside it.

    Args:
        worktree: Folder of the run.
        stage: Only this stage's processes; all of the run's when None.
    """
    ours = [psutil.Process(), *psutil.Process().parents()]
    found = [p for p in psutil.process_iter() if p not in ours and _belongs(p, worktree, stage)]
    for process in found:
        with contextlib.suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(found, timeout=GRACE)


def _belongs(process: psutil.Process, worktree: Path, stage: str | None) -> bool:
    try:
        env = process.environ()
    except (psutil.Error, OSError):  # another user's, or gone
        return False
    return env.get(RUN_MARK) == str(worktree) and stage in {None, env.get(STAGE_MARK)}
