"""Reads the units that pairs are made of (turns, sentences, blocks), and pairs each with the next one."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import regex

from dialogue_etl.pairs.batch import Columns

SAID = ("source_id", "dialogue_id", "text", "start_ms", "end_ms", "key")
"""The columns of units; `key` identifies a unit that is on several paths of a thread, or is None."""
TURNS = [
    *("id", "source_id"),
    *(f"turns.list.element.{name}" for name in ("text", "start_ms", "end_ms", "utterance_id")),
]
"""The columns to read from the dialogues table."""
_READ = ("source_id", "text", "start_ms", "end_ms")
_PAIR = ("source_id", "dialogue_id", "number", "trigger", "answer", "interval_ms")


def columns_of(joined_by: str) -> list[str]:
    """The columns to read from another table of units."""
    return [*_READ, joined_by] if joined_by else list(_READ)


def turns(batches: Iterable[pa.RecordBatch], *, across: bool) -> Iterator[Columns]:
    """The turns of dialogues.

    Args:
        batches: of the dialogues table.
        across: whether the first turn of the next dialogue of the document answers the last one.
    """
    for batch in batches:
        nested = batch.column("turns")
        said, lengths = nested.flatten(), pc.fill_null(nested.value_lengths(), 0).to_numpy()
        dialogue = np.repeat(np.arange(len(lengths)), lengths)
        columns: Columns = {
            name: batch.column(own).take(dialogue).to_pylist()
            for name, own in (("source_id", "source_id"), ("dialogue_id", "id"))
        }
        if across:
            columns["dialogue_id"] = [None] * len(dialogue)
        yield columns | {
            "text": said.field("text").to_pylist(),
            "start_ms": said.field("start_ms").to_pylist(),
            "end_ms": said.field("end_ms").to_pylist(),
            "key": said.field("utterance_id").to_pylist(),
        }


def rows(batches: Iterable[Columns], *, joined_by: str, opening: str) -> Iterator[Columns]:
    """The units of a table with one row, or several, for each.

    Args:
        batches: of the table, with its `columns_of`.
        joined_by: neighbouring rows with the same value in this column are one unit; empty if each row is.
        opening: pattern to remove at the start of a text, such as a dash; may be empty.
    """
    for columns in _joined(batches, joined_by, opening):
        nothing = [None] * len(columns["text"])
        yield columns | {"dialogue_id": nothing, "key": nothing}


def _joined(batches: Iterable[Columns], column: str, prefix: str) -> Iterator[Columns]:
    """Join rows to units, also across batches."""
    opening = regex.compile(prefix)
    held: list[Any] | None = None
    for batch in batches:
        done: list[list[Any]] = []
        pieces = batch[column] if column else [None] * len(batch["text"])
        for source, text, start, end, piece in zip(*(batch[name] for name in _READ), pieces, strict=True):
            if held and piece is not None and (held[0], held[4]) == (source, piece):
                held[1], held[3] = f"{held[1]} {text}", end
                continue
            if held:
                done.append(held)
            held = [
                source,
                text[found.end() :] if (found := opening.match(text)) else text,
                start,
                end,
                piece,
            ]
        yield _columns(_READ, done)
    if held:
        yield _columns(_READ, [held])


def neighbours(batches: Iterable[Columns]) -> Iterator[Columns]:
    """Pairs of each unit and the next one of its dialogue, or of its document if it has none.

    A pair that is in several dialogues of a document, as in paths of a tree, is returned once.
    """
    before: Sequence[Any] = (None,) * len(SAID)
    place, seen = 0, set[tuple[str, str]]()
    for batch in batches:
        found = []
        for unit in zip(*(batch[name] for name in SAID), strict=True):
            source, dialogue, text, start, _, key = unit
            if (source, dialogue) != (before[0], before[1]):
                place = 0
                seen = seen if source == before[0] else set()
            else:
                both = (before[5], key)
                if None in both or both not in seen:
                    times = start is not None and before[4] is not None
                    found.append(
                        (source, dialogue, place, before[2], text, start - before[4] if times else None)
                    )
                    seen.add(both)
                place += 1
            before = unit
        yield _columns(_PAIR, found)


def _columns(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Columns:
    return (
        dict(zip(names, map(list, zip(*rows, strict=True)), strict=False)) if rows else {n: [] for n in names}
    )
