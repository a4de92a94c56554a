"""Every stage on a full disk; the build must come out as if nothing had happened.

    python -m tests.interruptions.full_disks --source threads

Builds the embedded sample, then runs each stage anew on a disk with little room left: it must fail with a
sentence, leave nothing, and succeed once there is room. For root: mounts a tmpfs. Exit code 1 if a byte of
the result differs.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import typer

from tests.interruptions import workspace
from tests.interruptions.kills import differences
from tests.interruptions.workspace import Workspace
from tests.targets import TARGETS

SPARE = (1_000_000, 3_000_000)
"""Bytes left on the disk; DVC's own databases take 600,000 of them."""
SENTENCE = "No space left on device: free some, then run this again"


def disk(victim: Workspace, source: str) -> Iterator[str]:
    """Run each stage with little room, then all with enough; what went wrong."""
    victim.run("dvc", "repro", *TARGETS[source])
    reference, filling = victim.digests(), victim.folder.with_name("filling")
    for name, output in workspace.instances(victim.folder, source).items():
        for spare in SPARE:
            victim.run("dvc", "checkout", "--with-deps", name)  # what failed before left it no input
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
    """A disk that is full up to so many bytes."""
    found = os.statvfs(filling.parent)
    with filling.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, found.f_bavail * found.f_frsize - spare)
    yield
    filling.unlink()


def main() -> int:
    """Run it all; 0 if all is well."""
    parser = argparse.ArgumentParser(
        "python -m tests.interruptions.full_disks", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--source", choices=TARGETS, default="threads")
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="full-disks-") as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400m", "tmpfs", folder], check=True)
        try:
            problems = list(disk(workspace.make(Path(folder)), given.source))
        finally:
            subprocess.run(["umount", folder], check=True)
    for problem in problems:
        typer.echo(f"PROBLEM: {problem}")
    typer.echo(f"{len(problems)} problems after {time.monotonic() - began:.0f} s")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
