"""One kill: waited for, done, and looked at afterwards."""

from __future__ import annotations

import os
import re
import signal
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import psutil

from tests.interruptions.processes import marked, seconds_until_gone
from tests.interruptions.watching import StageRun, begun, find_stage, finished_shards
from tests.interruptions.workspace import instances
from tests.targets import BOOKS

if TYPE_CHECKING:
    import random
    import subprocess
    from collections.abc import Mapping

    from tests.interruptions.workspace import Instance, Workspace

LIMIT = 2.0
"""Seconds in which everything must be gone."""
ATTEMPTS = 8
STAGE, DVC, BEHIND_SHELL, WORKER = "stage", "dvc", "dvc, shell between", "worker"
_TROUBLE = re.compile(r"Unable to acquire lock|is busy|corrupted|validation failed")


class MissedError(RuntimeError):
    """A stage was never caught while it wrote."""


@dataclass(frozen=True)
class Kill:
    """Who is to be killed while a stage writes."""

    instance: Instance
    victim: str


@dataclass
class Hit:
    """A kill that was done."""

    kill: Kill
    after: float
    """Seconds from the stage's first file."""
    on_disk: str
    gone: float | None = None
    """Seconds until all processes had ended; none where the stage was to go on."""
    problems: list[str] = field(default_factory=list)


def strike(
    workspace: Workspace,
    kill: Kill,
    seconds: float,
    reference: Mapping[str, str],
    chance: random.Random,
) -> Hit:
    """Run dvc until a stage writes, wait a random time, kill; look at what is left.

    Args:
        workspace: where.
        kill: what to kill and when.
        seconds: that the stage writes when it is not disturbed.
        reference: digests of an undisturbed build.
        chance: of the moment.

    Raises:
        MissedError: the stage was always faster.
    """
    for attempt in range(ATTEMPTS):
        heard = workspace.log.stat().st_size
        dvc = _start(workspace, kill, again=attempt > 0)
        run = _catch(workspace, dvc, kill.instance)
        began = time.monotonic()
        if run and (kill.victim != WORKER or run.wait_for_workers()):
            run.wait_at_work(chance.uniform(0, 0.8) * seconds / 2**attempt)
        hit = _kill(dvc, run, kill, began, chance) if run else None
        problems = _end(workspace, dvc)
        if hit:
            hit.problems += problems + wrong_outputs(workspace, reference) + _trouble(workspace, heard)
            return hit
    raise MissedError(f"{kill.instance.name} was never caught while it wrote")


def _start(workspace: Workspace, kill: Kill, *, again: bool) -> subprocess.Popen[bytes]:
    """`dvc repro`; of one stage, done already, if it was missed before."""
    more = ("--force", "--single-item", kill.instance.name) if again else BOOKS
    if again:
        workspace.forget_finished_shards()
    return workspace.start("dvc", "repro", *more, shell_between=kill.victim == BEHIND_SHELL)


def _catch(workspace: Workspace, dvc: subprocess.Popen[bytes], wanted: Instance) -> StageRun | None:
    """The stage once it writes; none if it was done already, or too fast."""
    stages = instances()
    run = find_stage(workspace, dvc, stages[stages.index(wanted) :])
    return run if run and run.instance == wanted and run.wait_until_writing() else None


def _kill(
    dvc: subprocess.Popen[bytes], run: StageRun, kill: Kill, began: float, chance: random.Random
) -> Hit | None:
    """Kill the victim; none if there is no such process (any more)."""
    workers = run.workers() if kill.victim == WORKER else []
    victims = {STAGE: [run.process], WORKER: workers}.get(kill.victim, [psutil.Process(dvc.pid)])
    if not victims or not run.at_work():
        return None
    chance.choice(victims).kill()
    hit = Hit(kill, time.monotonic() - began, _on_disk(run.workspace))
    if kill.victim == WORKER:
        hit.problems += _goes_on(run)
        return hit
    hit.gone = seconds_until_gone(run.workspace.mark, LIMIT, run.above if kill.victim == STAGE else ())
    if hit.gone > LIMIT:
        left = [" ".join(process.cmdline())[:80] for process in marked(run.workspace.mark)]
        hit.problems.append(f"still there after {LIMIT} s: {left}")
    if kill.victim == STAGE and dvc.wait(60) == 0:
        hit.problems.append("dvc took a killed stage for a success")
    return hit


def _goes_on(run: StageRun) -> list[str]:
    """After a worker's death the stage finishes its output."""
    try:
        run.process.wait(120)
    except psutil.TimeoutExpired:
        return ["the stage hangs since its worker died"]
    return [] if run.output.exists() else ["the stage failed since its worker died"]


def _on_disk(workspace: Workspace) -> str:
    sizes = []
    for path in begun(workspace):
        try:
            sizes.append(path.stat().st_size)
        except OSError:  # removed meanwhile
            continue
    return (
        f"{len(sizes)} files ({sum(sizes) / 1000:.0f} kB) begun, {finished_shards(workspace)} shards finished"
    )


def _end(workspace: Workspace, dvc: subprocess.Popen[bytes]) -> list[str]:
    """Ask what still runs to end."""
    if dvc.poll() is None:
        os.killpg(dvc.pid, signal.SIGTERM)
    dvc.wait()
    if seconds_until_gone(workspace.mark, 10) <= 10:
        return []
    for process in marked(workspace.mark):
        process.kill()
    return ["processes were left 10 s after SIGTERM"]


def wrong_outputs(workspace: Workspace, reference: Mapping[str, str]) -> list[str]:
    """Outputs that are there but not what an undisturbed build leaves."""
    now = workspace.digests()
    problems = []
    for instance in instances():
        prefix = f"{instance.output}/"
        if (workspace.folder / instance.output).exists() and _below(now, prefix) != _below(reference, prefix):
            problems.append(f"{instance.output} is not whole")
    metrics = _below(now, "metrics/")
    problems += [
        f"{path} differs" for path, digest in metrics.items() if _visible(path) and digest != reference[path]
    ]
    return problems


def _below(digests: Mapping[str, str], prefix: str) -> dict[str, str]:
    return {path: digest for path, digest in digests.items() if path.startswith(prefix)}


def _visible(path: str) -> bool:
    return not any(part.startswith(".") for part in path.split("/"))


def _trouble(workspace: Workspace, heard: int) -> list[str]:
    """What programs said that a person would have to do something about."""
    with workspace.log.open("rb") as log:
        log.seek(heard)
        said = log.read().decode(errors="replace")
    return sorted({found.group() for found in _TROUBLE.finditer(said)})
