"""Finds personal addresses and numbers left in a dataset; their values are never written."""

from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.text.privacy import KINDS
from dialogue_etl.text.privacy.finding import find

_METADATA = ("title", "authors", "rights")


def private_places(batch: pa.RecordBatch) -> Iterator[tuple[int, int | None, str]]:
    """Row, turn (None in the metadata) and kind of each address or number that `privacy` would mask.

    Args:
        batch: dialogues, with the metadata of their file.
    """
    for row, text in _metadata(batch):
        for found in find(text):
            yield row, None, KINDS[found.kind]
    turns = batch.column("turns")
    flat = turns.flatten()
    rows = pc.list_parent_indices(turns)
    for name in ("text", "speaker"):
        words = flat.field(name).dictionary_encode()
        kinds = [[KINDS[found.kind] for found in find(text)] for text in words.dictionary.to_pylist()]
        if not any(kinds):
            continue
        for place, number in enumerate(words.indices.to_pylist()):
            if number is not None and kinds[number]:
                row = rows[place].as_py()
                turn = place - (turns.offsets[row].as_py() - turns.offsets[0].as_py())
                yield from ((row, turn, kind) for kind in kinds[number])


def _metadata(batch: pa.RecordBatch) -> Iterator[tuple[int, str]]:
    """The row and words of each new title, author and statement of rights."""
    for name in _METADATA:
        if name in batch.schema.names:
            before: object = None
            for row, value in enumerate(batch.column(name).to_pylist()):
                if value and value != before:
                    yield from ((row, text) for text in (value if isinstance(value, list) else [value]))
                before = value
