"""Stage `emotions-dataset`: the dataset of a source with a label for every turn.

Rows are those of the dataset, in its splits, forms and order; each turn has more of `labels`: the scheme, the
likeliest label, and the chance that it is right; then the next ones, and none if that chance is too small.
"""

import logging
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.progress import progress
from dialogue_etl.core.run import Job
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.core.store import Finished
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.derived.emotions import card, packaged
from dialogue_etl.derived.emotions.labelling import classifiers
from dialogue_etl.derived.emotions.labelling.certainty import of_turns
from dialogue_etl.derived.emotions.labelling.embedded import DECIMALS
from dialogue_etl.derived.emotions.labelling.labels import Scheme
from dialogue_etl.derived.emotions.parameters import Emotions
from dialogue_etl.derived.emotions.train import LABELS
from dialogue_etl.formats.card import made_with
from dialogue_etl.formats.forms import language_writer

log = logging.getLogger("dialogue_etl")
_FILE = "labels.arrow"
_LABELS = pa.schema([("labels", pa.list_(pa.int16())), ("scores", pa.list_(pa.float32()))])


def label(
    *,
    dataset: Path,
    model: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
    libraries: Path | None = None,
) -> None:
    """Write a packaged dataset of any source with the labels of the trained model.

    Raises:
        DialogueEtlError: the dataset has no dialogues in a language that is asked for.
    """
    values = params[Emotions]
    names = values.inventory.labels
    how = {"labels": names, "top": values.top, "min_score": values.min_score}
    parts = {
        tag: packaged.jobs(dataset, tag, model / "model", runtime.store, **how) for tag in values.languages
    }
    learnt = run.read_metrics(model / LABELS, "emotions-train")
    classifiers.ready(values)
    figures: dict[str, Any] = {"languages": {}, "labels": {}, "without_label": {}, "warnings": []}
    rights: set[str] = set()
    with shards.atomic_folder(output) as folder:
        for language, jobs in parts.items():
            done = packaged.labelled(f"label {language}", _label, jobs, runtime)
            figures["languages"][language] = _write(folder, language, done, params, rights)
            counted: Counter[str] = Counter()
            for _, shard in done:
                counted.update(shard.result["labels"])
            figures["labels"][language] = {name: counted[name] for name in names if counted[name]}
            figures["without_label"][language] = counted[""]
            figures["warnings"] += [
                f"{language}: {sentence}"
                for sentence in of_turns(figures["labels"][language], learnt["labels"])
            ]
        figures["total"] = {
            name: sum(counts["all"][name] for counts in figures["languages"].values())
            for name in ("dialogues", "utterances")
        }
        figures |= made_with(libraries)
        card.write(folder, {**figures, "warnings": learnt["warnings"] + figures["warnings"]}, rights, params)
    run.write_metrics(metrics, figures)
    for sentence in figures["warnings"]:
        log.warning("labels: %s", sentence)
    run.report_counts("dataset", "all", {"total": figures["total"]})


def _label(job: Job, folder: Path) -> Mapping[str, Any]:
    """The label of every turn, with the turns before it as context."""
    model, names = packaged.classifier(job), job.settings["labels"]
    top, least = job.settings["top"], job.settings["min_score"]
    counted: Counter[str] = Counter()
    with pa.ipc.new_file(folder / _FILE, _LABELS) as writer:
        for batch in packaged.batches(job, ["turns.list.element.text"]):
            chances = model.turn_chances(packaged.said(batch))
            sure = model.confidence(chances)
            order = np.argsort(-chances, axis=1, kind="stable")[:, :top]
            scores = np.take_along_axis(chances, order, axis=1)
            # What is left for the others; none of them is surer than the likeliest one.
            scores[:, 1:] *= ((1 - sure) / np.maximum(1 - scores[:, 0], 1e-6))[:, None]
            scores = np.minimum(scores, sure[:, None]).round(DECIMALS)
            scores[:, 0] = sure
            guessed = model.classes[order].tolist()
            kept = [some if one >= least else [] for some, one in zip(guessed, sure.tolist(), strict=True)]
            counted.update(names[some[0]] if some else "" for some in kept)
            columns = [
                pa.array(kept, _LABELS.field("labels").type),
                pa.array(scores.tolist(), _LABELS.field("scores").type),
            ]
            writer.write_batch(pa.RecordBatch.from_arrays(columns, schema=_LABELS))
    return {"labels": dict(sorted(counted.items()))}


def _write(
    folder: Path, language: str, done: Sequence[tuple[Job, Finished]], params: Params, rights: set[str]
) -> dict[str, dict[str, int]]:
    """Write the rows with their labels, in all forms, and collect their rights; how many, by split."""
    counts = {split: Counter(dialogues=0, utterances=0) for split in (*SPLIT_NAMES, "all")}
    filled = [split for split in SPLIT_NAMES if any(job.settings["split"] == split for job, _ in done)]
    with language_writer(folder, language, filled, **params.package.model_dump()) as write:
        for job, shard in progress(f"package {language}", done, len(done)):
            split = job.settings["split"]
            for row in _rows(job, shard.folder / _FILE, params[Emotions].inventory):
                write(split, row)
                rights.add(row["rights"] or "")
                for name in (split, "all"):
                    counts[name].update(dialogues=1, utterances=len(row["turns"]))
    return {split: dict(numbers) for split, numbers in counts.items()}


def _rows(job: Job, labels: Path, inventory: Scheme) -> Iterator[dict[str, Any]]:
    """The rows of a job, each turn with its labels."""
    with pa.ipc.open_file(labels) as file:
        for number, batch in enumerate(packaged.batches(job)):
            told = iter(file.get_batch(number).to_pylist())
            for row in batch.to_pylist():
                for turn, one in zip(row["turns"], told, strict=False):
                    new = [
                        {"scheme": inventory.name, "label": inventory.labels[number], "score": score}
                        for number, score in zip(one["labels"], one["scores"], strict=False)
                    ]
                    kept = [old for old in turn.get("labels") or [] if old["scheme"] != inventory.name]
                    turn["labels"] = [*kept, *new]
                yield row
