"""`python -m benchmarks.emotions`: how many turns a second get a label, with one worker and with two.

Memory must not grow with the dataset; labels are the same for any number of workers: digests of what every
stage writes tell, each made anew by processes and in a store of its own. Turns are made of the sample's
sentences and a number, so that none is encoded twice.
"""

from __future__ import annotations

import hashlib
import random
import shutil
from pathlib import Path
from typing import Annotated

import pyarrow.parquet as pq
import typer

from benchmarks import measure, stages
from dialogue_etl import params as parameters
from dialogue_etl.core import yaml_files
from dialogue_etl.formats.forms import language_writer

STAGES = ("weak", "initial", "grow", "train", "dataset")
_SENTENCES = stages.ROOT / "dialogue_etl" / "sample" / "emotions" / "sentences" / "sentences.txt"
_LABELLING = ("initial", "dataset")
_TURNS = 8
_ROW = "{:>8} {:>7} {:<8} {:>8} {:>8} {:>12} {:>8}  {}"
app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def run(
    turns: Annotated[list[int], typer.Option(min=20_000, help="In all; repeat it to compare.")] = [  # noqa: B006
        20_000,
        100_000,
    ],
    workers: Annotated[list[int], typer.Option(min=1, help="Processes; repeat it to compare.")] = [1, 2],  # noqa: B006
    encoder: Annotated[str, typer.Option(help="As the parameter emotions.encoder.")] = "minilm",
    folder: Annotated[Path, typer.Option(help="To work in; emptied.")] = Path("bench-emotions"),
) -> None:
    """Make dialogues, run all stages over them, and print the figures; fails if labels differ."""
    folder = folder.resolve()
    typer.echo(
        _ROW.format("turns", "workers", "stage", "CPU-s", "wall-s", "turns/CPU-s", "peak MB", "digest")
    )
    differ = False
    for count in turns:
        told: dict[str, set[str]] = {name: set() for name in STAGES}
        for number in workers:
            shutil.rmtree(folder, ignore_errors=True)
            _furnish(folder, count, encoder)
            for name, command in stages.commands("emotions", STAGES, "en").items():
                words = [word.replace("${emotions.dataset}", "subtitles") for word in command]
                # An empty store for each: what it encodes was not encoded before, no shard is finished.
                shutil.rmtree(folder / "store", ignore_errors=True)
                used = measure.run(words, folder=folder, environment=stages.environment(folder, number))
                digest = _digest(folder / "data" / "emotions" / name)
                told[name].add(digest)
                peak = max(used.peak_bytes, used.children_peak_bytes) / 1e6
                rate = f"{count / used.cpu_seconds:.0f}" if name in _LABELLING else ""
                costs = f"{used.cpu_seconds:.1f}", f"{used.wall_seconds:.1f}", rate, f"{peak:.0f}"
                typer.echo(_ROW.format(count, number, name, *costs, digest[:8]))
        different = [name for name, digests in told.items() if len(digests) > 1]
        differ |= bool(different)
        numbers = " and ".join(map(str, workers))
        said = f"{_labelled(folder):,} turns labelled; outputs that differ between {numbers} workers"
        typer.echo(f"{count:>8} {said}: {', '.join(different) or 'none'}")
    shutil.rmtree(folder, ignore_errors=True)
    raise typer.Exit(differ)


def _furnish(folder: Path, turns: int, encoder: str) -> None:
    folder.mkdir(parents=True)
    dice = random.Random(0)  # noqa: S311 - no secret
    said = [line.partition(" <SEP> ")[2] for line in _SENTENCES.read_text("utf-8").splitlines()]
    with language_writer(folder / "data" / "subtitles" / "dataset", "en", ["train"], ["parquet"]) as write:
        for place in range(turns // _TURNS):
            texts = [f"{dice.choice(said)} {place}.{number}" for number in range(_TURNS)]
            spoken = [{"text": text, "spans": [], "labels": []} for text in texts]
            id = f"d{place}"
            write("train", {"id": id, "source_id": id, "work_id": id, "language": "en", "turns": spoken})
    shutil.copy(stages.ROOT / "dvc.yaml", folder)
    values = {"emotions": {"encoder": encoder, "ablations": False}, "package": {"formats": ["parquet"]}}
    read = parameters.read_values(stages.ROOT / "params.yaml")
    (folder / "params.yaml").write_text(yaml_files.dump(parameters.override(read, values)), "utf-8")


def _digest(folder: Path) -> str:
    """Of the names and contents of all files of an output."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder)}\0{path.stat().st_size}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _labelled(folder: Path) -> int:
    rows = pq.read_table(folder / "data/emotions/dataset/en/train.parquet", columns=["turns"])["turns"]
    return sum(
        any(one["scheme"] == "edos" for one in turn["labels"]) for row in rows.to_pylist() for turn in row
    )


if __name__ == "__main__":
    app()
