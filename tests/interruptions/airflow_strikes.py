"""One kill in a running Airflow: a moment waited for, a process killed, and what was below it watched."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from tests.interruptions.watching import StageRun, traces
from tests.interruptions.workspace import Instance, Workspace

if TYPE_CHECKING:
    import random
    from collections import Counter
    from collections.abc import Iterator

    from tests.interruptions.airflow_scene import RunningTask, Served

STAGE, DVC, GUARD, TASK, WORKER = "stage", "dvc", "guard", "task", "worker"
SCHEDULER, SERVER = "scheduler", "api-server"
KINDS = (STAGE, SCHEDULER, DVC, SERVER, TASK, WORKER, GUARD)
WRITING, PUBLISHING = "writing", "publishing"
LIMIT = 2.0
"""Seconds in which everything below a killed process of a task must be gone."""
LIMIT_UP = 40.0
"""The same for the scheduler: `up` asks tasks to end, and lets them."""
MOST_TRIES = 2
"""Kills that one task can take: Airflow tries each so often again."""
_PUBLISH_SECONDS = 4.0
"""The longest wait in a task that publishes; half of them are shorter than a quarter, for most take two."""
_WRITE_SECONDS = 0.3
_PATIENCE = 15.0


@dataclass(frozen=True)
class Kill:
    """What is to be killed, and while what happens."""

    kind: str
    moment: str


@dataclass(frozen=True)
class Moment:
    """A task that is writing or publishing right now."""

    task: RunningTask
    what: str
    """Stage that writes, or step of publishing."""
    stage: psutil.Process | None = None
    command: psutil.Process | None = None
    """dvc or git."""
    guard: psutil.Process | None = None


@dataclass
class Hit:
    """A kill that was done."""

    kill: Kill
    pid: int
    what: str
    run: str
    gone: float
    """Seconds until everything that was below the killed process had ended."""
    below: int
    problems: list[str] = field(default_factory=list)


def plan(kills: int, chance: random.Random) -> list[Kill]:
    """Kinds in turn, each mostly while a stage writes, at times while a version is published."""
    chosen = []
    for number in range(kills):
        turn, place = divmod(number, len(KINDS))
        kind = KINDS[place]
        publishing = turn % 3 == 1 and kind not in {STAGE, GUARD}
        chosen.append(Kill(kind, PUBLISHING if publishing else WRITING))
    chance.shuffle(chosen)
    return chosen


def strike(
    served: Served, kills: list[Kill], suffered: Counter[tuple[str, str]], chance: random.Random
) -> Hit | None:
    """Wait for the moment of one of some kills, do it, and take it from them; none if none came in time.

    Args:
        served: the Airflow.
        kills: that are still to be done.
        suffered: kills by run and task, counted up: no task is hit more often than Airflow tries it again.
        chance: of the moment.
    """
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        for task in served.running():
            moment = PUBLISHING if task.name == "publish" else WRITING
            kill = next((kill for kill in kills if kill.moment == moment), None)
            if kill is None:
                continue
            with contextlib.suppress(psutil.Error):
                now = _publishing(task, chance) if moment == PUBLISHING else _writing(task, chance)
                # With a part of Airflow ends all that runs now, also what began while we waited.
                hit = served.running() if kill.kind in {SCHEDULER, SERVER} else [task]
                if any(suffered[other.run, other.name] >= MOST_TRIES for other in hit):
                    continue
                if now and (victim := _victim(served, kill.kind, now)):
                    suffered.update((other.run, other.name) for other in hit)
                    kills.remove(kill)
                    return _kill(victim, kill, now)
        time.sleep(0.03)
    return None


def _victim(served: Served, kind: str, now: Moment) -> psutil.Process | None:
    if kind in {SCHEDULER, SERVER}:
        return served.part(kind)
    return {
        STAGE: now.stage,
        DVC: now.command,
        GUARD: now.guard,
        TASK: now.task.process,
        WORKER: now.task.worker,
    }[kind]


def _kill(victim: psutil.Process, kill: Kill, now: Moment) -> Hit:
    below = [process for process in victim.children(recursive=True) if not _is_idle(process)]
    victim.kill()
    began = time.monotonic()
    limit = LIMIT_UP if kill.kind in {SCHEDULER, SERVER} else LIMIT
    left = below
    while left and time.monotonic() - began < limit:
        time.sleep(0.01)
        left = [process for process in left if _lives(process)]
    hit = Hit(kill, victim.pid, now.what, now.task.run, time.monotonic() - began, len(below))
    if left:
        hit.problems.append(f"still there after {limit} s: {[' '.join(p.cmdline())[:80] for p in left]}")
    return hit


def _is_idle(process: psutil.Process) -> bool:
    """Whether it is a worker without a task; such do not heed SIGTERM, and are killed by `up` in the end."""
    with contextlib.suppress(psutil.Error):
        return "<idle>" in " ".join(process.cmdline())
    return True


def _lives(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.Error):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def _writing(task: RunningTask, chance: random.Random) -> Moment | None:
    """A task whose stage has begun a file of its output, some moments ago."""
    for guard in task.process.children():
        words = guard.cmdline()
        if "--single-item" not in words:
            continue
        name = words[words.index("--single-item") + 1]
        command = next(iter(guard.children()), None)
        for process, output in _stages(guard):
            folder = Workspace(Path(guard.cwd()))
            instance = Instance(name, output)
            run = StageRun(folder, instance, process, (), traces(folder, instance))
            if run.wait_until_writing() and run.wait_at_work(chance.uniform(0, _WRITE_SECONDS)):
                return Moment(task, name, process, command, guard)
    return None


def _stages(guard: psutil.Process) -> Iterator[tuple[psutil.Process, str]]:
    """The stage below a guard, with its output; neither the shell before it nor its own guard beside it."""
    for process in guard.children(recursive=True):
        words = process.cmdline()
        parent = process.parent()
        if "--output" in words and not (parent and parent.cmdline() == words):
            yield process, words[words.index("--output") + 1]


def _publishing(task: RunningTask, chance: random.Random) -> Moment | None:
    """The task `publish` between its first git or dvc and its end."""
    if task.name != "publish":
        return None
    deadline = time.monotonic() + 20
    while not _commands(task) and time.monotonic() < deadline:
        time.sleep(0.005)
    time.sleep(_PUBLISH_SECONDS * chance.random() ** 2)
    while _lives(task.process) and time.monotonic() < deadline:
        if commands := _commands(task):
            return Moment(task, _step(commands[0]), None, commands[0])
    return None


def _commands(task: RunningTask) -> list[psutil.Process]:
    found = []
    for process in task.process.children():
        with contextlib.suppress(psutil.Error):
            if {"git", "dvc"} & {Path(word).name for word in process.cmdline()[:2]}:
                found.append(process)
    return found


def _step(process: psutil.Process) -> str:
    words = [Path(word).name for word in process.cmdline() if "python" not in word]
    plain = [word for word in words if not word.startswith("-") and "=" not in word]
    return " ".join(plain[:3])
