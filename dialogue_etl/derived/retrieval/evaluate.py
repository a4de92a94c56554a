"""Stage `retrieval-evaluate`: what an agent of the training split answers to questions of the test split.

weights.json     weights of the criteria, as given or as learnt on the validation split
answers.jsonl    each question with the agent's answer, its source, the true answer and their similarity
"""

import logging
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import orjson

from dialogue_etl.core import run
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.core.shards import atomic_folder
from dialogue_etl.derived.retrieval import learn
from dialogue_etl.derived.retrieval.opening import open_agent, read
from dialogue_etl.derived.retrieval.parameters import Retrieval
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats import is_empty, language_folder

log = logging.getLogger("dialogue_etl")


def evaluate(
    *, language: str, dataset: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Ask the agent of a dataset.

    Raises:
        DialogueEtlError: the dataset has no training split in the language as Parquet.
    """
    settings = params[Retrieval]
    folder = language_folder(dataset, language)
    train = folder / "train.parquet"
    if is_empty(dataset) or (not train.is_file() and any(folder.glob("*.parquet"))):
        log.warning("%s has no dialogues in %s to answer with", dataset, train.name)
        _write(output, {}, [])
        run.write_metrics(metrics, {"questions": 0})
        return
    if not train.is_file():
        raise DialogueEtlError(
            f"{train}: no such file; build the dataset of retrieval.dataset first, with parquet among "
            "package.formats, or change retrieval.languages"
        )
    reference, questions = (
        learn.drawn(read([path], language), number) if path.is_file() else []
        for path, number in (
            (folder / "validation.parquet", settings.learn_pairs),
            (folder / "test.parquet", settings.questions),
        )
    )
    agent = open_agent([train], language, settings, runtime.store.parent / "agents")
    learnt: dict[str, Any] = {"learnt_from": 0}
    if settings.learn != "off":
        found = learn.learn(agent, reference)
        log.info("retrieval-evaluate %s: %s", language, found.said())
        agent.weights = found.weights
        learnt = {"learnt_from": found.pairs[0], "before": found.before, "after": found.after}
    if not questions:
        log.warning("retrieval-evaluate %s: no dialogue in the test split: nothing to ask", language)
    figures, rows = learn.evaluate(agent, questions)
    _write(output, agent.weights, rows)
    run.write_metrics(metrics, {**figures, **learnt, "weights": agent.weights})


def _write(output: Path, weights: Mapping[str, float], rows: Iterable[Mapping[str, Any]]) -> None:
    with atomic_folder(output) as folder:
        (folder / "weights.json").write_bytes(orjson.dumps(weights, option=orjson.OPT_INDENT_2))
        lines = (orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in rows)
        (folder / "answers.jsonl").write_bytes(b"".join(lines))
