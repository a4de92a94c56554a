"""What the tests of the classifiers share: a corpus of made-up topics, the stages run over it."""

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dialogue_etl import params as parameters
from dialogue_etl.core import shards
from dialogue_etl.core.turns import row as turn_row
from dialogue_etl.params import Params
from dialogue_etl.sources.threads.classify import classify
from dialogue_etl.sources.threads.train import train
from dialogue_etl.sources.threads.trees import dialogue_id
from tests.conftest import quick_runtime

TOPICS = 40
WORDS = [[f"t{topic}w{number}" for number in range(8)] for topic in range(TOPICS)]
COMMON = ["well", "really", "quite", "often", "maybe", "never", "always", "today", "again", "more"]


def dialogue(thread: str, *texts: str, language: str = "en", id: str = "") -> dict[str, Any]:
    turns = [turn_row(text, utterance_id=f"{thread}.{number}") for number, text in enumerate(texts)]
    id = id or dialogue_id(thread, f"{thread}.0", f"{thread}.{len(texts) - 1}", whole=True)
    named = {"id": id, "source_id": thread, "language": language}
    return {**named, "turns": turns}


def corpus(threads: int = 300, seed: int = 0) -> list[dict[str, Any]]:
    """Threads whose answers go on about the topic of the post."""
    dice = random.Random(seed)
    found = []
    for number in range(threads):
        topic = WORDS[dice.randrange(TOPICS)]
        turns = [
            " ".join(dice.sample(topic, 3) + dice.sample(COMMON, 3)) for _ in range(dice.choice([2, 2, 3]))
        ]
        turns[1:] = [f"and {turn}" if dice.random() < 0.5 else turn for turn in turns[1:]]
        found.append(dialogue(f"made:{number}", *turns))
    return found


def write(folder: Path, count: int = 2, **tables: Iterable[Mapping[str, Any]]) -> Path:
    """The output of a stage."""
    rows = {"dialogues": [], "drops": [], **{name: list(of) for name, of in tables.items()}}
    for index in range(count):
        with shards.ShardWriter(folder, index, count, rows) as writer:
            for name, of in rows.items():
                writer.add(name, [row for row in of if shards.shard_of(row["source_id"], count) == index])
    return folder


def params(**changes: Any) -> Params:
    values = {"min_labels": 20, "threshold_rule": "fixed", "max_share": 1.0, **changes}
    return parameters.parse(
        parameters.override({}, {f"classify.{name}": value for name, value in values.items()})
    )


@dataclass(frozen=True)
class Run:
    """The two stages over a corpus."""

    folder: Path
    dialogues: Path
    language: str = "en"
    workers: int = 1

    def train(self, **changes: Any) -> dict[str, Any]:
        train(
            dialogues=self.dialogues,
            annotations=self.folder / "annotations",
            output=self.folder / "train",
            **self._same("train", changes),
        )
        return self.metrics("train")

    def classify(self, **changes: Any) -> dict[str, Any]:
        classify(
            dialogues=self.dialogues,
            models=self.folder / "train",
            output=self.folder / "classify",
            **self._same("classify", changes),
        )
        return self.metrics("classify")

    def _same(self, stage: str, changes: Mapping[str, Any]) -> dict[str, Any]:
        runtime = quick_runtime(store=self.folder / "store", workers=self.workers, alone_below=0)
        metrics = self.folder / f"{stage}.json"
        return {
            "language": self.language,
            "metrics": metrics,
            "params": params(**changes),
            "runtime": runtime,
        }

    def metrics(self, stage: str) -> dict[str, Any]:
        return json.loads((self.folder / f"{stage}.json").read_text("utf-8"))

    def rows(self, table: str) -> list[dict[str, Any]]:
        return list(shards.read(self.folder / "classify", table))

    def kept(self) -> set[str]:
        return {row["id"] for row in self.rows("dialogues")}


def annotate(folder: Path, rows: Sequence[tuple[str, str, str]]) -> None:
    """A file of labels for pairs."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        json.dumps({"post": post, "response": response, "label": label}) for post, response, label in rows
    ]
    (folder / "noise.jsonl").write_text("\n".join(lines), "utf-8")
