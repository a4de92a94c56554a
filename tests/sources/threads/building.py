"""Corpora of threads for the tests, and the stages to run over them."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import TYPE_CHECKING, Any

from dialogue_etl import params as parameters
from dialogue_etl.sources.threads import corpora
from tests import conftest
from tests.conftest import REGISTRY, stage_names
from tests.labels.made import COMMON, WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.params import Params

STAGES = tuple(stage_names("threads"))
PER_LANGUAGE = tuple(name for name in STAGES if REGISTRY[f"threads-{name}"].per_language)
Build = partial(conftest.Build, source="threads")


def values(changes: Mapping[str, Any] | None = None) -> Params:
    """The defaults, with a few shards, and changes by dotted key."""
    return parameters.parse(parameters.override({}, {"storage.shards": 3, **(changes or {})}))


def lines(rows: Sequence[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def add(folder: Path, name: str, files: Mapping[str, str], language: str, form: str = "tree") -> None:
    """A corpus in a folder of them."""
    for file, text in files.items():
        path = folder / name / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    paths = tuple(f"{name}/{file}" for file in sorted(files))
    corpora.add(folder, corpora.Corpus(name, form, language, "CC0-1.0", paths))


def chain(root: str, *texts: str) -> list[dict[str, Any]]:
    """A thread without branches; two people speak in turn."""
    return [
        {"id": f"{root}.{place}", "parent": f"{root}.{place - 1}" if place else None}
        | {"author": f"someone {place % 2}", "text": text, "time": None}
        for place, text in enumerate(texts)
    ]


def talk(threads: int, seed: int = 0) -> list[dict[str, Any]]:
    """Trees whose answers go on about the topic of their post: there is something to learn from."""
    dice = random.Random(seed)
    rows = []
    for number in range(threads):
        topic = dice.choice(WORDS)

        def said(topic: list[str] = topic) -> str:
            return " ".join(dice.sample(topic, 3) + dice.sample(COMMON, 3))

        root = {"id": f"{number}", "parent": None, "author": dice.choice("abc")}
        rows.append({**root, "text": said(), "time": number})
        ids = [root["id"]]
        for place in range(dice.choice([1, 2, 4])):
            text = f"and {said()}" if dice.random() < 0.5 else said()
            row = {"id": f"{number}.{place}", "parent": dice.choice(ids), "author": dice.choice("defg")}
            rows.append({**row, "text": text, "time": number + place})
            ids.append(row["id"])
    return rows
