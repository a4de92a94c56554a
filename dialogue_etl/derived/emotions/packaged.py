"""The packaged dataset of any source, read some rows at a time by several processes."""

import logging
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl.core import run
from dialogue_etl.core.run import Job, Work
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.core.split_files import rows_of, splits
from dialogue_etl.core.store import Finished, files_of
from dialogue_etl.derived.emotions.labelling import classifiers
from dialogue_etl.derived.emotions.labelling.classifiers import Classifier
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats import is_empty, language_folder

log = logging.getLogger("dialogue_etl")

_MOST_JOBS = 32  # of a file: each digests it
_FEWEST_ROWS = 1_000  # of a job
_ALONE_BELOW = 2_000  # dialogues: fewer are labelled before other processes have started
_ROWS = 500


def jobs(dataset: Path, language: str, model: Path, store: Path, **settings: Any) -> list[Job]:
    """Jobs with rows of the dataset of a language, in the order of splits and rows.

    Args:
        dataset: packaged, of any source.
        language: of the dialogues to label.
        model: folder of the classifier.
        store: cache folder of encoded texts.
        settings: of each job, besides its rows.

    Returns:
        None if the dataset has no dialogues, which is logged, or the classifier has no labels.

    Raises:
        DialogueEtlError: the dataset is missing or has no Parquet files.
    """
    folder = language_folder(dataset, language)
    if is_empty(dataset):
        log.warning("%s has no dialogues yet: there is nothing to label", dataset)
        return []
    if not folder.is_dir():
        raise DialogueEtlError(
            f"{dataset}: no dialogues in {language}; build the dataset first, as Parquet (package.formats), "
            "or change emotions.dataset or emotions.languages"
        )
    if not classifiers.is_trained(model):
        return []
    files, found = files_of(model), []
    for split, paths in splits(folder).items():
        for path in paths:
            rows = rows_of([path])
            step = max(-(-rows // _MOST_JOBS), _FEWEST_ROWS)
            for first in range(0, rows, step):
                some = {"split": split, "first": first, "last": min(first + step, rows), "language": language}
                found.append(Job(inputs=(path, *files), settings=some | settings, paths=(model, store)))
    return found


def labelled(name: str, work: Work, jobs: Sequence[Job], runtime: Runtime) -> list[tuple[Job, Finished]]:
    """What work on jobs has finished, in their order.

    A turn takes as long as a kilobyte elsewhere, so sizes in bytes do not tell how many processes are wanted.
    """
    dialogues = sum(job.settings["last"] - job.settings["first"] for job in jobs)
    workers = runtime.workers if dialogues >= _ALONE_BELOW else None
    done = run.over_shards(name, work, jobs, runtime=runtime, workers=workers)
    return list(zip(jobs, done, strict=True))


def classifier(job: Job) -> Classifier:
    """That of a job, read once in a process."""
    return _classifier(*job.paths)


@cache
def _classifier(folder: Path, store: Path) -> Classifier:
    return classifiers.load(folder, store)


def said(batch: pa.RecordBatch) -> list[list[str]]:
    """The texts of the turns of each dialogue."""
    return [[turn["text"] for turn in turns] for turns in batch.column("turns").to_pylist()]


def batches(job: Job, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
    """The rows of a job in its language, some at a time."""
    import pyarrow.compute as pc  # noqa: PLC0415 - only the processes that read need it

    first, last, place = job.settings["first"], job.settings["last"], 0
    named = None if columns is None else ["language", *columns]
    with pq.ParquetFile(job.inputs[0], pre_buffer=False) as file:
        for group in range(file.num_row_groups):
            rows = file.metadata.row_group(group).num_rows
            if place >= last or place + rows <= first:
                place += rows
                continue
            for batch in file.iter_batches(_ROWS, row_groups=[group], columns=named, use_threads=False):
                begin, end = max(first - place, 0), min(last - place, len(batch))
                place += len(batch)
                if begin < end:
                    mine = batch.slice(begin, end - begin)
                    yield mine.filter(pc.equal(mine.column("language"), job.settings["language"]))
