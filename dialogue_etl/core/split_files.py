"""The Parquet files of a split of a packaged dataset: one file, or its shards, named as on the Hub."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.errors import DialogueEtlError

Files = Sequence[Path]
"""Those of a split, in order."""
SHARD = r"-\d{5}-of-(\d{5})"
_SPLIT = re.compile(rf"({'|'.join(SPLIT_NAMES)})(?:{SHARD})?\.parquet")
_ROWS = 1_000


def shard_name(stem: str, index: int, count: int) -> str:
    """The name of a shard of a Parquet file, as `datasets` names them."""
    return f"{stem}-{index:05}-of-{count:05}.parquet"


def split_of(name: str) -> str:
    """The split of a file, by its name: `train.parquet` or `train-00000-of-00002.parquet`; else empty."""
    match = _SPLIT.fullmatch(name)
    return match[1] if match else ""


def splits(folder: Path) -> dict[str, list[Path]]:
    """The files of each split in the folder of a language; a split without dialogues has none.

    Raises:
        DialogueEtlError: a shard is missing.
    """
    found = {split: shards_of(folder / f"{split}.parquet") for split in SPLIT_NAMES}
    return {split: files for split, files in found.items() if files}


def there(path: Path) -> list[Path]:
    """The file, or those of its shards that are there."""
    if path.is_file():
        return [path]
    return sorted(path.parent.glob(f"{path.stem}-[0-9]*-of-[0-9]*{path.suffix}"))


def shards_of(path: Path) -> list[Path]:
    """The file, or its shards if it is cut; none if there is neither.

    Raises:
        DialogueEtlError: a shard is missing.
    """
    shards = there(path)
    numbers = {int(match[1]) for one in shards if (match := re.search(f"{SHARD}$", one.stem))}
    if numbers and numbers != {len(shards)}:
        raise DialogueEtlError(
            f"{path}: {len(shards)} shards, and their names say {' and '.join(map(str, sorted(numbers)))}; "
            "build or download the dataset again"
        )
    return shards


def rows_of(files: Files) -> int:
    """The number of rows."""
    return sum(int(pq.read_metadata(path).num_rows) for path in files)


def columns_of(files: Files) -> list[str]:
    """The names of the columns, which all shards have."""
    return list(pq.read_schema(files[0]).names)


def batches(
    files: Files, columns: Sequence[str] | None = None, rows: int = _ROWS
) -> Iterator[pa.RecordBatch]:
    """The rows, some at a time; with `columns`, which may be leaves of nested ones, only these."""
    for path in files:
        # By default whole columns are buffered ahead, and memory grows with the file. One thread: the cores
        # are busy with a process each.
        with pq.ParquetFile(path, pre_buffer=False) as file:
            yield from file.iter_batches(rows, columns=columns, use_threads=False)
