"""Kills at random moments, each while a stage writes; the build must come out as if nothing had happened.

    python -m tests.interruptions.kills --kills 30 --seed 1

Builds a workspace once undisturbed, then another one with `kill -9` of the stage, of dvc, of dvc with a shell
between it and the stage, and of a worker process; prints what each kill hit. Exit code 1 if a byte of the
result differs, a process is left after two seconds, half an output is visible, or a lock needs a person.
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
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tests.interruptions import striking, workspace
from tests.interruptions.striking import BEHIND_SHELL, DVC, STAGE, WORKER, Hit, Kill, MissedError
from tests.interruptions.watching import begun, find_stage
from tests.targets import BOOKS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.interruptions.workspace import Instance, Workspace

_SHORTEST = 0.005  # seconds
_ROW = "{:>3}  {:<20} {:<19} {:>16}  {:<52} {:>9}"


@dataclass
class Seen:
    """What an undisturbed stage did."""

    seconds: float
    """From its first file to its output."""
    workers: bool


def observe(calm: Workspace) -> dict[Instance, Seen]:
    """Build a workspace undisturbed; what its stages did.

    Raises:
        RuntimeError: the build fails.
    """
    waiting = workspace.instances()
    seen = {}
    dvc = calm.start("dvc", "repro", *BOOKS)
    while waiting and (run := find_stage(calm, dvc, waiting)):
        writing = run.wait_until_writing()
        began, workers = time.monotonic(), False
        while writing and run.at_work():
            workers = workers or bool(run.workers())
            time.sleep(0.01)
        seen[run.instance] = Seen(time.monotonic() - began, workers)
        waiting.remove(run.instance)
    if dvc.wait():
        raise RuntimeError(f"the undisturbed build failed: see {calm.log}")
    return seen


def plan(seen: Mapping[Instance, Seen], kills: int, chance: random.Random) -> list[Kill]:
    """So many kills in the order of the stages: every stage in turn, every victim in turn.

    A stage that is turned off writes a line that says so: nobody can be caught at that.
    """
    by_kind: dict[str, list[Instance]] = {}
    for instance in seen:
        if seen[instance].seconds >= _SHORTEST:
            by_kind.setdefault(instance.kind, []).append(instance)
    kinds = list(by_kind)
    chance.shuffle(kinds)
    chosen = []
    for number in range(kills):
        turn, place = divmod(number, len(kinds))
        pooled = [instance for instance in by_kind[kinds[place]] if seen[instance].workers]
        victims = [STAGE, DVC, BEHIND_SHELL] + [WORKER] * bool(pooled)
        victim = victims[(turn + place) % len(victims)]
        candidates = pooled if victim == WORKER else by_kind[kinds[place]]
        chosen.append(Kill(chance.choice(candidates), victim))
    order = workspace.instances()
    # Last the kill that lets its stage finish.
    return sorted(chosen, key=lambda kill: (order.index(kill.instance), kill.victim == WORKER))


def disturb(
    victim: Workspace,
    kills: Sequence[Kill],
    seen: Mapping[Instance, Seen],
    reference: Mapping[str, str],
    chance: random.Random,
) -> list[Hit]:
    """Do the kills, printing a row for each."""
    typer.echo(_ROW.format("n", "stage", "killed", "moment", "on disk", "gone"))
    hits = []
    for number, kill in enumerate(kills, start=1):
        seconds = seen[kill.instance].seconds
        try:
            hit = striking.strike(victim, kill, seconds, reference, chance)
        except MissedError as error:
            hit = Hit(kill, 0.0, "nothing", problems=[str(error)])
        moment = f"{hit.after:.2f} of {seconds:.2f} s"
        gone = "goes on" if hit.gone is None else f"{hit.gone:.2f} s"
        typer.echo(_ROW.format(number, kill.instance.name, kill.victim, moment, hit.on_disk, gone))
        for problem in hit.problems:
            typer.echo(f"     PROBLEM: {problem}")
        hits.append(hit)
    return hits


def differences(victim: Workspace, reference: Mapping[str, str]) -> list[str]:
    """What is not as an undisturbed build leaves it."""
    now = victim.digests()
    wrong = sorted(path for path in {*now, *reference} if now.get(path) != reference.get(path))
    left = [str(path) for path in begun(victim) if ".dialogue-etl" not in path.parts]
    return [f"differs: {path}" for path in wrong] + [f"left behind: {path}" for path in left]


def summarise(hits: Sequence[Hit], wrong: Sequence[str]) -> bool:
    """Print what came of it; whether all is well."""
    stages = Counter(hit.kill.instance.kind for hit in hits)
    victims = Counter(hit.kill.victim for hit in hits)
    gone = [hit.gone for hit in hits if hit.gone is not None]
    problems = [problem for hit in hits for problem in hit.problems]
    typer.echo(f"\n{len(hits)} kills, each while a stage wrote")
    typer.echo("stages:  " + ", ".join(f"{name} {number}" for name, number in stages.items()))
    typer.echo("victims: " + ", ".join(f"{name} {number}" for name, number in victims.items()))
    typer.echo(
        f"longest until all processes were gone: {max(gone, default=0):.2f} s (limit {striking.LIMIT} s)"
    )
    typer.echo(f"result: {'every byte as undisturbed' if not wrong else 'NOT as undisturbed'}")
    for line in [*wrong[:20], *problems]:
        typer.echo(f"  {line}")
    return not wrong and not problems


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.interruptions.kills", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, help="of the moments; another one each time if not given")
    parser.add_argument(
        "--workspace", type=Path, help="folder to work in, kept; a temporary one if not given"
    )
    parser.add_argument("--books", type=int, default=300, help="per language")
    parser.add_argument("--paragraphs", type=int, default=500, help="per book")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    """Run it all; 0 if all is well."""
    options = arguments(given)
    seed = options.seed if options.seed is not None else int.from_bytes(os.urandom(2))
    chance = random.Random(seed)
    folder = options.workspace or Path(tempfile.mkdtemp(prefix="kills-"))
    began = time.monotonic()
    victim = workspace.make(folder.resolve(), options.books, options.paragraphs)
    calm = victim.copy("undisturbed")
    seen = observe(calm)
    reference = calm.digests()
    typer.echo(f"{folder}, seed {seed}: built undisturbed after {time.monotonic() - began:.0f} s")
    hits = disturb(victim, plan(seen, options.kills, chance), seen, reference, chance)
    victim.run("dvc", "repro", *BOOKS)
    well = summarise(hits, differences(victim, reference))
    typer.echo(f"done in {time.monotonic() - began:.0f} s")
    if well and not options.workspace:
        shutil.rmtree(folder)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
