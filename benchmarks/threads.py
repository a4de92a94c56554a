"""`python -m benchmarks.threads`: trees of comments grown from a seed, and what two stages cost on them.

A chain of 10,000 with one leaf, a root with 100,000 answers, and random trees up to the number of comments.
Memory must stay below a gigabyte and not grow with the corpus.
"""

from __future__ import annotations

import json
import logging
import os
import random
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmarks import measure
from dialogue_etl import params as parameters
from dialogue_etl.runtime import Runtime
from dialogue_etl.sources.threads import corpora
from dialogue_etl.sources.threads.extract import extract
from dialogue_etl.sources.threads.ingest import ingest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CHAIN = 10_000
ANSWERS = 100_000
LANGUAGE = "zh"

_TEXTS = 20_000
_MIXED = 50_000  # comments that change places: parents do not come before their answers
_HERE = Path(__file__).resolve().parents[1]

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@dataclass(frozen=True)
class _Comment:
    id: str
    parent: str | None
    author: str
    time: int


def grown(count: int, seed: int) -> Iterator[_Comment]:
    """As many comments, in trees: the same for the same seed."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    yield from _tree("chain", min(CHAIN, count // 10), draw, lambda number: number - 1)
    yield from _tree("wide", min(ANSWERS, count // 4), draw, lambda _: 0)
    left = count - min(CHAIN, count // 10) - min(ANSWERS, count // 4)
    number = 0
    while left:
        # Most posts have a few answers, a few have thousands.
        size = min(left, 1 + int(draw.paretovariate(1.2)))
        yield from _tree(f"t{number}", size, draw, lambda at: draw.randrange(max(0, at - 20), at))
        left -= size
        number += 1


def _tree(name: str, size: int, draw: random.Random, parent: Callable[[int], int]) -> Iterator[_Comment]:
    for number in range(size):
        above = None if number == 0 else f"{name}.{parent(number)}"
        yield _Comment(f"{name}.{number}", above, f"u{draw.randrange(50_000)}", draw.randrange(10**9))


def write(folder: Path, count: int, seed: int) -> int:
    """Write a corpus of so many comments, and its catalogue; its size in bytes."""
    folder.mkdir(parents=True)
    draw = random.Random(seed)  # noqa: S311 - no secret
    texts = [
        "".join(chr(draw.randrange(0x4E00, 0x9F00)) for _ in range(draw.randrange(3, 60)))
        for _ in range(_TEXTS)
    ]
    path = folder / "grown.jsonl"
    held: list[str] = []
    with path.open("w", encoding="utf-8") as file:
        for comment in grown(count, seed):
            row = {**vars(comment), "text": draw.choice(texts)}
            held.append(json.dumps(row, ensure_ascii=False))
            if len(held) == _MIXED:
                draw.shuffle(held)
                file.write("\n".join(held) + "\n")
                held.clear()
        file.write("\n".join(held) + "\n")
    corpora.add(folder, corpora.Corpus("grown", "tree", LANGUAGE, "CC0-1.0", (path.name,)))
    return path.stat().st_size


@app.command(hidden=True)
def stage(name: str, folder: Path) -> None:
    """Run one stage, in a process of its own that is measured."""
    logging.basicConfig(level=logging.INFO)
    values = parameters.parse({"threads": {"languages": [LANGUAGE], "source": "corpora"}})
    runtime = Runtime(store=folder / "store", workers=1)
    if name == "ingest":
        ingest(
            language=LANGUAGE,
            corpora=folder / "corpora",
            output=folder / "ingest",
            metrics=folder / "ingest.json",
            params=values,
            runtime=runtime,
        )
    else:
        extract(
            language=LANGUAGE,
            threads=folder / "ingest",
            output=folder / "extract",
            metrics=folder / "extract.json",
            params=values,
            runtime=runtime,
        )


@app.command()
def run(
    comments: Annotated[list[int], typer.Option(min=1_000, help="In all; repeat it to compare.")] = [  # noqa: B006
        200_000,
        2_000_000,
    ],
    seed: Annotated[int, typer.Option(help="Of the trees.")] = 0,
    folder: Annotated[Path, typer.Option(help="To work in; emptied.")] = Path("bench-threads"),
) -> None:
    """Grow corpora, run both stages over each, and print the figures."""
    folder = folder.resolve()
    typer.echo("comments    MB  stage    CPU-s  wall-s  MB/CPU-s  peak MB  out")
    for count in comments:
        shutil.rmtree(folder, ignore_errors=True)
        size = write(folder / "corpora", count, seed) / 1e6
        for name in ("ingest", "extract"):
            command = [sys.executable, "-m", "benchmarks.threads", "stage", name, str(folder)]
            environment = {**os.environ, "PYTHONPATH": str(_HERE)}
            used = measure.run(command, folder=folder, environment=environment)
            made = json.loads((folder / f"{name}.json").read_text("utf-8"))
            typer.echo(
                f"{count:>8} {size:>5.0f}  {name:<7} {used.cpu_seconds:>6.1f} {used.wall_seconds:>7.1f} "
                f"{size / used.cpu_seconds:>9.1f} {used.peak_bytes / 1e6:>8.0f}  "
                f"{made.get('dialogues', made.get('comments')):,}"
            )
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    app()
