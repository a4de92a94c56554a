"""Parquet files cut to shards, named as the Hub names them; and a copy of a packaged dataset in shards."""

from collections.abc import Mapping
from pathlib import Path

import pyarrow.parquet as pq

from dialogue_etl.core.split_files import shard_name, split_of
from dialogue_etl.formats import croissant

MEGABYTE = 10**6
# A dictionary of the values of other columns, which hardly repeat within a row group, makes files larger.
REPEATED = ["source_id", "work_id", "language", "corpus", "title", "rights"]


def cut(path: Path, target: Path, limit: int) -> list[Path]:
    """Write the rows of a file as shards, as many to each: `train-00000-of-00002.parquet`.

    Args:
        path: of the file.
        target: name that the file would have; the shards are beside it.
        limit: bytes of a shard, about: all have as many rows, which differ in length.
    """
    with pq.ParquetFile(path) as file:
        rows = file.metadata.num_rows
        number = max(min(-(-path.stat().st_size // limit), rows), 1)
        shards = [target.with_name(shard_name(target.stem, n, number)) for n in range(number)]
        groups = (file.read_row_group(group) for group in range(file.num_row_groups))
        held = file.schema_arrow.empty_table()
        for n, shard in enumerate(shards):
            left = rows * (n + 1) // number - rows * n // number
            with pq.ParquetWriter(
                shard, file.schema_arrow, compression="zstd", use_dictionary=REPEATED
            ) as writer:
                while left:
                    held = held if len(held) else next(groups)
                    writer.write_table(held.slice(0, left))
                    held, left = held.slice(left), left - min(left, len(held))
    return shards


def copy_in_shards(
    dataset: Path, folder: Path, matter: Mapping[str, object], limit: int
) -> dict[str, list[str]]:
    """Copy a dataset: links to its files, and shards of Parquet files above a size.

    Args:
        dataset: its folder.
        folder: of the copy; it is there, and empty.
        matter: front matter of the card, for `croissant.json`.
        limit: bytes of a shard, about.

    Returns:
        The shards of each file that was cut, both relative to their folders.
    """
    done = {}
    for path in (path for path in sorted(dataset.rglob("*")) if path.is_file()):
        name = path.relative_to(dataset)
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".parquet" and path.stat().st_size > limit and split_of(path.name) == path.stem:
            shards = cut(path, target, limit)
            done[name.as_posix()] = [one.relative_to(folder).as_posix() for one in shards]
        elif name.name != croissant.FILE:
            target.symlink_to(path.absolute())
    if (dataset / croissant.FILE).is_file():
        croissant.write(folder, matter)
    return done
