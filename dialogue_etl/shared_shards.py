"""Finished shards that machines share, in a store with a URL: `s3://bucket/prefix`, `hdfs://…`, `file:///…`.

Whatever fsspec can write to will do; its drivers find keys, regions and endpoints in their own configuration
(S3: the `AWS_…` variables). Files are objects named by the digest of their content. The one that names those
of a shard is put last, in one piece: a reader sees a shard whole or not at all, a killed writer leaves files
that no shard names, and whoever comes second puts the same bytes. What is no longer used goes by the
rules of the store, such as a life cycle of a bucket; a shard of which a file is gone is worked out again.
"""

import json
from functools import cache
from pathlib import Path, PurePath
from typing import Any

from dialogue_etl.errors import DialogueEtlError

RESULT = "result.json"
"""What a shard's work returned, and the digests of its files by their names."""


class SharedStoreError(DialogueEtlError):
    """The shared store cannot be had; the message says why."""


def fetch(url: str, key: str, folder: Path) -> bool:
    """Bring a shard into an empty folder.

    Returns:
        Whether it is in the store at `url`, with all its files. Their contents are for the caller to check.
    """
    system, root = _opened(url)
    try:
        kept = system.cat_file(f"{root}/shards/{key}.json")
        for name, digest in json.loads(kept)["files"].items():
            if ".." in PurePath(name).parts or PurePath(name).is_absolute():
                raise SharedStoreError(f"shared_store {url}: shard {key} names {name!r}, outside its folder")
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            system.get_file(f"{root}/files/{digest}", str(folder / name))
    except (FileNotFoundError, ValueError):  # where a file appears before it is whole, so may this one
        return False
    (folder / RESULT).write_bytes(kept)
    return True


def publish(url: str, key: str, folder: Path) -> None:
    """Put a finished shard into the store at `url`: its files, then what names them."""
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
        import fsspec  # noqa: PLC0415 - for who has it

        system, root = fsspec.url_to_fs(url)
        for folder in ("shards", "files"):
            system.makedirs(f"{root}/{folder}", exist_ok=True)
    except Exception as error:
        why = str(error) or type(error).__name__
        raise SharedStoreError(f"shared_store {url}: {why} (pip install 'dialogue-etl[s3]' for S3)") from None
    return system, root
