"""Stage `emotions-initial`: the most confident dialogues of the weak labeller (EDOS, section 3.3).

candidates/     a row for each of them: its turns, and the three most probable labels of each

Dialogues to annotate are drawn from them, and stage `emotions-grow` labels more of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.run import Job
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.derived.emotions import packaged
from dialogue_etl.derived.emotions.labelling import classifiers
from dialogue_etl.derived.emotions.parameters import Emotions

TABLE = "candidates"
CANDIDATES = pa.schema(
    [
        ("id", pa.string()),
        ("source_id", pa.string()),
        ("language", pa.string()),
        ("split", pa.string()),
        ("turns", pa.list_(pa.string())),
        # Of every turn, the likeliest first: labels, and their chances.
        ("labels", pa.list_(pa.list_(pa.string()))),
        ("chances", pa.list_(pa.list_(pa.float32()))),
    ]
)
_FILE = "candidates.parquet"
_OFFERED = 3  # to annotators, as in EDOS


def initial(
    *, dataset: Path, weak: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Choose dialogues of a packaged dataset by the confidence of the weak labeller.

    Raises:
        DialogueEtlError: the dataset has no dialogues in a language that is asked for.
    """
    values = params[Emotions]
    jobs = [
        job
        for language in values.languages
        for job in packaged.jobs(
            dataset, language, weak / "model", runtime.store, labels=values.inventory.labels
        )
    ]
    classifiers.ready(values)
    done = [shard for _, shard in packaged.labelled("weak labels", _label, jobs, runtime)]
    sure = [_confidence(shard.folder / _FILE, values.aggregation) for shard in done]
    chosen = surest(sure, values.initial) if sure else []
    with shards.atomic_folder(output) as folder:
        if not done:
            path = shards.shard_path(folder, TABLE, 0, 1)
            path.parent.mkdir()
            pq.write_table(CANDIDATES.empty_table(), path, compression="zstd")
        for index, (shard, taken) in enumerate(zip(done, chosen, strict=True)):
            path = shards.shard_path(folder, TABLE, index, len(done))
            path.parent.mkdir(exist_ok=True)
            _take(shard.folder / _FILE, path, taken)
    figures = {
        "dialogues_in": sum(map(len, sure)),
        "utterances_in": sum(shard.result["utterances"] for shard in done),
        "dialogues": sum(int(taken.sum()) for taken in chosen),
    }
    run.write_metrics(metrics, figures)
    run.report_counts("initial", "all", figures)


def surest(confidences: Sequence[npt.NDArray[np.float32]], most: int) -> list[npt.NDArray[np.bool_]]:
    """Which dialogues of each shard are among the surest of all; of equally sure ones the first ones."""
    together = np.concatenate([np.zeros(0, np.float32), *confidences])
    taken = np.zeros(len(together), np.bool_)
    taken[np.argsort(-together, kind="stable")[:most]] = True
    return np.split(taken, np.cumsum([len(one) for one in confidences])[:-1])


def _label(job: Job, folder: Path) -> Mapping[str, Any]:
    """The three likeliest labels of every turn by itself."""
    model, names = packaged.classifier(job), np.array(job.settings["labels"], object)
    utterances = 0
    with pq.ParquetWriter(folder / _FILE, CANDIDATES, compression="zstd") as writer:
        for batch in packaged.batches(job, ["id", "source_id", "turns.list.element.text"]):
            dialogues = packaged.said(batch)
            texts = [text for turns in dialogues for text in turns]
            chances = model.chances([[text] for text in texts])
            sure = model.confidence(chances)
            best = np.argsort(-chances, axis=1, kind="stable")[:, :_OFFERED]
            likely = np.take_along_axis(chances, best, axis=1)
            likely = np.column_stack([sure, np.minimum(likely[:, 1:], sure[:, None])])
            lengths = [len(turns) for turns in dialogues]
            columns = {
                "id": batch.column("id"),
                "source_id": batch.column("source_id"),
                "language": batch.column("language"),
                "split": pa.repeat(pa.scalar(job.settings["split"]), len(dialogues)),
                "turns": pa.array(dialogues, CANDIDATES.field("turns").type),
                "labels": _nested(names[model.classes[best]], lengths, pa.string()),
                "chances": _nested(likely, lengths, pa.float32()),
            }
            writer.write_batch(pa.RecordBatch.from_arrays(list(columns.values()), schema=CANDIDATES))
            utterances += len(texts)
    return {"utterances": utterances}


def _nested(rows: npt.NDArray[Any], lengths: Iterable[int], kind: pa.DataType) -> pa.Array:
    """Rows of all turns as a list for each turn, in a list for each dialogue."""
    inner = pa.ListArray.from_arrays(
        pa.array(np.arange(len(rows) + 1) * rows.shape[1], pa.int32()), pa.array(rows.ravel(), kind)
    )
    return pa.ListArray.from_arrays(pa.array(np.cumsum([0, *lengths]), pa.int32()), inner)


def _confidence(path: Path, aggregation: str) -> npt.NDArray[np.float32]:
    """How sure the weak labeller is of each dialogue of a shard."""
    found: list[float] = []
    for batch in shards.read_batches(path, ["chances"]):
        for turns in batch.column("chances").to_pylist():
            best = [chances[0] for chances in turns] or [0.0]
            found.append({"first": best[0], "max": max(best)}.get(aggregation, sum(best) / len(best)))
    return np.array(found, np.float32)


def _take(source: Path, target: Path, taken: npt.NDArray[np.bool_]) -> None:
    place = 0
    with pq.ParquetWriter(target, CANDIDATES, compression="zstd") as writer:
        for batch in shards.read_batches(source):
            writer.write_batch(batch.filter(pa.array(taken[place : place + len(batch)])))
            place += len(batch)
