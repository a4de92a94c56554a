"""The files of a dataset, read whatever is wrong with them."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl.formats.dialogue import DATASET, NORMALISED
from dialogue_etl.formats.forms import SPLIT_KEYS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

COLUMNS = ("id", "source_id", "work_id", "language", "corpus", "turns")
"""Read of every dataset."""
_ROWS = 2_000
_CHUNK = 1 << 20

Rows = tuple[pa.RecordBatch, int]
"""Some dialogues with the numbers of their rows (`row`), and how many rows lack what each must have."""


class UnreadableError(Exception):
    """A file is damaged from here on; the message says how."""


def schema_difference(path: Path, *, normalised: bool) -> str:
    """In what a Parquet file's schema is not the contract's; empty if it is.

    Raises:
        UnreadableError: the file is damaged, or not there.
    """
    schema = _footer(path).schema.to_arrow_schema()
    contract = DATASET.append(NORMALISED) if normalised else DATASET
    if schema.equals(contract):
        return ""
    if missing := [name for name in contract.names if name not in schema.names]:
        return f"without {', '.join(missing)}"
    if more := [name for name in schema.names if name not in contract.names]:
        return f"with {', '.join(more)}, which the contract does not have"
    if other := [field for field in contract if not schema.field(field.name).equals(field)]:
        return f"{other[0].name} is {schema.field(other[0].name).type}, it should be {other[0].type}"
    return "with its columns in another order"


def can_be_checked(path: Path, required: Sequence[str]) -> bool:
    """Whether the columns of a Parquet file that are looked at are as they should be."""
    schema = _footer(path).schema.to_arrow_schema()
    columns = (*COLUMNS, *required)
    return all(name in schema.names and schema.field(name).equals(DATASET.field(name)) for name in columns)


def row_count(path: Path) -> int:
    """The rows of a Parquet file, as its footer says."""
    return int(_footer(path).num_rows)


def _footer(path: Path) -> pq.FileMetaData:
    try:
        return pq.read_metadata(path)
    except (pa.ArrowException, OSError) as error:
        raise UnreadableError(explain(error)) from None


def read_parquet(path: Path, required: Sequence[str]) -> Iterator[Rows]:
    """The dialogues of a file in order, a few at a time.

    Args:
        path: of the file.
        required: columns to read beside those of every dataset.

    Raises:
        UnreadableError: the file is damaged.
    """
    columns = list(dict.fromkeys((*COLUMNS, *required)))
    first = 0
    try:
        with pq.ParquetFile(path, pre_buffer=False, buffer_size=_CHUNK) as file:
            for batch in file.iter_batches(batch_size=_ROWS, columns=columns, use_threads=False):
                batch.validate(full=True)  # text that is not UTF-8, among others
                rows = pa.array(range(first, first + len(batch)))
                first += len(batch)
                yield _complete_rows(batch.append_column("row", rows))
    except (pa.ArrowException, OSError) as error:
        raise UnreadableError(explain(error)) from None


def _complete_rows(batch: pa.RecordBatch) -> Rows:
    turns = batch.column("turns").flatten()
    spans = turns.field("spans").flatten()
    needed = [batch.column(name) for name in COLUMNS if name != "corpus"]
    needed += [turns, turns.field("text"), turns.field("spans"), spans]
    if not any(column.null_count for column in (*needed, spans.field("start"), spans.field("end"))):
        return batch, 0
    complete = batch.filter(pa.array([_is_complete(row) for row in batch.to_pylist()]))
    return complete, len(batch) - len(complete)


def _is_complete(row: dict[str, Any]) -> bool:
    """Whether nothing is null that must not be."""
    if any(row[name] is None for name in COLUMNS if name != "corpus"):
        return False
    if any(turn is None or turn["text"] is None or turn["spans"] is None for turn in row["turns"]):
        return False
    spans = [span for turn in row["turns"] for span in turn["spans"]]
    return all(span is not None and None not in span.values() for span in spans)


def read_jsonl(path: Path) -> Iterator[Rows]:
    """The dialogues of a file of JSON Lines in order, a few at a time; they have no works and no spans.

    Raises:
        UnreadableError: it is not there, or the disk does not give it.
    """
    schema = pa.schema([DATASET.field(name) for name in COLUMNS]).append(pa.field("row", pa.int64()))
    try:
        with path.open("rb") as file:
            numbered = enumerate(file)
            while lines := list(islice(numbered, _ROWS)):
                rows = [row for number, line in lines if (row := _from_json(number, line))]
                yield pa.RecordBatch.from_pylist(rows, schema), len(lines) - len(rows)
    except OSError as error:
        raise UnreadableError(explain(error)) from None


def _from_json(number: int, line: bytes) -> dict[str, Any] | None:
    try:
        row = json.loads(line)
        texts = [str(message["content"]) for message in row["messages"]]
        speakers = [*row.get("speakers", ()), *[None] * len(texts)]
        turns = [{"text": text, "speaker": speaker} for text, speaker in zip(texts, speakers, strict=False)]
        found = {name: str(row[name]) for name in ("id", "source_id")}
        found["language"] = str(row.get("language", ""))
        "".join(
            (*texts, *found.values(), *filter(None, speakers))
        ).encode()  # half a surrogate pair is no text
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return {**found, "row": number, "turns": turns}


def count_lines(path: Path) -> int:
    """Lines of a file that are ended; the beginning of one that was cut is none.

    Raises:
        UnreadableError: it is not there, or the disk does not give it.
    """
    try:
        with path.open("rb") as file:
            return sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(_CHUNK), b""))
    except OSError as error:
        raise UnreadableError(explain(error)) from None


def count_in_whole(path: Path, split: str) -> int:
    """The dialogues of one split in a release form of LCCC, which has one file for all splits.

    Raises:
        UnreadableError: the file is not there, the disk does not give it, or its end is missing.
    """
    head = f'"{SPLIT_KEYS[split]}": ['.encode()
    inside, number, line = False, 0, b""
    try:
        with path.open("rb") as file:
            for line in file:
                if line.startswith(b'"'):
                    inside = line.startswith(head)
                else:
                    number += inside and line.startswith(b"[")
    except OSError as error:
        raise UnreadableError(explain(error)) from None
    if line != b"}\n":
        raise UnreadableError("cut off before its end")
    return number


def explain(error: Exception) -> str:
    """What is wrong, without the place of the workspace: that is another one on each machine."""
    if isinstance(error, FileNotFoundError):
        return "not there"
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return " ".join(why.split())[:200]
