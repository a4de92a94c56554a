"""A copy of a packaged dataset with large Parquet files cut to shards, named as the Hub names them."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pyarrow.parquet as pq

from dialogue_etl.formats import croissant


def copy_in_shards(
    dataset: Path, folder: Path, matter: Mapping[str, object], limit: int
) -> dict[str, list[str]]:
    """Copy a dataset: links to its files, and shards of Parquet files above a size, by their row groups.

    Args:
        dataset: its folder.
        folder: of the copy; it is there, and empty.
        matter: front matter of the card, for `croissant.json`.
        limit: bytes of a shard, about: row groups are not cut.

    Returns:
        The shards of each file that was cut, both relative to their folders.
    """
    cut = {}
    for path in (path for path in sorted(dataset.rglob("*")) if path.is_file()):
        name = path.relative_to(dataset)
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".parquet" and path.stat().st_size > limit:
            shards = list(_shards(path, target, limit))
            cut[name.as_posix()] = [one.relative_to(folder).as_posix() for one in shards]
        elif name.name != croissant.FILE:
            target.symlink_to(path.absolute())
    if (dataset / croissant.FILE).is_file():
        croissant.write(folder, matter)
    return cut


def _shards(path: Path, target: Path, limit: int) -> Iterator[Path]:
    with pq.ParquetFile(path) as file:
        groups = _together(file.metadata, limit)
        for number, numbers in enumerate(groups):
            shard = target.with_name(f"{target.stem}-{number:05}-of-{len(groups):05}.parquet")
            with pq.ParquetWriter(shard, file.schema_arrow, compression="zstd") as writer:
                for group in numbers:
                    writer.write_table(file.read_row_group(group))
            yield shard


def _together(metadata: pq.FileMetaData, limit: int) -> list[list[int]]:
    """The numbers of the row groups of each shard."""
    shards: list[list[int]] = []
    size = limit
    for number in range(metadata.num_row_groups):
        group = metadata.row_group(number)
        own = sum(group.column(place).total_compressed_size for place in range(group.num_columns))
        if size + own > limit and size:
            shards.append([])
            size = 0
        shards[-1].append(number)
        size += own
    return shards
