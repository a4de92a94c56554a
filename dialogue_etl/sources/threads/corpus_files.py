"""The first half of ingest: converts a file of a corpus to rows of comments, and drops invalid records."""

from __future__ import annotations

import hashlib
from collections import Counter
from functools import lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa

from dialogue_etl.core import run, shards
from dialogue_etl.filters import Drop
from dialogue_etl.sources.threads import decoding
from dialogue_etl.sources.threads.adapters import FORMATS, Adapter, blanks, chats, containers, json_values
from dialogue_etl.sources.threads.adapters.pairs import Pairs
from dialogue_etl.sources.threads.adapters.records import Bad, Comment, Line, Session
from dialogue_etl.sources.threads.parameters import SESSION_GAP
from dialogue_etl.text import privacy
from dialogue_etl.text.encoding import UndecodableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.core.run import Job
    from dialogue_etl.sources.threads.adapters.records import Record, Row

STAGE = "ingest"
RAW = pa.schema(
    [
        ("id", pa.string()),
        ("parent", pa.string()),  # null without a parent
        ("author", pa.string()),
        ("text", pa.string()),  # truncated if `gone`
        ("time", pa.int64()),
        ("gone", pa.string()),  # reason to leave it out: deleted, empty, long, bot; or null
        ("addressed", pa.string()),  # account that the text answers, or null
        ("digest", pa.uint64()),  # of the other columns, to choose between comments with the same id
    ]
)
"""The table `raw`: a row per comment, in the order of the file."""
_HELD_ROWS, _HELD_CHARACTERS = 50_000, 2_000_000
"""Limits of the buffer of rows."""
_HELD_NAMES = 2**16

_LONG = 40_000
"""Characters: the limit of Reddit, the highest of all platforms; thousands of texts are sorted together."""
_EXCERPT = 200
_SHOWN = 60  # characters

_LARGEST_FILE = 256_000_000  # bytes, of the forms that are read as a whole
_SAMPLE_BYTES = 1_000_000
_SESSION_ID = 16  # hexadecimal digits


def read_file(job: Job, folder: Path) -> dict[str, Any]:
    """Read a file, as a job: tables of comments and of drops for invalid records."""
    said = job.settings
    deleted, bots = frozenset(said["deleted"]), frozenset(said["bots"])
    totals: Counter[str] = Counter(lines=0)
    dropped: Counter[tuple[str, str]] = Counter()
    comments: list[Comment] = []
    characters = 0
    mask = privacy.masking(said["privacy"])
    name_of = lru_cache(_HELD_NAMES)(partial(privacy.masked_name, mask=mask))  # few write most comments

    def table() -> pa.Table:
        made, masked = _table(comments, deleted, bots, mask, name_of)
        totals.update(privacy.as_totals(masked))
        return made

    with shards.ShardWriter(folder, 0, 1, ["drops"], raw=RAW) as writer:
        for record in _found(job):
            if isinstance(record, Bad):
                shown = privacy.masked_name(said["name"], mask)
                row = _drop(record._replace(detail=mask(record.detail)[0]), shown)
                writer.add("drops", [row])
                dropped[row["unit"], record.reason] += 1
                continue
            totals["lines"] += 1
            for comment in [record] if isinstance(record, Comment) else _comments(record):
                comments.append(comment)
                characters += len(comment.text)
            if len(comments) > _HELD_ROWS or characters > _HELD_CHARACTERS:
                writer.write("raw", table())
                comments, characters = [], 0
        writer.write("raw", table())
    return {"totals": totals, "dropped": run.as_rows(dropped)}


def _drop(bad: Bad, name: str) -> dict[str, Any]:
    """The drop of an invalid record or file."""
    unit, id, where = ("line", f":{bad.line}", f", line {bad.line}") if bad.line else ("file", "", "")
    drop = Drop(bad.reason, detail=f"{name}{where}: {bad.detail}"[:_EXCERPT])
    return drop.row(stage=STAGE, unit=unit, id=f"{name}{id}", source_id=name)


