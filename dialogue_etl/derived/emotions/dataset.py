"""Stage `emotions-dataset`: the dataset of a source with a label for every turn.

Rows are those of the dataset, in its splits, forms and order; each turn has one more of `labels`: scheme
`edos`, the likeliest label, and the chance that it is right.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

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
from dialogue_etl.derived.emotions.labelling.labels import LABELS
from dialogue_etl.derived.emotions.parameters import Emotions
from dialogue_etl.formats.card import made_with
from dialogue_etl.formats.forms import language_writer

SCHEME = "edos"
_FILE = "labels.arrow"
_LABELS = pa.schema([("label", pa.int8()), ("score", pa.float32())])


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
    parts = {tag: packaged.jobs(dataset, tag, model / "model", runtime.store) for tag in values.languages}
    classifiers.ready(values)
    figures: dict[str, Any] = {"languages": {}, "labels": {}}
    rights: set[str] = set()
    with shards.atomic_folder(output) as folder:
        for language, jobs in parts.items():
            done = packaged.labelled(f"label {language}", _label, jobs, runtime)
            figures["languages"][language] = _write(folder, language, done, params, rights)
            counted: Counter[str] = Counter()
            for _, shard in done:
                counted.update(shard.result["labels"])
            figures["labels"][language] = {name: counted[name] for name in LABELS if counted[name]}
        figures["total"] = {
            name: sum(counts["all"][name] for counts in figures["languages"].values())
            for name in ("dialogues", "utterances")
        }
        figures |= made_with(libraries)
        card.write(folder, figures, rights, params)
    run.write_metrics(metrics, figures)
    run.report_counts("dataset", "all", {"total": figures["total"]})


def _label(job: Job, folder: Path) -> Mapping[str, Any]:
    """The label of every turn, with the turns before it as context."""
    model = packaged.classifier(job)
    counted: Counter[str] = Counter()
    with pa.ipc.new_file(folder / _FILE, _LABELS) as writer:
        for batch in packaged.batches(job, ["turns.list.element.text"]):
            chances = model.turn_chances(packaged.said(batch))
            guessed = model.classes[chances.argmax(axis=1)]
            counted.update(LABELS[number] for number in guessed.tolist())
            columns = [pa.array(guessed, pa.int8()), pa.array(chances.max(axis=1), pa.float32())]
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
            for row in _rows(job, shard.folder / _FILE):
                write(split, row)
                rights.add(row["rights"] or "")
                for name in (split, "all"):
                    counts[name].update(dialogues=1, utterances=len(row["turns"]))
    return {split: dict(numbers) for split, numbers in counts.items()}


def _rows(job: Job, labels: Path) -> Iterator[dict[str, Any]]:
    """The rows of a job, each turn with one label more."""
    with pa.ipc.open_file(labels) as file:
        for number, batch in enumerate(packaged.batches(job)):
            told = iter(file.get_batch(number).to_pylist())
            for row in batch.to_pylist():
                for turn, one in zip(row["turns"], told, strict=False):
                    new = {"scheme": SCHEME, "label": LABELS[one["label"]], "score": one["score"]}
                    kept = [old for old in turn.get("labels") or [] if old["scheme"] != SCHEME]
                    turn["labels"] = [*kept, new]
                yield row
