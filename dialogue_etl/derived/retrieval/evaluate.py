"""Stage `retrieval-evaluate`: what an agent of the training split answers to questions of the test split.

weights.json     weights of the criteria, as given or as learnt on the validation split
answers.jsonl    each question with the agent's answer, its source, the true answer and their similarity
report.html      the figures, and the first of these
"""

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from dialogue_etl.core import run
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.core.shards import atomic_folder
from dialogue_etl.core.split_files import splits
from dialogue_etl.derived.retrieval import learn
from dialogue_etl.derived.retrieval.opening import open_agent, read
from dialogue_etl.derived.retrieval.parameters import Retrieval
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats import is_empty, language_folder
from dialogue_etl.report import templates

_PAGE = Path(__file__).with_name("report.html")
_SHOWN = 100  # questions on the page
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
    files = splits(folder)
    if is_empty(dataset) or (files and "train" not in files):
        log.warning("%s has no dialogues in its training split to answer with", dataset)
        _write(output, {"questions": 0, "weights": {}}, [], language)
        run.write_metrics(metrics, {"questions": 0})
        return
    if not files:
        raise DialogueEtlError(
            f"{folder / 'train.parquet'}: no such file; build the dataset of retrieval.dataset first, with "
            "parquet among package.formats, or change retrieval.languages"
        )
    reference, questions = (
        learn.drawn(read(files.get(split, ()), language), number)
        for split, number in (("validation", settings.learn_pairs), ("test", settings.questions))
    )
    agent = open_agent(files["train"], language, settings, runtime.store.parent / "agents")
    learnt: dict[str, Any] = {"learnt_from": 0}
    if settings.learn != "off":
        found = learn.learn(agent, reference)
        log.info("retrieval-evaluate %s: %s", language, found.said())
        agent.weights = found.weights
        learnt = {"learnt_from": found.pairs[0], "before": found.before, "after": found.after}
    if not questions:
        log.warning("retrieval-evaluate %s: no dialogue in the test split: nothing to ask", language)
    figures, rows = learn.evaluate(agent, questions)
    figures |= {**learnt, "weights": agent.weights}
    _write(output, figures, rows, language)
    run.write_metrics(metrics, figures)


def _write(
    output: Path, figures: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], language: str
) -> None:
    title = f"Answers of the training split, {language}"
    page = templates.render(_PAGE, title=title, figures=figures, rows=rows[:_SHOWN])
    with atomic_folder(output) as folder:
        (folder / "report.html").write_bytes(page.encode())
        weights = orjson.dumps(figures["weights"], option=orjson.OPT_INDENT_2)
        (folder / "weights.json").write_bytes(weights)
        lines = (orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in rows)
        (folder / "answers.jsonl").write_bytes(b"".join(lines))
