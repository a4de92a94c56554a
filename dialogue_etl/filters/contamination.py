"""Drops dialogues that are copies of a test set's, so that a model trained on the rest can be tested on it.

The stage `code` writes the sequences of all test sets to a file; the stage of each source that judges
dialogues last, and the mix, compare theirs with it. What counts as a copy is in `text/overlap.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl.core import turns as columns
from dialogue_etl.filters import Drop
from dialogue_etl.text import overlap

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

REASON, PARAMETER = "contamination", "contamination.tests"
_SCHEMA = pa.schema([("dialogue", pa.string()), ("sequences", pa.list_(pa.uint64()))])


def write(path: Path, dialogues: Iterable[tuple[str, str]]) -> None:
    """Write the sequences of test sets.

    Args:
        path: Parquet file to write.
        dialogues: the id of each, and its turns with line ends between them.
    """
    ids, texts = zip(*found, strict=True) if (found := list(dialogues)) else ((), ())
    table = pa.table(
        [pa.array(ids, pa.string()), pa.array(overlap.sequences(texts), _SCHEMA[1].type)], _SCHEMA
    )
    pq.write_table(table, path)


def inputs(path: Path | None) -> tuple[Path, ...]:
    """The file that `write` wrote; nothing where the stage `code` did not run, as for a single stage."""
    return () if path is None or not path.is_file() else (path,)


class Copies:
    """Finds copies of the dialogues of test sets.

    Attributes:
        ids: of these dialogues.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        """Read what `write` wrote: one file, or none."""
        table = pa.concat_tables([_SCHEMA.empty_table(), *map(pq.read_table, paths)])
        self._names = table["dialogue"].to_pylist()
        self.ids = frozenset(self._names)
        self._index = (
            overlap.Index([row.values.to_numpy() for row in table["sequences"]]) if len(table) else None
        )

    def __bool__(self) -> bool:
        """Whether there is anything to compare with."""
        return self._index is not None

    def verdicts(self, turns: pa.ListArray) -> list[Drop | None]:
        """For each dialogue of a column of turns why it is dropped; the value is the share in common."""
        if self._index is None:
            return [None] * len(turns)
        found = self._index.nearest(overlap.sequences(list(map("\n".join, columns.lists(turns, "text")))))
        return [
            Drop(REASON, share, overlap.LEAST, f"like {self._names[place]}") if share else None
            for share, place in zip(found.shares.tolist(), found.places.tolist(), strict=True)
        ]
