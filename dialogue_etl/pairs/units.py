"""What is said, unit by unit (turns, sentences, blocks), and each with the one that answers it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import regex

from dialogue_etl.pairs.batch import Columns

SAID = ("source_id", "dialogue_id", "text", "start_ms", "end_ms", "key")
"""The columns of units; `key` is what makes a pair of them known again on another path, or None."""
TURNS = [
    *("id", "source_id"),
    *(f"turns.list.element.{name}" for name in ("text", "start_ms", "end_ms", "utterance_id")),
]
"""The columns of the dialogues table that are needed of turns."""
_READ = ("source_id", "text", "start_ms", "end_ms")
_PAIR = ("source_id", "dialogue_id", "number", "trigger", "answer", "interval_ms")


def columns_of(joined_by: str) -> list[str]:
    """The columns that are needed of another table with a row for each unit."""
    return [*_READ, joined_by] if joined_by else list(_READ)


def turns(batches: Iterable[pa.RecordBatch], *, across: bool) -> Iterator[Columns]:
    """The turns of dialogues.

    Args:
        batches: of the dialogues table.
        across: whether the last turn of a dialogue is answered by the first of the document's next one.
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
    """The units of a table with a row for each, or for a piece of each.

    Args:
        batches: of the table, with its `columns_of`.
        joined_by: a column: neighbouring rows of the same value are one unit; empty if each row is one.
        opening: a pattern of what begins a text and is not said, such as a dash; empty if nothing does.
    """
    for columns in _joined(batches, joined_by, opening):
        nothing = [None] * len(columns["text"])
        yield columns | {"dialogue_id": nothing, "key": nothing}


def _joined(batches: Iterable[Columns], column: str, prefix: str) -> Iterator[Columns]:
    """Rows as units; what a batch ends with goes on in the next one."""
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
    """Each unit with the next one of its dialogue, or of its document where units stand in no dialogue.

    A pair that several dialogues of a document have, as paths of a tree do, is given once: with the first.
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
