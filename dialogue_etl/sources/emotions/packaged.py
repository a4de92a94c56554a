"""The packaged dataset of any source, read some row groups at a time by several processes."""

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

_MOST_JOBS = 32  # of a file
_ROWS = 500
_MIXED = "mixed"  # a dataset of several languages has them all in a folder of this name


class Piece(NamedTuple):
    """Some row groups of a split.

    Attributes:
        split: which.
        path: of its file.
        first, last: number of its first row group, and of that behind its last one.
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
            groups = pq.read_metadata(path).num_row_groups
            step = -(-groups // _MOST_JOBS) or 1
            found += [
                Piece(split, path, first, min(first + step, groups)) for first in range(0, groups, step)
            ]
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

    groups = range(job.settings["first"], job.settings["last"])
    named = None if columns is None else ["language", *columns]
    with pq.ParquetFile(job.inputs[0], pre_buffer=False) as file:
        for batch in file.iter_batches(_ROWS, row_groups=list(groups), columns=named, use_threads=False):
            mine = pc.equal(batch.column("language"), job.settings["language"])
            yield batch.filter(mine)
