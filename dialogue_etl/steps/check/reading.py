"""Reads the files of a dataset, which may be damaged."""

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl.core.split_files import Files, batches, shards_of
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats.dialogue import DATASET, dataset_schema
from dialogue_etl.formats.lccc import SPLIT_KEYS

COLUMNS = ("id", "source_id", "work_id", "language", "corpus", "turns")
"""Columns that are read from every dataset."""
_METADATA = ("title", "authors", "rights")
_ROWS = 10_000


class UnreadableError(Exception):
    """A file is damaged from here on; the message says how."""


def split_files(path: Path) -> list[Path]:
    """The file of a split, or its shards.

    Raises:
        UnreadableError: there is neither, or a shard is missing.
    """
    try:
        return shards_of(path) or [path]
    except DialogueEtlError as error:
        raise UnreadableError(str(error)) from None


def schema_difference(files: Files, *, normalised: bool) -> tuple[str, int]:
    """How the schema of Parquet files differs from the contract, empty if not; and their number of rows.

    Raises:
        UnreadableError: the file is damaged, or not there.
    """
    try:
        footers = list(map(pq.read_metadata, files))
    except (pa.ArrowException, OSError) as error:
        raise UnreadableError(explain(error)) from None
    rows = sum(footer.num_rows for footer in footers)
    contract = dataset_schema(normalised=normalised)
    for schema in (footer.schema.to_arrow_schema() for footer in footers):
        if not schema.equals(contract):
            known, found = list(contract), list(schema)
            other = dict.fromkeys(one.name for one in known + found if one not in known or one not in found)
            return f"not as the contract says in {', '.join(other) or 'the order of its columns'}", rows
    return "", rows


def read_parquet(files: Files, required: Sequence[str]) -> Iterator[pa.RecordBatch]:
    """The dialogues of a split in batches, with a column `row` that numbers them.

    Args:
        files: of the split.
        required: columns to read besides `COLUMNS` and those of metadata.

    Raises:
        UnreadableError: the file is damaged, or something is null that must not be.
    """
    columns = list(dict.fromkeys((*COLUMNS, *_METADATA, *required)))
    first = 0
    try:
        for batch in batches(files, columns, _ROWS):
            batch.validate(full=True)  # text that is not UTF-8, among others
            if _has_null(batch):
                raise UnreadableError(f"after row {first:,}: a row lacks an id, a text or a place")
            yield batch.append_column("row", pa.array(range(first, first + len(batch))))
            first += len(batch)
    except (pa.ArrowException, OSError) as error:
        raise UnreadableError(explain(error)) from None


def _has_null(batch: pa.RecordBatch) -> bool:
    turns = batch.column("turns").flatten()
    spans = turns.field("spans").flatten()
    needed = [batch.column(name) for name in COLUMNS if name != "corpus"]
    needed += [turns, turns.field("text"), turns.field("spans"), spans, spans.field("start")]
    return any(column.null_count for column in (*needed, spans.field("end")))


def read_jsonl(path: Path) -> Iterator[pa.RecordBatch]:
    """The dialogues of a JSON Lines file as `read_parquet` returns them, but without works and spans.

    Raises:
        UnreadableError: the file is missing or cannot be read, or a line is not a dialogue.
    """
    schema = pa.schema([DATASET.field(name) for name in COLUMNS]).append(pa.field("row", pa.int64()))
    first = 0
    try:
        with path.open("rb") as file:
            while lines := list(islice(file, _ROWS)):
                rows = [{**_from_json(line), "row": first + place} for place, line in enumerate(lines)]
                yield pa.RecordBatch.from_pylist(rows, schema)
                first += len(lines)
    except OSError as error:
        raise UnreadableError(explain(error)) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UnreadableError(f"after line {first:,}: a line is no dialogue: {explain(error)}") from None


def _from_json(line: bytes) -> dict[str, Any]:
    row = json.loads(line)
    texts = [message["content"] for message in row["messages"]]
    speakers = [*row.get("speakers", ()), *[None] * len(texts)]
    turns = [{"text": text, "speaker": speaker} for text, speaker in zip(texts, speakers, strict=False)]
    return {**{name: row[name] for name in ("id", "source_id", "language")}, "turns": turns}


def count_lines(path: Path) -> int:
    """Number of complete lines of a file.

    Raises:
        UnreadableError: the file is missing or cannot be read.
    """
    try:
        with path.open("rb") as file:
            return sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))
    except OSError as error:
        raise UnreadableError(explain(error)) from None


def count_in_whole(path: Path, split: str) -> int:
    """Number of dialogues of one split in a file in the format of LCCC, which has all splits in one file.

    Raises:
        UnreadableError: the file is missing, cannot be read, or is truncated.
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
    """The message of an error without the path of the workspace, which differs between machines."""
    if isinstance(error, FileNotFoundError):
        return "not there"
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return " ".join(why.split())[:200]
