"""The stages of threads in process, with the arguments dvc.yaml gives them, and a corpus to run them over."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl import params as knobs
from dialogue_etl import shards
from dialogue_etl.check import threads as check
from dialogue_etl.sources.threads import corpora, extract, ingest, package
from dialogue_etl.sources.threads.classify import stage as classify
from dialogue_etl.sources.threads.classify import train
from dialogue_etl.sources.threads.rules import stage as rules
from dialogue_etl.split import split

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialogue_etl.params import Params
    from dialogue_etl.runtime import Runtime

PER_LANGUAGE = ("ingest", "extract", "rules", "train", "classify", "split")
STAGES = (*PER_LANGUAGE, "package", "check", "report")
NOWHERE = Path("nowhere")


@dataclass(frozen=True)
class Build:
    """A folder with the outputs of stages."""

    folder: Path
    params: Params
    runtime: Runtime
    corpora: Path = NOWHERE
    blacklists: Path = NOWHERE
    annotations: Path = NOWHERE

    @property
    def stages(self) -> Path:
        return self.folder / "data" / "threads"

    def run(self, *names: str) -> Build:
        """Run stages of all languages; without names all but the report."""
        for name in names or STAGES[:-1]:
            if name in PER_LANGUAGE:
                for language in self.params.threads.languages:
                    self._run(name, language)
            elif name == "check":
                self._check()
            else:
                self._run_over_all(name)
        return self

    def _run(self, name: str, language: str) -> None:
        common: dict[str, Any] = {
            "language": language,
            "output": self.stages / name / language,
            "metrics": self.folder / "metrics" / "threads" / name / f"{language}.json",
            "params": self.params,
        }
        machine = {**common, "runtime": self.runtime}

        def of(stage: str) -> Path:
            return self.stages / stage / language

        if name == "ingest":
            ingest.ingest(corpora=self.corpora, **machine)
        elif name == "extract":
            extract.extract(threads=of("ingest"), **machine)
        elif name == "rules":
            rules.rules(dialogues=of("extract"), blacklists=self.blacklists, **machine)
        elif name == "train":
            given = {"extracted": of("extract"), "annotations": self.annotations}
            train.train(dialogues=of("rules"), **given, **machine)
        elif name == "classify":
            classify.classify(dialogues=of("rules"), models=of("train"), **machine)
        else:
            split(dialogues=of("classify"), unit="thread", **common)

    def _check(self) -> None:
        check.check(
            dataset=self.stages / "dataset",
            output=self.stages / "check",
            metrics=self.folder / "metrics" / "threads" / "check.json",
            params=self.params,
            runtime=self.runtime,
        )

    def _run_over_all(self, name: str) -> None:
        from dialogue_etl.sources.threads.report import build as report  # noqa: PLC0415 - draws charts

        function = package.package if name == "package" else report.build
        output = self.stages / ("dataset" if name == "package" else name)
        metrics = self.folder / "metrics" / "threads" / f"{name}.json"
        places = {"stages": self.stages, "output": output, "metrics": metrics}
        function(**places, params=self.params, runtime=self.runtime)

    def copied(self, folder: Path, changes: Mapping[str, Any] | None = None) -> Build:
        """The same outputs elsewhere, to run some stages again with changed knobs."""
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        values = knobs.override(self.params.model_dump(), dict(changes or {}))
        return replace(self, folder=folder, params=knobs.parse(values))

    def rows(self, stage: str, language: str, table: str) -> list[dict[str, Any]]:
        return list(shards.read(self.stages / stage / language, table))

    def metrics(self, stage: str, language: str) -> dict[str, Any]:
        path = self.folder / "metrics" / "threads" / stage / f"{language}.json"
        metrics: dict[str, Any] = json.loads(path.read_text("utf-8"))
        return metrics


def values(changes: Mapping[str, Any] | None = None) -> Params:
    """The defaults, with a few shards, and changes by dotted key."""
    return knobs.parse(knobs.override({}, {"storage.shards": 3, **(changes or {})}))


def lines(rows: Sequence[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def add(folder: Path, name: str, files: Mapping[str, str], language: str, form: str = "tree") -> None:
    """A corpus in a folder of them."""
    digests = []
    for file, text in sorted(files.items()):
        path = folder / name / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        digests.append(hashlib.sha256(path.read_bytes()).hexdigest())
    paths = tuple(f"{name}/{file}" for file in sorted(files))
    corpora.add(folder, corpora.Corpus(name, form, language, "CC0-1.0", paths, tuple(digests)))


def chain(root: str, *texts: str) -> list[dict[str, Any]]:
    """A thread without branches; two people speak in turn."""
    return [
        {"id": f"{root}.{place}", "parent": f"{root}.{place - 1}" if place else None}
        | {"author": f"someone {place % 2}", "text": text, "time": None}
        for place, text in enumerate(texts)
    ]


_TOPICS = [[f"t{topic}w{number}" for number in range(8)] for topic in range(40)]
_COMMON = ["well", "really", "quite", "often", "maybe", "never", "always", "today", "again", "more"]


def talk(threads: int, seed: int = 0) -> list[dict[str, Any]]:
    """Trees whose answers go on about the topic of their post: there is something to learn from."""
    dice = random.Random(seed)
    rows = []
    for number in range(threads):
        topic = dice.choice(_TOPICS)

        def said(topic: list[str] = topic) -> str:
            return " ".join(dice.sample(topic, 3) + dice.sample(_COMMON, 3))

        root = {
            "id": f"{number}",
            "parent": None,
            "author": dice.choice("abc"),
            "text": said(),
            "time": number,
        }
        rows.append(root)
        ids = [root["id"]]
        for place in range(dice.choice([1, 2, 4])):
            text = f"and {said()}" if dice.random() < 0.5 else said()
            row = {"id": f"{number}.{place}", "parent": dice.choice(ids), "author": dice.choice("defg")}
            rows.append({**row, "text": text, "time": number + place})
            ids.append(row["id"])
    return rows
