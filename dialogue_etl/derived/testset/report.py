"""Stage `testset-report`: test sets of a dataset, and what random and true responses to them are worth.

<language>/source.txt, target.txt    questions and answers of the test split, a line each, words apart
<language>/train.txt                 questions of the training split
<language>/random.txt                an answer of the training split for each question, drawn at random
report.html                          the metrics of `random` (RT in the papers' tables) and `target` (GT)

Another system's responses to source.txt are measured by `dialogue-etl metrics` with these files.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.progress import progress
from dialogue_etl.core.split_files import splits
from dialogue_etl.derived.questions import drawn
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats import is_empty
from dialogue_etl.labels.encoder import encoder
from dialogue_etl.metrics.definition import DEFINITIONS
from dialogue_etl.metrics.evaluate import evaluate
from dialogue_etl.metrics.inputs import Files
from dialogue_etl.metrics.parameters import Testset
from dialogue_etl.metrics.results import as_json
from dialogue_etl.report.responses import render
from dialogue_etl.text.lines import one_line

log = logging.getLogger("dialogue_etl")


def report(*, dataset: Path, output: Path, metrics: Path, params: Params, workspace: Path) -> None:
    """Write test sets of all languages, measure both kinds of responses, and write the page.

    Raises:
        DialogueEtlError: the dataset has no Parquet files, or the vectors are missing.
    """
    asked = params[Testset]
    found = [folder for folder in sorted(dataset.glob("*/")) if "train" in splits(folder)]
    if is_empty(dataset) or (not found and any(dataset.glob("*/*.parquet"))):
        log.warning("%s has no dialogues to make a test set of", dataset)
    elif not found:
        raise DialogueEtlError(
            f"{dataset}: no */train.parquet; build the dataset of testset.source first, with parquet in "
            "package.formats"
        )
    tables: dict[str, Any] = {}
    with shards.atomic_folder(output) as folder:
        for place in progress("test sets", found, len(found), unit="languages"):
            if files := _write(place, folder / place.name, asked):
                tables[place.name] = _measured(files, asked, workspace)
        title = f"Random and true responses, {asked.source}"
        page = render(title, tables, DEFINITIONS[asked.definition])
        shards.write_atomic(folder / "report.html", page.encode())
    run.write_metrics(metrics, {name: _values(systems) for name, systems in tables.items()})


def _write(dataset: Path, folder: Path, asked: Testset) -> Files | None:
    """The files of a language; None if it has no pairs to learn from or to be tested by."""
    files = splits(dataset)
    held_out = files.get("test") or files.get("validation")
    if held_out is None:
        return None
    random = np.random.default_rng([asked.seed, *dataset.name.encode()])
    test = drawn(held_out, asked.max_pairs, random)
    train = drawn(files["train"], asked.max_train, random)
    if not test or not train:
        return None
    number = len(test)
    chosen = random.choice(len(train), number, replace=len(train) < number)
    texts = {
        "source": [question for question, _ in test],
        "target": [answer for _, answer in test],
        "train": [question for question, _ in train],
        "random": [train[place][1] for place in chosen],
    }
    folder.mkdir()
    for name, lines in texts.items():
        _lines(folder / f"{name}.txt", lines)
    source, target, learnt, said = (folder / f"{name}.txt" for name in texts)
    return Files((said, target), source, (target,), learnt, language=dataset.name, lenient=True)


def _lines(path: Path, texts: Sequence[str]) -> None:
    path.write_text("".join(f"{one_line(text)}\n" for text in texts), encoding="utf-8", newline="\n")


def _measured(files: Files, asked: Testset, workspace: Path) -> dict[str, Any]:
    vectors = workspace / asked.vectors if asked.vectors else None
    systems = evaluate(
        replace(files, vectors=vectors),
        DEFINITIONS[asked.definition],
        encoder=encoder(asked.encoder),
        resamples=asked.resamples,
        seed=asked.seed,
    )
    return as_json(dict(zip(("random", "target"), systems, strict=True)))


def _values(systems: dict[str, Any]) -> dict[str, Any]:
    return {
        name: {"responses": of["responses"]} | {key: one["value"] for key, one in of["metrics"].items()}
        for name, of in systems.items()
    }
