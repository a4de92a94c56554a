"""Full disks, clocks that jump, other places: the build must come out as if nothing had happened.

    python -m tests.interruptions.surroundings disk clock place --source threads

Builds the embedded sample once undisturbed. `disk`: each stage runs anew on a disk with little room left;
it must fail with a sentence, leave nothing, and succeed once there is room (root mounts a tmpfs). `clock`:
a build while the clock jumps by up to a year (Debian: apt-get install faketime). `place`: other folders,
locales, file modes, hash seeds and numbers of workers. Exit code 1 if a byte of the result differs.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import typer

from tests.interruptions import workspace
from tests.interruptions.kills import differences
from tests.interruptions.workspace import Workspace
from tests.targets import TARGETS

SPARE = (1_000_000, 3_000_000)
"""Bytes left on the disk; DVC's own databases take 600,000 of them."""
SENTENCE = "No space left on device: free some, then run this again"
FAKETIME = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1")
PLACES = (
    (0o077, {"LC_ALL": "C", "PYTHONHASHSEED": "0", "DIALOGUE_ETL_WORKERS": "1"}),
    (0o022, {"LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "random", "TZ": "Asia/Kathmandu"}),
)


def disk(fresh: Workspace, source: str) -> Iterator[str]:
    """Run each stage with little room, then all with enough."""
    victim = fresh.copy("disk")
    victim.run("dvc", "repro", *TARGETS[source])
    reference, filling = victim.digests(), victim.folder.with_name("filling")
    for name, output in workspace.instances(victim.folder, source).items():
        for spare in SPARE:
            victim.run(
                "dvc", "checkout", "--with-deps", name
            )  # the last one that failed has left it no input
            victim.forget_finished_shards()
            said = victim.log.stat().st_size
            with _filled(filling, spare):
                failed = victim.start("dvc", "repro", "--force", "--single-item", name).wait()
            text = victim.log.read_text("utf-8")[said:]
            if not failed or SENTENCE not in text or "Traceback" in text:
                yield f"{name} with {spare:,} bytes left: {text[-300:]!r}"
            if (victim.folder / output).exists():
                yield f"{name} with {spare:,} bytes left: {output} is there"
    victim.run("dvc", "repro", *TARGETS[source])
    yield from differences(victim, reference)


@contextlib.contextmanager
def _filled(filling: Path, spare: int) -> Iterator[None]:
    """A disk that is full up to so many bytes, later written logs included."""
    found = os.statvfs(filling.parent)
    with filling.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, found.f_bavail * found.f_frsize - spare)
    yield
    filling.unlink()


def clock(fresh: Workspace, source: str) -> Iterator[str]:
    """Build while the clock jumps every two seconds."""
    stamp, chance = fresh.folder.with_name("stamp"), random.Random(source)
    faked = {"LD_PRELOAD": str(FAKETIME), "FAKETIME_TIMESTAMP_FILE": str(stamp), "NO_FAKE_STAT": "1"}
    victim = replace(fresh.copy("clock"), settings=faked | {"FAKETIME_NO_CACHE": "1"})
    stamp.write_text("-1d", "utf-8")
    building = victim.start("dvc", "repro", *TARGETS[source])
    while building.poll() is None:
        time.sleep(2)
        stamp.write_text(f"{chance.randint(-365, 2)}d", "utf-8")
    if building.returncode:
        yield f"dvc returned {building.returncode}: see {victim.log}"
    yield from differences(victim, _undisturbed(fresh, source))


def place(fresh: Workspace, source: str) -> Iterator[str]:
    """Build in other folders under other settings."""
    for number, (mask, settings) in enumerate(PLACES):
        victim = replace(fresh.copy(f"place {number}"), settings=settings)
        before = os.umask(mask)
        victim.run("dvc", "repro", *TARGETS[source])
        os.umask(before)
        yield from (f"{settings}: {one}" for one in differences(victim, _undisturbed(fresh, source)))


def _undisturbed(fresh: Workspace, source: str) -> dict[str, str]:
    built = Workspace(fresh.folder.with_name("undisturbed"))
    if not built.folder.exists():
        fresh.copy(built.folder.name).run("dvc", "repro", *TARGETS[source])
    return built.digests()


CAMPAIGNS: dict[str, Callable[[Workspace, str], Iterator[str]]] = {
    "disk": disk,
    "clock": clock,
    "place": place,
}


def main() -> int:
    """Run the named campaigns; 0 if all is well."""
    parser = argparse.ArgumentParser(
        "python -m tests.interruptions.surroundings", description=__doc__.split("\n")[0]
    )
    parser.add_argument("campaign", nargs="+", choices=CAMPAIGNS)
    parser.add_argument("--source", choices=TARGETS, default="threads")
    given = parser.parse_args()
    problems = []
    with tempfile.TemporaryDirectory(prefix="surroundings-") as folder, contextlib.ExitStack() as mounted:
        if "disk" in given.campaign:
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400m", "tmpfs", folder], check=True)
            mounted.callback(subprocess.run, ["umount", folder], check=True)
        fresh = workspace.make(Path(folder))
        for name in given.campaign:
            began = time.monotonic()
            found = [f"{name}: {problem}" for problem in CAMPAIGNS[name](fresh, given.source)]
            typer.echo(f"{name}: {len(found)} problems after {time.monotonic() - began:.0f} s")
            problems += found
    for problem in problems:
        typer.echo(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
