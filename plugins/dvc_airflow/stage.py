"""Runs one stage in a worktree by `dvc repro --single-item`; independent of Airflow."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from dvc_airflow.lockfile import read_lock, written
from dvc_airflow.locks import hold
from dvc_airflow.processes import (
    GRACE,
    RUN_MARK,
    STAGE_MARK,
    dying_with_us,
    end_leftovers,
    end_session,
)
from dvc_airflow.programs import clean_environment, dvc_program

if TYPE_CHECKING:
    from dvc_airflow.graph import Stage

# What DVC 3 prints.
_UNCHANGED = "didn't change, skipping"
_RESTORED = "is cached - skipping run, checking out outputs"
_FAILED = "ERROR: failed to reproduce"
# Of DVC, or progress, which programs begin with the time of day.
_NO_CAUSE = re.compile(r"(Running stage |> |\d\d:\d\d:\d\d )")
_STAGE_KILLED = re.compile(r"exited with (-\d+|137)$")
# Hints for people who run dvc by hand, which are not logged.
_ADVICE = ("To track the changes", "git add dvc.lock", "To enable auto", "dvc config", "Use `dvc push`")


class StageError(RuntimeError):
    """The stage failed; the message ends with what it printed last (see `cause`)."""


class StageEndedError(RuntimeError):
    """The stage was killed or terminated, for example because Airflow stops: not a failure of its own."""


@dataclass(frozen=True)
class StageResult:
    """The result of a stage."""

    status: str
    """`ran`, `restored from cache` or `unchanged`."""
    outs: dict[str, str] = field(default_factory=dict)
    """MD5 by path, from dvc.lock."""
    metrics: dict[str, Any] = field(default_factory=dict)
    """Content by metrics file."""


class StageProcess:
    """A running `dvc repro` with all it starts; ends with this process or when asked to (see `processes`)."""

    def __init__(self, worktree: Path, stage: Stage, env: Mapping[str, str]) -> None:
        self._worktree = worktree
        self._stage = stage
        marks = {RUN_MARK: str(worktree), STAGE_MARK: stage.name}
        self._env = clean_environment(**env, **marks)
        self._process: subprocess.Popen[str] | None = None
        self._ended = False

    def run(self, say: Callable[[str], None], *, force: bool = False, pull: bool = False) -> StageResult:
        """Reproduce the stage.

        Args:
            say: Called with each line that it prints.
            force: Run it even if nothing changed.
            pull: Download its inputs, and outputs of an earlier run, from the DVC remote.

        Raises:
            StageError: the stage failed.
            StageEndedError: it was killed, or `end` was called.
        """
        command = [*dvc_program(), "--wait-for-lock", "repro", "--single-item", self._stage.name]
        lock = self._worktree / ".dvc" / "tmp" / "stages" / f"{quote(self._stage.name, safe='@')}.lock"
        earlier = f"an earlier try of {self._stage.name} is still at work: waiting for its end"
        with hold(lock, waiting=lambda: say(earlier)):
            if self._ended:
                raise StageEndedError(f"stage {self._stage.name} was asked to end")
            end_leftovers(self._worktree, self._stage.name)
            returned, lines = self._once([*command, *["--force"] * force, *["--pull"] * pull], say)
        if returned == 0:
            return self._result(lines)
        said = "\n".join(cause(lines))
        if self._ended or returned < 0 or any(map(_STAGE_KILLED.search, lines)):
            raise StageEndedError(f"stage {self._stage.name} was ended (dvc returned {returned}): {said}")
        raise StageError(f"stage {self._stage.name} failed: {said}")

    def _once(self, command: list[str], say: Callable[[str], None]) -> tuple[int, list[str]]:
        """Run dvc in a session of its own; its exit code and last lines."""
        lines: deque[str] = deque(maxlen=40)
        with subprocess.Popen(
            command,
            cwd=self._worktree,
            env=self._env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=dying_with_us(),  # noqa: PLW1509 - it only calls prctl
        ) as process:
            self._process = process
            if self._ended:  # asked to while it started
                self.end()
            watching = threading.Thread(target=self._watch, args=(process,), daemon=True)
            watching.start()
            try:
                for line in process.stdout or ():
                    if line.strip() and not line.strip().startswith(_ADVICE):
                        lines.append(line.rstrip())
                        say(line.rstrip())
            except BaseException:
                self.end()
                raise
            finally:
                watching.join()
        return process.returncode, list(lines)

    def _watch(self, process: subprocess.Popen[str]) -> None:
        """When dvc ends, kill its remaining children: they keep our pipe open, so we would wait for them."""
        returned = process.wait()
        end_session(process.pid, signal.SIGKILL)
        if returned < 0:
            end_leftovers(self._worktree, self._stage.name)

    def end(self) -> None:
        """End dvc and what it started; `run` will not start it again."""
        self._ended = True
        if self._process is None or self._process.poll() is not None:
            return
        end_session(self._process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        end_session(self._process.pid, signal.SIGKILL)
        end_leftovers(self._worktree, self._stage.name)

    def _result(self, lines: list[str]) -> StageResult:
        status = "ran"
        if any(_RESTORED in line for line in lines):
            status = "restored from cache"
        elif any(_UNCHANGED in line for line in lines):
            status = "unchanged"
        outs = written(self._stage, read_lock(self._worktree))
        return StageResult(status, outs, read_metrics(self._worktree, self._stage.metrics))


def cause(lines: list[str]) -> list[str]:
    """Why a stage failed: what its command printed last, after its progress, such as a whole traceback.

    Without that it is what DVC says, such as that an input is missing.
    """
    by_dvc = next((place for place, line in enumerate(lines) if line.startswith(_FAILED)), len(lines))
    first = by_dvc
    while first and not _NO_CAUSE.match(lines[first - 1]):
        first -= 1
    return lines[first:by_dvc] or lines[by_dvc:] or lines[-1:] or ["it printed nothing"]


def read_metrics(folder: Path, paths: tuple[str, ...]) -> dict[str, Any]:
    """Contents of the metrics files that exist and are JSON."""
    found: dict[str, Any] = {}
    for path in paths:
        with contextlib.suppress(OSError, ValueError):
            found[path] = json.loads((folder / path).read_text(encoding="utf-8"))
    return found
