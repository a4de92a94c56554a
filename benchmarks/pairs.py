"""`python -m benchmarks.pairs`: made pairs through ten filters and two producers, and a tenth of them."""

import os
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import pyarrow as pa
import typer

from benchmarks.measure import Usage, run
from dialogue_etl import params
from dialogue_etl.core import shards, turns, yaml_files
from dialogue_etl.core.tables import SPLITS
from dialogue_etl.sources.subtitles.tables import FILMS

_ROOT = Path(__file__).resolve().parents[1]
_SHARDS, _PAIRS_OF_A_FILM, _TURNS = 16, 800, 9
_WORDS = (
    *tuple("abcdefghijklmnopqrstuvwxyz"),
    "you",
    "we",
    "they",
    "love",
    "hate",
    "want",
    "never",
    "friend",
)
LISTS: dict[str, Any] = {
    "metadata_filters": [
        {"type": "year", "range": [1950, 2021]},
        {"type": "genre", "values": ["Drama", "Comedy", "Horror"]},
        {"type": "country", "regex": "^(Po|Sp|Fr)"},
        {"type": "subtitle_rating", "min": -10},
    ],
    "producers": [{"type": "tokenizer"}, {"type": "sentiment"}],
    "interaction_filters": [
        {"type": "interval", "max_ms": 4000},
        {"type": "characters_quantity", "target": "both", "range": [4, 400]},
        {"type": "regex", "target": "trigger", "pattern": r"(?i)\b(you|we|they)\b"},
        {"type": "text", "target": "answer", "ends_with": [".", "?", "!"]},
        {"type": "tokens_quantity", "target": "answer", "min": 3},
        {"type": "sentiment", "target": "trigger", "value": "very negative", "negate": True},
    ],
}


def make(workspace: Path, pairs: int) -> None:
    """Write the outputs of the stages before, with so many pairs in dialogues of nine turns."""
    films = [f"tt{number:07d}:1" for number in range(max(1, pairs // _PAIRS_OF_A_FILM))]
    for index in range(_SHARDS):
        own = [film for film in films if shards.shard_of(film, _SHARDS) == index]
        for stage, table, schema in (("films", "films", FILMS), ("split", "splits", SPLITS)):
            folder = workspace / "data/subtitles" / stage / "en"
            with shards.ShardWriter(folder, index, _SHARDS, [], **{table: schema}) as writer:
                writer.add(table, [_film(film) if table == "films" else _split(film) for film in own])
        folder = workspace / "data/subtitles/clean/en"
        with shards.ShardWriter(folder, index, _SHARDS, ["dialogues"]) as writer:
            for film in own:
                writer.write("dialogues", _dialogues(film))
    values = params.override(
        params.WholeParams().model_dump(), {"subtitle_pairs": LISTS, "subtitles.languages": ["en"]}
    )
    (workspace / "params.yaml").write_text(yaml_files.dump(values), "utf-8")
    shutil.copy(_ROOT / "dvc.yaml", workspace)


def _film(id: str) -> dict[str, Any]:
    dice = random.Random(id)  # noqa: S311 - no secret
    known = {
        "genres": [dice.choice(["Drama", "Comedy", "Horror"])],
        "countries": [dice.choice(["Spain", "France"])],
    }
    said = {"year": dice.randint(1950, 2020), "subtitle_rating": dice.uniform(-10, 10), "url": id}
    return {**dict.fromkeys(FILMS.names), "id": id, "film_id": id.partition(":")[0], **known, **said}


def _split(id: str) -> dict[str, Any]:
    return {**dict.fromkeys(SPLITS.names), "source_id": id, "work_id": id, "split": "train"}


def _dialogues(film: str) -> pa.Table:
    dice = random.Random(f"said {film}")  # noqa: S311 - no secret
    count = _PAIRS_OF_A_FILM // (_TURNS - 1)
    texts = list(_texts(dice, count * _TURNS))
    starts = [3_000 * number for number in range(len(texts))]
    ends = [start + dice.randint(500, 4_000) for start in starts]
    said = turns.build(texts, start_ms=starts, end_ms=ends)
    return turns.dialogues(
        [f"{film}:{n}" for n in range(count)], [film] * count, "en", said, [_TURNS] * count
    )


def _texts(dice: random.Random, count: int) -> Iterator[str]:
    for number in range(count):
        words = " ".join(dice.choices(_WORDS, k=dice.randint(2, 14)))
        yield f"{words} number {number}{dice.choice('..?!-')}"


def measure(pairs: int) -> tuple[Usage, dict[str, Any]]:
    """What the stage costs over made pairs, and its metrics."""
    with tempfile.TemporaryDirectory() as name:
        workspace = Path(name)
        make(workspace, pairs)
        stages = {"dialogues": "clean", "documents": "films", "splits": "split"}
        options = [
            word for key, stage in stages.items() for word in (f"--{key}", f"data/subtitles/{stage}/en")
        ]
        program = str(Path(sys.executable).with_name("dialogue-etl"))
        command = [program, "run", "subtitles-pairs", "--language", "en", *options]
        command += ["--output", "data/subtitles/pairs/en", "--metrics", "metrics.json"]
        usage = run(command, folder=workspace, environment={**os.environ, "DIALOGUE_ETL_WORKERS": "1"})
        metrics: dict[str, Any] = yaml_files.load((workspace / "metrics.json").read_text("utf-8"))
        return usage, metrics


def main(pairs: Annotated[int, typer.Option(min=10_000, help="Of the larger run.")] = 1_000_000) -> None:
    """Print pairs, what is kept, CPU seconds, pairs per CPU second and peak memory."""
    print(f"{'pairs':>10} {'read':>10} {'kept':>10} {'CPU s':>8} {'pairs/CPU-s':>12} {'peak MB':>8}")  # noqa: T201
    for number in (pairs // 10, pairs):
        usage, told = measure(number)
        rate = told["pairs_in"] / usage.cpu_seconds
        figures = f"{told['pairs_in']:>10,} {told['pairs']:>10,} {usage.cpu_seconds:>8.1f} {rate:>12,.0f}"
        print(f"{number:>10,} {figures} {usage.peak_bytes / 1e6:>8.0f}")  # noqa: T201


if __name__ == "__main__":
    typer.run(main)
