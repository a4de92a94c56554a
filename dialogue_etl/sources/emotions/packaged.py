"""The packaged dataset of any source, read some rows at a time by several processes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pyarrow.parquet as pq

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.run import Job
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import pyarrow as pa

    from dialogue_etl.runtime import Runtime

_MOST_JOBS = 32  # of a file: each digests it
_FEWEST_ROWS = 1_000  # of a job
_ALONE_BELOW = 2_000  # dialogues: fewer are labelled before other processes have started
_ROWS = 500
_MIXED = "mixed"  # a dataset of several languages has them all in a folder of this name


class Piece(NamedTuple):
    """Some rows of a split.

    Attributes:
        split: which.
        path: of its file.
        first, last: number of its first row, and of that behind its last one.
    """

    split: str
    path: Path
    first: int
    last: int


def pieces(dataset: Path, language: str) -> list[Piece]:
    """The dataset of a language, in the order of its splits and their rows.

    Raises:
        DialogueEtlError: there is no such dataset, or not as Parquet.
    """
    folder = next((one for one in (dataset / language, dataset / _MIXED) if one.is_dir()), None)
    if folder is None:
        raise DialogueEtlError(
            f"{dataset}: no dialogues in {language}; build the dataset first, as Parquet (package.formats), "
            "or change emotions.dataset or emotions.languages"
        )
    found = []
    for split in SPLIT_NAMES:
        path = folder / f"{split}.parquet"
        if path.is_file():
            rows = pq.read_metadata(path).num_rows
            step = max(-(-rows // _MOST_JOBS), _FEWEST_ROWS)
            found += [Piece(split, path, first, min(first + step, rows)) for first in range(0, rows, step)]
    return found


def job(piece: Piece, language: str, model: Sequence[Path], folder: Path, store: Path) -> Job:
    """The work on a piece.

    Args:
        piece: which.
        language: of the dialogues that count.
        model: files of the classifier.
        folder: that they are in.
        store: where encoded texts are kept.
    """
    settings = {"split": piece.split, "first": piece.first, "last": piece.last, "language": language}
    return Job(inputs=(piece.path, *model), settings=settings, paths=(folder, store))


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


def workers(jobs: Sequence[Job], runtime: Runtime) -> int | None:
    """How many processes: a turn takes as long as a kilobyte elsewhere, so sizes in bytes do not tell."""
    dialogues = sum(job.settings["last"] - job.settings["first"] for job in jobs)
    return runtime.workers if dialogues >= _ALONE_BELOW else None
