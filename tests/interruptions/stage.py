"""A stage that takes as long as a test likes: `python -m tests.interruptions.stage KIND`.

Files named `working-*` say that it, or a worker of it, is at work.
"""

import logging
import os
import sys
import time
from pathlib import Path

from dialogue_etl.cli.writing import writing
from dialogue_etl.core import shards
from dialogue_etl.core.engines import local


def sleep(name: str) -> None:
    """Work that lets other threads run."""
    Path(f"working-{name}").touch()
    for _ in range(600):  # a signal that comes just before a call waits for its end
        time.sleep(0.1)


def compute(name: str) -> None:
    """Work in one long call into C, during which no other thread of the process runs."""
    Path(f"working-{name}").touch()
    sum(range(10**11))


def wait(name: str) -> None:
    """Work that ends when the test says so."""
    Path(f"working-{name}").touch()
    while not Path("go").exists():
        time.sleep(0.01)


def work(kind: str) -> None:
    """The work of a stage."""
    if kind == "pool":
        list(local.run(sleep, ["0", "1", "2"], 2))
    elif kind == "compute":
        compute("0")
    elif kind == "sleep":
        sleep("0")
    elif kind == "wait":
        wait(str(os.getpid()))


def main() -> None:
    """Write `output`."""
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    kind = sys.argv[1]
    if kind == "late":
        wait("before")
    with writing(Path("output")), shards.atomic_folder(Path("output")) as folder:
        (folder / "file").write_text(str(os.getpid()))
        work(kind)


if __name__ == "__main__":
    main()