def _table(
    comments: Sequence[Comment],
    deleted: frozenset[str],
    bots: frozenset[str],
    mask: privacy.Mask,
    name_of: Callable[[str], str],
) -> tuple[pa.Table, Counter[str]]:
    """Rows of comments, and counts of masked data; column by column, which takes two thirds of the time."""
    masked: Counter[str] = Counter()
    if not comments:
        return RAW.empty_table(), masked
    _, ids, parents, stated, whole, times, asides, _, to, _ = zip(*comments, strict=True)
    authors = [None if not author or author in deleted else name_of(author) for author in stated]
    texts = []
    for text in whole:
        left, counts = mask(text.strip())
        texts.append(left)
        if counts:
            masked.update(counts)
    digests = [
        hashlib.blake2b(f"{parent}\x1f{author}\x1f{time}\x1f{text}".encode(), digest_size=8).digest()
        for parent, author, time, text in zip(parents, authors, times, texts, strict=True)
    ]
    # Comments nested in others have the greatest digests, so that others have precedence.
    order = np.frombuffer(b"".join(digests), ">u8") >> 1 | np.array(asides, np.uint64) << 63
    gone = [_gone(text, author, deleted, bots) for text, author in zip(texts, stated, strict=True)]
    texts = [text[:_EXCERPT] if why else text for text, why in zip(texts, gone, strict=True)]
    addressed = [None if name is None else name_of(name) for name in to]
    columns = (ids, parents, authors, texts, times, gone, addressed, order.astype(np.uint64))
    arrays = [pa.array(column, field.type) for column, field in zip(columns, RAW, strict=True)]
    return pa.Table.from_arrays(arrays, schema=RAW), masked


def _gone(text: str, author: str | None, deleted: frozenset[str], bots: frozenset[str]) -> str | None:
    """The reason to leave a comment out, or None."""
    if len(text) > _LONG:
        return "long"
    if not text:
        return "empty"
    if text in deleted:
        return "deleted"
    return "bot" if author in bots else None


def _found(job: Job) -> Iterable[Record]:
    """The records of the file, or the error if it cannot be read."""
    said = job.settings
    if said["problem"]:
        return [Bad(0, *said["problem"])]
    return records(job.inputs[0], Form(said["format"], said["language"], gap=said["gap"], **said["stated"]))


def _comments(record: Session) -> list[Comment]:
    """The utterances of a session as comments, each an answer to the previous one."""
    said = [text.strip() for text in record.utterances]
    root = hashlib.sha256("\x1f".join(said).encode()).hexdigest()[:_SESSION_ID]
    ids = [root, *(f"{root}.{place}" for place in range(2, len(said) + 1))]
    rows = zip(ids, [None, *ids], record.authors or [None] * len(said), said, strict=False)
    return [Comment(record.line, id, parent, author, text, None) for id, parent, author, text in rows]


class Form(NamedTuple):
    """The form of a file.

    Attributes:
        format: one of `FORMATS`.
        language: BCP-47 tag.
        encoding: Python's name; empty to detect it.
        fields: paths that differ from those of the form, as `{"parent": ["rootid"]}`.
        gap: seconds that end a session of a chat; 0 to take them from the histogram of the file.
    """

    format: str
    language: str
    encoding: str = ""
    fields: Mapping[str, Sequence[str]] = {}
    gap: int = SESSION_GAP


def records(path: Path, form: Form) -> Iterator[Record]:
    """The records of a file, without the spaces of a segmentation.

    An error of the file itself is a last `Bad` with line 0.
    """
    adapter = FORMATS[form.format].changed(form.fields)
    name = f"{path.parent.name}/{path.name}"

    def read() -> Iterator[Record]:
        found = _records(path, form, adapter, name)
        return chats.ordered(found) if getattr(adapter.fields, "order", ()) else found

    if adapter.is_chat:
        return chats.linked(read(), form.gap or chats.gap_of(read()))
    found = read()
    return blanks.joined(found) if adapter.cut else found


def _records(path: Path, form: Form, adapter: Adapter, name: str) -> Iterator[Record]:
    try:
        if adapter.over == "file":
            yield from adapter.read(_whole(path))
            return
        if adapter.beside:
            both = (path.with_name(adapter.beside(path.name) or path.name), path)
            yield from adapter.read(*(_lines(one, form) for one in both))
            return
        sample, pieces = _beginning(decoding.chunks(path))
        if adapter.over == "chunks":
            yield from adapter.read(pieces)
            return
        fields: Any = adapter.fields
        if fields and sample.startswith(containers.PARQUET):
            yield from _of_rows(adapter, containers.parquet(path), name)
            return
        if (element := getattr(fields, "element", "")) and containers.is_xml(sample):
            yield from _of_rows(adapter, containers.xml(pieces, element), name)
            return
        codec = decoding.codec_of(sample, form.language, form.encoding)
        yield from _of_text(adapter, pieces, sample, codec, name)
    except UndecodableError as error:
        yield Bad(0, f"{error}: name its encoding by --encoding", "undecodable")
    except decoding.CutError as error:
        yield Bad(0, f"{error}; what came before is read", "cut")
    except (decoding.UnusableError, pa.ArrowException) as error:
        yield Bad(0, str(error), "unusable")
    except OSError as error:
        yield Bad(0, error.strerror or str(error), "unavailable")


