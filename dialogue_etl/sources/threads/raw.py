"""The first half of ingest: one file of a corpus to rows of comments, and a drop for each bad record."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from dialogue_etl import run, shards
from dialogue_etl.filters import Drop
from dialogue_etl.sources.threads import reading
from dialogue_etl.sources.threads.adapters import FORMATS
from dialogue_etl.sources.threads.adapters.records import Bad, Comment, Session
from dialogue_etl.text.encoding import UndecodableError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
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
        (
            "gone",
            pa.string(),
        ),  # why it is no comment any more: deleted, empty, long, bot; null for one that is
        ("digest", pa.uint64()),  # of all that is said here, to choose one of several of the same id
    ]
)
"""The table `raw`: a row per comment, as the file has them."""

_LONG = 40_000
"""Characters: no platform's posts are longer (Reddit's are as long), and thousands are sorted together."""
_EXCERPT = 200

_LARGEST_FILE = 256_000_000  # bytes, of the forms that are read as a whole
_SAMPLE_BYTES = 1_000_000
_SESSION_ID = 16  # hexadecimal digits


def read_file(job: Job, folder: Path) -> dict[str, Any]:
    """Read one file, as a job: a table of comments, and one of drops for bad records."""
    said = job.settings
    name, deleted, bots = said["name"], frozenset(said["deleted"]), frozenset(said["bots"])
    totals: Counter[str] = Counter(lines=0)
    dropped: Counter[tuple[str, str]] = Counter()
    with shards.ShardWriter(folder, 0, 1, ["drops"], raw=RAW) as writer:
        for record in _found(job):
            if isinstance(record, Bad):
                unit = "line" if record.line else "file"
                where, id = (f", line {record.line}", f":{record.line}") if record.line else ("", "")
                drop = Drop(record.reason, detail=f"{name}{where}: {record.detail}"[:_EXCERPT])
                writer.add("drops", [drop.row(stage=STAGE, unit=unit, id=f"{name}{id}", source_id=name)])
                dropped[unit, record.reason] += 1
                continue
            totals["lines"] += 1
            for comment in _comments(record):
                writer.add("raw", [_row(comment, deleted, bots)], size=len(comment.text) + 100)
    return {"totals": totals, "dropped": run.as_rows(dropped)}


def _found(job: Job) -> Iterable[Record]:
    """The records of the file; what is wrong with it, where it is not to be had."""
    said = job.settings
    if said["problem"]:
        return [Bad(0, *said["problem"])]
    return records(job.inputs[0], said["format"], said["language"])


def _comments(record: Comment | Session) -> list[Comment]:
    """A comment, or the utterances of a session as comments of which each answers the one before."""
    if isinstance(record, Comment):
        return [record]
    said = [text.strip() for text in record.utterances]
    root = hashlib.sha256("\x1f".join(said).encode()).hexdigest()[:_SESSION_ID]
    ids = [root, *(f"{root}.{place}" for place in range(2, len(said) + 1))]
    chain = zip(ids, [None, *ids], said, strict=False)
    return [Comment(record.line, id, parent, None, text, None) for id, parent, text in chain]


def _row(comment: Comment, deleted: frozenset[str], bots: frozenset[str]) -> dict[str, Any]:
    text = comment.text.strip()
    author = None if comment.author in deleted else comment.author
    stated = f"{comment.parent}\x1f{author}\x1f{comment.time}\x1f{text}".encode()
    gone = "long" if len(text) > _LONG else "empty" if not text else "deleted" if text in deleted else None
    gone = "bot" if gone is None and author in bots else gone
    return {
        "id": comment.id,
        "parent": comment.parent,
        "author": author,
        "text": text if gone is None else text[:_EXCERPT],
        "time": comment.time,
        "gone": gone,
        "digest": int.from_bytes(hashlib.blake2b(stated, digest_size=8).digest()),
    }


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
