"""Finished shards that machines share, in a store with a URL: `s3://bucket/prefix`, `hdfs://…`, `file:///…`.

Anything that fsspec can write to will do; its drivers find keys, regions and endpoints in their own
configuration (S3: the `AWS_…` variables). Files are objects named by the digest of their content; the object
that lists the files of a shard is written last. So a reader sees a shard whole or not at all, a killed writer
leaves files that no shard lists, and a second writer writes the same bytes. Unused objects are removed by the
store's own rules, such as the life cycle of a bucket; a shard that lacks a file is made again.
"""

import json
from functools import cache
from pathlib import Path, PurePath
from typing import Any

from dialogue_etl.errors import DialogueEtlError

RESULT = "result.json"
"""File with the result of a shard's work, and the digests of its files by name."""


class SharedStoreError(DialogueEtlError):
    """The shared store cannot be used; the message says why."""


def fetch(url: str, key: str, folder: Path) -> bool:
    """Download a shard into an empty folder.

    Returns:
        Whether it is in the store at `url` with all its files. The caller has to check their content.
    """
    system, root = _opened(url)
    try:
        kept = system.cat_file(f"{root}/shards/{key}.json")
        for name, digest in json.loads(kept)["files"].items():
            if ".." in PurePath(name).parts or PurePath(name).is_absolute():
                raise SharedStoreError(f"shared_store {url}: shard {key} names {name!r}, outside its folder")
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            system.get_file(f"{root}/files/{digest}", str(folder / name))
    except (FileNotFoundError, ValueError):  # ValueError: some stores show a file before it is complete
        return False
    (folder / RESULT).write_bytes(kept)
    return True


def publish(url: str, key: str, folder: Path) -> None:
    """Upload a finished shard to the store at `url`: its files, then the list of them."""
    system, root = _opened(url)
    kept = (folder / RESULT).read_bytes()
    for name, digest in json.loads(kept)["files"].items():
        place, size = f"{root}/files/{digest}", (folder / name).stat().st_size
        if _size(system, place) != size:
            system.put_file(str(folder / name), place)
    system.pipe_file(f"{root}/shards/{key}.json", kept)


def _size(system: Any, place: str) -> int | None:
    try:
        size: int = system.info(place)["size"]
    except FileNotFoundError:
        return None
    return size


@cache
def _opened(url: str) -> tuple[Any, str]:
    """The file system of a URL, and the place in it."""
    try:
        import fsspec  # noqa: PLC0415 - an optional dependency

        system, root = fsspec.url_to_fs(url)
        for folder in ("shards", "files"):
            system.makedirs(f"{root}/{folder}", exist_ok=True)
    except Exception as error:
        why = str(error) or type(error).__name__
        raise SharedStoreError(f"shared_store {url}: {why} (pip install 'dialogue-etl[s3]' for S3)") from None
    return system, root
