"""The first half of ingest: one file of a corpus to rows of comments, and a drop for each bad record."""

from __future__ import annotations

import hashlib
from collections import Counter
from contextlib import ExitStack
from itertools import chain
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl import run, shards
from dialogue_etl.filters import Drop
from dialogue_etl.sources.threads import reading
from dialogue_etl.sources.threads.adapters import FORMATS
from dialogue_etl.sources.threads.adapters.records import Bad, Comment, Session
from dialogue_etl.text.encoding import UndecodableError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dialogue_etl.run import Job
    from dialogue_etl.sources.threads.adapters.records import Record

STAGE = "ingest"
RAW = pa.schema(
    [
        ("id", pa.string()),
        ("parent", pa.string()),  # null for what answers nothing
        ("author", pa.string()),
        ("text", pa.string()),  # of one that is gone its beginning
        ("time", pa.int64()),
        ("gone", pa.string()),  # why it is no comment any more: deleted, empty, long; null for one that is
        ("digest", pa.uint64()),  # of all that is said here, to choose one of several of the same id
    ]
)
"""A row per comment, as the file has them."""

RAW_FILE = "raw.parquet"

_LONG = 40_000
"""Characters: no platform's posts are longer (Reddit's are as long), and thousands are sorted together."""
_EXCERPT = 200

_LARGEST_FILE = 256_000_000  # bytes, of the forms that are read as a whole
_SAMPLE_BYTES = 1_000_000
_BUFFERED_CHARACTERS = 2_000_000
_SESSION_ID = 16  # hexadecimal digits


def read_file(job: Job, folder: Path) -> dict[str, Any]:
    """Read one file, as a job: comments to raw.parquet, bad records to a table of drops."""
    said = job.settings
    totals: Counter[str] = Counter(lines=0)
    dropped: Counter[tuple[str, str]] = Counter()
    with ExitStack() as stack:
        raw = stack.enter_context(_RawWriter(folder, said["deleted"]))
        writer = stack.enter_context(shards.ShardWriter(folder, 0, 1, ["drops"]))

        def drop(unit: str, line: int, reason: str, detail: str) -> None:
            id = f"{said['name']}:{line}" if unit == "line" else said["name"]
            found = Drop(reason, detail=f"{said['name']}{f', line {line}' if line else ''}: {detail}"[:200])
            writer.add("drops", [found.row(stage=STAGE, unit=unit, id=id, source_id=said["name"])])
            dropped[unit, reason] += 1

        for record in records(job.inputs[0], said["format"], said["language"]):
            if not isinstance(record, Bad):
                raw.add(record)
                totals["lines"] += 1
            elif record.line:
                drop("line", record.line, record.reason, record.detail)
            else:
                drop("file", 0, record.reason, record.detail)
    return {"totals": totals, "dropped": run.as_rows(dropped)}


def records(path: Path, form: str, language: str) -> Iterator[Record]:
    """The records of a file; a `Bad` of line 0 if there is something wrong with the file itself."""
    adapter = FORMATS[form]
    try:
        if adapter.over == "file":
            yield from adapter.read(_whole(path))
            return
        pieces = reading.chunks(path)
        held: list[bytes] = []
        while sum(map(len, held)) < _SAMPLE_BYTES and (piece := next(pieces, b"")):
            held.append(piece)
        codec = reading.codec_of(b"".join(held)[:_SAMPLE_BYTES], language)
        everything = chain(held, pieces)
        decode = reading.lines if adapter.over == "lines" else reading.texts
        yield from adapter.read(decode(everything, codec))
    except UndecodableError as error:
        yield Bad(0, str(error), "undecodable")
    except reading.CutError as error:
        yield Bad(0, f"{error}; what came before is read", "cut")
    except reading.UnusableError as error:
        yield Bad(0, str(error), "unusable")
    except OSError as error:
        yield Bad(0, error.strerror or str(error), "unavailable")


def _whole(path: Path) -> bytes:
    """The bytes of a small file.

    Raises:
        UnusableError: it is empty, or not small.
    """
    size = path.stat().st_size
    if size > _LARGEST_FILE:
        raise reading.UnusableError(f"larger than {_LARGEST_FILE:,} bytes")
    data = path.read_bytes()
    if not data.strip():
        raise reading.UnusableError("the file is empty")
    return data


class _RawWriter:
    """Writes comments, a few megabytes at a time."""

    def __init__(self, folder: Path, deleted: list[str]) -> None:
        self._writer = pq.ParquetWriter(folder / RAW_FILE, RAW, compression="zstd", use_dictionary=False)
        self._deleted = frozenset(deleted)
        self._columns: tuple[list[Any], ...] = tuple([] for _ in RAW)
        self._held = 0

    def __enter__(self) -> _RawWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self._flush()
        self._writer.close()

    def add(self, record: Comment | Session) -> None:
        """A comment, or the utterances of a session as comments of which each answers the one before."""
        if isinstance(record, Comment):
            self._add(record.id, record.parent, record.author, record.text, record.time)
            return
        said = [text.strip() for text in record.utterances]
        root = hashlib.sha256("\x1f".join(said).encode()).hexdigest()[:_SESSION_ID]
        parent = None
        for place, text in enumerate(said, start=1):
            id = root if place == 1 else f"{root}.{place}"
            self._add(id, parent, None, text, None)
            parent = id

    def _add(self, id: str, parent: str | None, author: str | None, text: str, time: int | None) -> None:
        text = text.strip()
        gone = ("deleted" if text in self._deleted else None) if text else "empty"
        author = None if author in self._deleted else author
        stated = f"{parent}\x1f{author}\x1f{time}\x1f{text}".encode()
        digest = int.from_bytes(hashlib.blake2b(stated, digest_size=8).digest())
        if len(text) > _LONG:
            text, gone = text[:_EXCERPT], "long"
        row = (id, parent, author, text, time, gone, digest)
        for column, value in zip(self._columns, row, strict=True):
            column.append(value)
        self._held += len(text) + 100
        if self._held > _BUFFERED_CHARACTERS:
            self._flush()

    def _flush(self) -> None:
        arrays = [pa.array(column, field.type) for column, field in zip(self._columns, RAW, strict=True)]
        if len(arrays[0]):
            self._writer.write_table(pa.Table.from_arrays(arrays, schema=RAW))
        for column in self._columns:
            column.clear()
        self._held = 0
