"""Kills at random moments; the build must come out as if nothing had happened.

    python -m tests.interruptions.kills --kills 30 --seed 1
    python -m tests.interruptions.kills --airflow --kills 50
    python -m tests.interruptions.kills --source subtitles

Builds a workspace once undisturbed, then lets its stages run with `kill -9` of the stage, of dvc and of a
worker process; with `--airflow` runs of the DAG, with kills of stages, dvc, tasks, workers, the scheduler
and the API server. Exit code 1 if a byte of the result differs, a process is left, half an output is visible,
or a lock needs a person.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import typer

from tests.interruptions import airflow_kills, workspace
from tests.interruptions.processes import is_stage, marked, seconds_until_gone
from tests.targets import TARGETS

if TYPE_CHECKING:
    import subprocess

    from tests.interruptions.workspace import Workspace

LIMIT = 10.0
"""Seconds until everything must be gone; a stage that has just begun must first import what looks for dvc."""
STAGE, DVC, WORKER = "stage", "dvc", "worker"
_ATTEMPTS = 30
"""Runs of stages drawn by chance; those with little work have no worker that lives long enough."""


def disturb(
    victim: Workspace, reference: Mapping[str, str], options: argparse.Namespace, chance: random.Random
) -> list[str]:
    """Kill so many processes of stages that run in a workspace built once; what went wrong."""
    problems = []
    stages = workspace.instances(victim.folder, options.source)
    for number in range(options.kills):
        kind = (STAGE, DVC, WORKER)[number % 3]
        for _ in range(_ATTEMPTS):
            name = chance.choice(list(stages))
            victim.run("dvc", "checkout", "--with-deps", name)  # an earlier kill may have left it no input
            victim.forget_finished_shards()
            dvc = victim.start("dvc", "repro", "--force", "--single-item", name)
            found = _kill(dvc, kind, chance)
            ended = [*(found or ()), *_end(victim, dvc), *_half_written(victim, stages[name], reference)]
            problems += [f"{kind} of {name}: {problem}" for problem in ended]
            if found is not None:
                typer.echo(f"{number + 1:>3}  {kind:<6}  {name:<20}  {'; '.join(ended) or 'well'}")
                break
        else:
            problems.append(f"{kind}: none was caught in {_ATTEMPTS} runs")
    return problems


def _kill(dvc: subprocess.Popen[bytes], kind: str, chance: random.Random) -> list[str] | None:
    """Wait for a process of a kind and a moment more, kill it; what went wrong, None if all was over."""
    while not _victims(dvc, kind):
        if dvc.poll() is not None:
            return None
        time.sleep(0.005)
    time.sleep(chance.expovariate(2))
    try:
        if not (victims := _victims(dvc, kind)):
            return None
        chance.choice(victims).kill()
    except psutil.NoSuchProcess:
        return None
    succeeded = dvc.wait() == 0
    if succeeded != (kind == WORKER):
        return ["dvc took a killed stage for a success" if succeeded else "failed since its worker died"]
    return []


def _victims(dvc: subprocess.Popen[bytes], kind: str) -> list[psutil.Process]:
    """Processes of a kind while a stage runs; workers are forked from a server that is the stage's child."""
    try:
        top = psutil.Process(dvc.pid)
        stages = [one for one in top.children(recursive=True) if is_stage(one)][:1]
        workers = [worker for stage in stages for server in stage.children() for worker in server.children()]
        return {STAGE: stages, DVC: [top] if stages else [], WORKER: workers}[kind]
    except psutil.Error:
        return []


def _end(victim: Workspace, dvc: subprocess.Popen[bytes]) -> list[str]:
    """After a kill all must end by itself; a dvc that was not killed may do its work."""
    dvc.wait()
    gone = seconds_until_gone(victim.mark, LIMIT)
    left = [" ".join(one.cmdline())[:80] for one in marked(victim.mark)] if gone > LIMIT else []
    for one in marked(victim.mark):
        one.kill()
    return [f"still there after {LIMIT} s: {left}"] if left else []


def _half_written(victim: Workspace, output: str, reference: Mapping[str, str]) -> list[str]:
    """Whether an output is there that an undisturbed build does not leave."""
    if not (victim.folder / output).exists():
        return []
    now = victim.digests()
    same = all(now.get(path) == one for path, one in reference.items() if path.startswith(f"{output}/"))
    return [] if same else [f"{output} is not whole"]


def differences(victim: Workspace, reference: Mapping[str, str]) -> list[str]:
    """What is not as an undisturbed build leaves it."""
    now = victim.digests()
    wrong = sorted(path for path in {*now, *reference} if now.get(path) != reference.get(path))
    left = [path for name in ("data", "metrics") for path in (victim.folder / name).rglob(".*partial*")]
    return [f"differs: {path}" for path in wrong] + [f"left behind: {path}" for path in left]


def plain(folder: Path, options: argparse.Namespace, chance: random.Random) -> list[str]:
    """The campaign without Airflow; what went wrong."""
    victim = workspace.make(folder)
    workspace.fill(options.source, victim, options.books, options.paragraphs)
    victim.run("dvc", "repro", *TARGETS[options.source])
    reference = victim.digests()
    typer.echo("built undisturbed")
    problems = disturb(victim, reference, options, chance)
    victim.run("dvc", "repro", *TARGETS[options.source])
    return problems + differences(victim, reference)


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(
        "python -m tests.interruptions.kills", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--airflow", action="store_true", help="in a running Airflow")
    parser.add_argument("--source", choices=TARGETS, default="books")
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, help="of the moments; another one each time if not given")
    parser.add_argument("--workspace", type=Path, help="new folder to work in, kept; else a temporary one")
    parser.add_argument("--books", type=int, default=300, help="or films, threads; per language")
    parser.add_argument("--paragraphs", type=int, default=500, help="or blocks, comments; of each")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    """Run it all; 0 if all is well."""
    options = arguments(given)
    seed = options.seed if options.seed is not None else int.from_bytes(os.urandom(2))
    folder = (options.workspace or Path(tempfile.mkdtemp(prefix="kills-"))).resolve()
    began = time.monotonic()
    typer.echo(f"{folder}, seed {seed}")
    if options.airflow:
        problems = airflow_kills.campaign(folder, options.source, options.kills, random.Random(seed))
    else:
        problems = plain(folder, options, random.Random(seed))
    for problem, number in Counter(problems).items():
        typer.echo(f"PROBLEM ({number}): {problem}")
    typer.echo(f"{'NOT as it should be' if problems else 'all well'} after {time.monotonic() - began:.0f} s")
    if not problems and not options.workspace:
        shutil.rmtree(folder)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