def _lines(path: Path, form: Form) -> Iterator[Line]:
    sample, pieces = _beginning(decoding.chunks(path))
    return decoding.lines(pieces, decoding.codec_of(sample, form.language, form.encoding))


def together(form: str, names: Sequence[str]) -> list[tuple[str, ...]]:
    """The files of a corpus, each with the one that it is read with; without the latter."""
    beside = FORMATS[form].beside
    if not beside:
        return [(name,) for name in names]
    return [(name, other) for name in names if (other := beside(name)) in names]


def rows(path: Path, adapter: Adapter) -> Iterator[Row | Bad]:
    """The values of a file of objects as its form has them; an error of the file itself is a last `Bad`."""
    every = adapter._replace(read=lambda found, *_: found)
    found: Iterator[Any] = _records(path, Form("", ""), every, path.name)
    return found


def objects(path: Path, language: str, encoding: str = "") -> Iterator[Any]:
    """The objects of a file of any form of objects; nothing if the form is another."""
    every = Adapter(lambda rows, *_: (row.value for row in rows), "rows", Pairs(trigger=()))
    found: Iterator[Any] = _records(path, Form("pairs", language, encoding), every, path.name)
    return (one for one in found if isinstance(one, dict | list))


def beginning(path: Path, language: str, encoding: str = "") -> str:
    """The first characters of a file, for messages."""
    sample, _ = _beginning(decoding.chunks(path))
    text = sample[:_EXCERPT].decode(decoding.codec_of(sample, language, encoding), "replace")
    return " ".join(text.split())[:_SHOWN]


def _beginning(pieces: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """The first bytes of a file, and all its chunks; truncation is raised after the last chunk."""
    held: list[bytes] = []
    try:
        while sum(map(len, held)) < _SAMPLE_BYTES and (piece := next(pieces, b"")):
            held.append(piece)
    except decoding.CutError as error:
        if not held:
            raise
        pieces = map(_fail, [error])
    return b"".join(held)[:_SAMPLE_BYTES], chain(held, pieces)


def _fail(error: Exception) -> bytes:
    raise error


def _of_text(
    adapter: Adapter, pieces: Iterator[bytes], sample: bytes, codec: str, name: str
) -> Iterator[Record]:
    """The records of a text, whose container is detected in the sample."""
    begins = sample.decode(codec, "replace")
    fields: Any = adapter.fields
    if not fields:
        lines = decoding.lines(pieces, codec)
        short = name if adapter.chat else name.rpartition("/")[2]
        return adapter.read(lines, *([short] if adapter.over == "named lines" else []))
    if not json_values.is_json(begins):
        rows = containers.table(decoding.lines(pieces, codec), adapter.columns)
    elif json_values.is_document(begins):
        rows = json_values.document(decoding.texts(pieces, codec), fields.nesting)
    else:
        rows = decoding.json_rows(pieces, codec, fields.nesting)
    return _of_rows(adapter, rows, name)


def _of_rows(adapter: Adapter, rows: Iterable[Row], name: str) -> Iterator[Record]:
    shape = adapter.shape
    if shape:
        rows = (_shaped(row, shape) for row in rows)
    return adapter.read(rows, adapter.fields, name)


def _shaped(row: Row, shape: Callable[[Any], Any]) -> Row:
    try:
        return row if row.problem else row._replace(value=shape(row.value))
    except (
        AttributeError,
        KeyError,
        TypeError,
    ):  # of anything that JSON may hold where another value should be
        return row._replace(value=None, problem="not an object of this form")


def _whole(path: Path) -> bytes:
    """The bytes of a small file.

    Raises:
        UnusableError: it is empty or too large.
    """
    size = path.stat().st_size
    if size > _LARGEST_FILE:
        raise decoding.UnusableError(f"larger than {_LARGEST_FILE:,} bytes")
    data = path.read_bytes()
    if not data.strip():
        raise decoding.UnusableError("the file is empty: leave it out, or get it again")
    return data
