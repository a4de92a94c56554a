"""Kills at random moments in a running Airflow, each while a stage writes or a version is published.

    python -m tests.interruptions.airflow_kills --kills 50 --seed 1

Makes a workspace of the embedded sample in two languages, builds each variant undisturbed, then serves it by
`dialogue-etl up` and keeps two runs going while it kills with `kill -9`: stages, dvc and git, the guards over
them, tasks, their workers, the scheduler, the API server. Nothing is cleared or repaired by hand. Exit code 1
if a run does not succeed, a version is not what the undisturbed build gives, a tag has no published folder or
a run two tags, a process is left, or a last run of each variant does not succeed.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import socket
import sys
import tempfile
import time
from collections import Counter
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tests.interruptions import airflow_checks, airflow_scene
from tests.interruptions.airflow_scene import VARIANTS, Served
from tests.interruptions.airflow_strikes import KINDS, Hit, Kill, plan, strike

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

AT_ONCE = 2
"""Runs at the same time."""
_RUN_SECONDS = 1200
_PAUSE_SECONDS = 8
_MISSES = 40
"""Times in a row that a wait for a moment may be in vain: runs wait until Airflow misses a worker."""
_ROW = "{:>3}  {:<10} {:<10} {:>7}  {:<42} {:>5} {:>8}  {}"


def disturb(served: Served, kills: list[Kill], variants: Iterator[str], chance: random.Random) -> list[Hit]:
    """Do the kills, printing a row for each, with runs going on all the time; those done."""
    typer.echo(
        _ROW.format("n", "killed", "while", "pid", "stage, or step of publishing", "below", "gone", "run")
    )
    stages = airflow_scene.stages(served.workspace)
    suffered: Counter[tuple[str, str]] = Counter()
    hits: list[Hit] = []
    missed = 0
    while kills and missed < _MISSES:
        while len(served.active()) < AT_ONCE:
            served.trigger(next(variants), stages)
        time.sleep(chance.uniform(0, _PAUSE_SECONDS))  # or the first stages of a run would bear it all
        if hit := strike(served, kills, suffered, chance):
            hits.append(hit)
            _show(len(hits), hit)
        missed = 0 if hit else missed + 1
    return hits


def _show(number: int, hit: Hit) -> None:
    gone, run = f"{hit.gone:.2f} s", hit.run[-15:-6]
    what = (hit.kill.kind, hit.kill.moment, hit.pid, hit.what, hit.below)
    typer.echo(_ROW.format(number, *what, gone, run))
    for problem in hit.problems:
        typer.echo(f"     PROBLEM: {problem}")


def last_runs(served: Served, variants: Sequence[str]) -> list[str]:
    """Let all runs end, then build each variant once more; what did not end well."""
    stuck = airflow_scene.wait_for_runs(served, _RUN_SECONDS)
    before = set(served.runs())
    for variant in variants:
        served.trigger(variant, [])
    stuck += airflow_scene.wait_for_runs(served, _RUN_SECONDS)
    after = {
        variant for run, (state, variant) in served.runs().items() if run not in before and state == "success"
    }
    missing = [f"the last run of {variant} did not succeed" for variant in set(variants) - after]
    return [f"not ended: {run}" for run in stuck] + missing


def summarise(hits: Sequence[Hit], wrong: Sequence[str]) -> bool:
    """Print what came of it; whether all is well."""
    for kind in KINDS:
        ours = [hit for hit in hits if hit.kill.kind == kind]
        moments = Counter(hit.kill.moment for hit in ours)
        longest = max((hit.gone for hit in ours), default=0.0)
        typer.echo(
            f"{kind:<11} {len(ours):>2} kills {dict(moments)}; longest until all was gone: {longest:.2f} s"
        )
    problems = [problem for hit in hits for problem in hit.problems]
    for line in [*wrong, *problems]:
        typer.echo(f"PROBLEM: {line}")
    typer.echo("result: " + ("all well" if not wrong and not problems else "NOT as it should be"))
    return not wrong and not problems


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.interruptions.airflow_kills", description=__doc__.split("\n", maxsplit=1)[0]
    )
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, help="of the moments; another one each time if not given")
    parser.add_argument(
        "--workspace", type=Path, help="new folder to work in, kept; a temporary one if not given"
    )
    parser.add_argument("--variants", type=int, default=len(VARIANTS), help="so many of them")
    parser.add_argument("--port", type=int, help="a free one if not given")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    """Run it all; 0 if all is well."""
    options = arguments(given)
    seed = options.seed if options.seed is not None else int.from_bytes(os.urandom(2))
    chance = random.Random(seed)
    folder = (options.workspace or Path(tempfile.mkdtemp(prefix="airflow-kills-"))).resolve()
    began = time.monotonic()
    workspace = airflow_scene.make(folder)
    variants = list(VARIANTS)[: options.variants]
    expected = {variant: airflow_scene.undisturbed(workspace, VARIANTS[variant]) for variant in variants}
    typer.echo(f"{folder}, seed {seed}: built undisturbed after {time.monotonic() - began:.0f} s")
    with Served(workspace, options.port or _free_port()) as served:
        served.wait_until_up()
        kills = plan(options.kills, chance)
        hits = disturb(served, kills, cycle(variants), chance)
        typer.echo(f"{len(hits)} kills after {time.monotonic() - began:.0f} s; the runs go on to their end")
        wrong = [f"the moment never came: {kill.kind} while {kill.moment}" for kill in kills]
        wrong += last_runs(served, variants)
        runs, tried = served.runs(), served.attempts()
    wrong += airflow_checks.check(workspace, runs, expected)
    typer.echo(f"\n{len(runs)} runs, {served.starts} starts of `up`; tasks tried again: {len(tried)}")
    well = summarise(hits, wrong)
    typer.echo(f"done in {time.monotonic() - began:.0f} s")
    if well and not options.workspace:
        shutil.rmtree(folder)
    return 0 if well else 1


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    sys.exit(main())
