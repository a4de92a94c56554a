"""The files of a dataset, read whatever is wrong with them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl import shards
from dialogue_etl.formats.dialogue import DATASET, NORMALISED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_READ = ("id", "source_id", "work_id", "language", "turns")
_ROWS = 2_000
_CHUNK = 1 << 20


class UnreadableError(Exception):
    """A file is damaged from here on; the message says how."""


@dataclass(frozen=True)
class Dialogue:
    """A row of the dataset, as far as it is checked.

    Attributes:
        row: its number in its file, from 0.
        id: of the dialogue.
        source_id: of its book or thread.
        work_id: of its work; empty where the form does not say.
        language: BCP-47 tag.
        texts: of its turns.
        places: of its turns; nothing where the form does not say.
        speakers: of its turns; nothing where the form does not say.
        utterance_ids: of its turns; nothing where the form does not say.
        stated: what stands in the columns that were asked for; nothing where the form does not say.
    """

    row: int
    id: str
    source_id: str
    work_id: str
    language: str
    texts: list[str]
    places: list[list[tuple[int, int]]]
    speakers: list[str | None] = field(default_factory=list)
    utterance_ids: list[str | None] = field(default_factory=list)
    stated: dict[str, str | None] = field(default_factory=dict)


Rows = tuple[list[Dialogue], int]
"""Some dialogues of a file, and how many rows among them are none: they lack what each must have."""


@dataclass(frozen=True)
class ParquetFile:
    """A file that can be opened.

    Attributes:
        path: of it.
        rows: as its footer says.
        differs: in what its schema is not the contract's; empty if it is.
        usable: whether the columns that are checked are as they should be.
        stated: columns that are read beside those of every source.
    """

    path: Path
    rows: int
    differs: str
    usable: bool
    stated: tuple[str, ...]

    def batches(self) -> Iterator[Rows]:
        """The dialogues in order, a few at a time, and how many rows lack something they must have.

        Raises:
            UnreadableError: the file is damaged.
        """
        try:
            with pq.ParquetFile(self.path, pre_buffer=False, buffer_size=_CHUNK) as file:
                columns = [*_READ, *self.stated]
                batches = file.iter_batches(batch_size=_ROWS, columns=columns, use_threads=False)
                row = 0
                for batch in batches:
                    batch.validate(full=True)  # text that is no UTF-8, among others
                    yield _dialogues(batch, row, self.stated)
                    row += len(batch)
        except (pa.ArrowException, OSError) as error:
            raise UnreadableError(sentence(error)) from None


def open_parquet(path: Path, *, normalised: bool, stated: Sequence[str] = ()) -> ParquetFile:
    """A file and what is wrong with its schema.

    Args:
        path: of the file.
        normalised: whether the dataset holds normalised text.
        stated: columns to read beside those of every source.

    Raises:
        UnreadableError: the file is damaged, or not there.
    """
    try:
        with pq.ParquetFile(path) as file:
            schema, rows = file.schema_arrow, file.metadata.num_rows
    except (pa.ArrowException, OSError) as error:
        raise UnreadableError(sentence(error)) from None
    contract = DATASET.append(NORMALISED) if normalised else DATASET
    read = (*_READ, *stated)
    usable = all(name in schema.names and schema.field(name).equals(DATASET.field(name)) for name in read)
    return ParquetFile(path, rows, _difference(schema, contract), usable, tuple(stated))


def _difference(schema: pa.Schema, contract: pa.Schema) -> str:
    if schema.equals(contract):
        return ""
    if missing := [name for name in contract.names if name not in schema.names]:
        return f"without {', '.join(missing)}"
    if more := [name for name in schema.names if name not in contract.names]:
        return f"with {', '.join(more)}, which the contract does not have"
    if other := [field for field in contract if not schema.field(field.name).equals(field)]:
        return f"{other[0].name} is {schema.field(other[0].name).type}, it should be {other[0].type}"
    return "with its columns in another order"


def _dialogues(batch: pa.RecordBatch, first: int, stated: Sequence[str]) -> Rows:
    turns = batch.column("turns").flatten()
    said, spans = turns.field("text"), turns.field("spans")
    places = spans.flatten()
    edges = [places.field(name) for name in ("start", "end")]
    needed = [batch.column(name) for name in _READ]
    if any(column.null_count for column in (*needed, turns, said, spans, places, *edges)):
        numbered = enumerate(batch.to_pylist(), start=first)
        whole = [_dialogue(number, row, stated) for number, row in numbered if _is_whole(row)]
        return whole, len(batch) - len(whole)
    pairs = list(zip(*(edge.to_pylist() for edge in edges), strict=True))
    by_turn = _cut(pairs, spans.value_lengths().to_pylist())
    lengths = batch.column("turns").value_lengths().to_pylist()
    facts = (column.to_pylist() for column in needed[:-1])
    who, ids = (turns.field(name).to_pylist() for name in ("speaker", "utterance_id"))
    turns_of = (_cut(values, lengths) for values in (said.to_pylist(), by_turn, who, ids))
    others = zip(*(batch.column(name).to_pylist() for name in stated), strict=True)
    said_there = [dict(zip(stated, values, strict=True)) for values in others] or [{}] * len(batch)
    rows = range(first, first + len(batch))
    return list(map(Dialogue, rows, *facts, *turns_of, said_there)), 0


def _cut(values: list[Any], lengths: list[int]) -> list[list[Any]]:
    """A list as lists of these lengths."""
    pieces, start = [], 0
    for length in lengths:
        pieces.append(values[start : start + length])
        start += length
    return pieces


def _is_whole(row: dict[str, Any]) -> bool:
    """Whether nothing is null that must not be."""
    if any(row[name] is None for name in _READ):
        return False
    turns = row["turns"]
    if any(turn is None or turn["text"] is None or turn["spans"] is None for turn in turns):
        return False
    spans = [span for turn in turns for span in turn["spans"]]
    return all(span is not None and None not in span.values() for span in spans)


def _dialogue(number: int, row: dict[str, Any], stated: Sequence[str]) -> Dialogue:
    places = [[(span["start"], span["end"]) for span in turn["spans"]] for turn in row["turns"]]
    texts, who, ids = ([turn[name] for turn in row["turns"]] for name in ("text", "speaker", "utterance_id"))
    id, source, work, language = (row[name] for name in _READ[:-1])
    said_there = {name: row[name] for name in stated}
    return Dialogue(number, id, source, work, language, texts, places, who, ids, said_there)


def count_lines(path: Path) -> int:
    """Lines of a file that are ended; the beginning of one that was cut is none.

    Raises:
        UnreadableError: it is not there, or the disk does not give it.
    """
    try:
        with path.open("rb") as file:
            return sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(_CHUNK), b""))
    except OSError as error:
        raise UnreadableError(sentence(error)) from None


def read_jsonl(path: Path) -> Iterator[Rows]:
    """The dialogues of a file of JSON Lines in order, a few at a time, and how many lines are none.

    Raises:
        UnreadableError: it is not there, or the disk does not give it.
    """
    try:
        with path.open("rb") as file:
            numbered = enumerate(file)
            while lines := list(islice(numbered, _ROWS)):
                dialogues = [found for number, line in lines if (found := _from_json(number, line))]
                yield dialogues, len(lines) - len(dialogues)
    except OSError as error:
        raise UnreadableError(sentence(error)) from None


def _from_json(number: int, line: bytes) -> Dialogue | None:
    try:
        row = json.loads(line)
        texts = [str(message["content"]) for message in row["messages"]]
        facts = (str(row["id"]), str(row["source_id"]), "", str(row.get("language", "")))
        return Dialogue(number, *facts, texts, [], speakers=list(row.get("speakers", ())))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def ids_at(path: Path, rows: set[int]) -> dict[int, str]:
    """The ids of some dialogues of a file that has been read to its end, by the number of their row."""
    if path.suffix != ".parquet":
        return {found.row: found.id for batch, _ in read_jsonl(path) for found in batch if found.row in rows}
    ids: dict[int, str] = {}
    first = 0
    for batch in shards.read_batches(path, ["id"]):
        column = batch.column(0)
        ids |= {row: column[row - first].as_py() for row in rows if first <= row < first + len(batch)}
        first += len(batch)
    return ids


def sentence(error: Exception) -> str:
    """What is wrong, without the place of the workspace: that is another one on each machine."""
    if isinstance(error, FileNotFoundError):
        return "not there"
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return " ".join(said.split())[:200]
