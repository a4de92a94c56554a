"""`python -m benchmarks.metrics`: the metrics of made responses, beside dialog-eval's own if it is given.

    python -m benchmarks.metrics --original "/venv/bin/python /dialog-eval/code/main.py"

The original's shipped configuration computes bleu-4 alone: switch all 17 on in its config.py first.
"""

from __future__ import annotations

import os
import random
import shlex
import sys
import tempfile
from itertools import accumulate
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.measure import run

_WORDS = 20_000
_DIMENSIONS = 300
_FILES = {"source": "tts", "target": "ttt", "train": "tns", "vocabulary": "tv", "vectors": "vv"}


def make(folder: Path, responses: int, train: int) -> None:
    """Write a test set of words whose shares fall as those of a language do (Zipf), and their vectors."""
    rng = random.Random(0)  # noqa: S311 - no secret
    words = [f"w{number}" for number in range(_WORDS)]
    shares = list(accumulate(1 / (number + 2) for number in range(_WORDS)))
    for name, lines in (
        ("train", train),
        ("source", responses),
        ("target", responses),
        ("said/responses", responses),
    ):
        path = folder / f"{name}.txt"
        path.parent.mkdir(exist_ok=True)
        with path.open("w") as file:
            for _ in range(lines):
                file.write(" ".join(rng.choices(words, cum_weights=shares, k=rng.randint(1, 25))) + "\n")
    (folder / "vocabulary.txt").write_text("".join(f"{word}\n" for word in words))
    with (folder / "vectors.txt").open("w") as file:
        for word in words[:15_000]:
            file.write(f"{word} {' '.join(f'{rng.gauss(0, 1):.4f}' for _ in range(_DIMENSIONS))}\n")


def _scores(path: Path) -> dict[str, float]:
    header, row = path.read_text().splitlines()
    return {
        name: float(cell.split(",")[0])
        for name, cell in zip(header.split()[1:], row.split()[1:], strict=True)
    }


def measure(
    responses: Annotated[int, typer.Option(min=1)] = 2_000,
    train: Annotated[int, typer.Option(min=1)] = 40_000,
    original: Annotated[str, typer.Option(help="Command of dialog-eval, without options.")] = "",
) -> None:
    """Print CPU seconds and memory; of the original how many times as much, and the largest difference."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        make(folder, responses, train)
        said = folder / "said/responses.txt"
        ours = [
            sys.executable,
            "-m",
            "dialogue_etl",
            "metrics",
            str(said),
            "--resamples",
            "0",
            "--metrics-file",
            "ours",
        ]
        ours += [part for name in _FILES for part in (f"--{name}", f"{name}.txt")]
        environment = dict(os.environ, OPENBLAS_NUM_THREADS="1")
        usage = run(ours, folder=folder, environment=environment)
        typer.echo(f"ours: {usage.cpu_seconds:.2f} CPU s, {usage.peak_bytes / 1e6:.0f} MB")
        if original:
            theirs = [*shlex.split(original), "-r", str(said)]
            theirs += [
                part for name, short in _FILES.items() for part in (f"-{short}", str(folder / f"{name}.txt"))
            ]
            other = run(theirs, folder=folder, environment=environment)
            ratio = other.cpu_seconds / usage.cpu_seconds
            typer.echo(
                f"dialog-eval: {other.cpu_seconds:.2f} CPU s, {other.peak_bytes / 1e6:.0f} MB: "
                f"{ratio:.1f} times"
            )
            mine, its = _scores(folder / "ours"), _scores(said.with_name("metrics.txt"))
            worst = max(abs(mine[name] - value) for name, value in its.items())
            typer.echo(f"{len(its)} metrics, largest difference {worst:.1e}")


if __name__ == "__main__":
    typer.run(measure)
