"""Paths to rows of the dialogues table, as columns: a mapping per turn would cost more than finding it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl import turns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.params.threads import Speakers
    from dialogue_etl.shards import ShardWriter
    from dialogue_etl.sources.threads.blocks import Block

_TURNS = 20_000
_BYTES = 8_000_000


class PathRows:
    """Takes paths of a block, and writes their dialogues a few megabytes at a time.

    Attributes:
        characters: of all utterances written.
    """

    def __init__(self, block: Block, language: str, speakers: Speakers, writer: ShardWriter) -> None:
        self.characters = 0
        self._block = block
        self._language = language
        self._speakers = speakers
        self._writer = writer
        self._sizes: list[int] = pc.binary_length(block.comments.column("text")).to_pylist()
        self._clear()

    def _clear(self) -> None:
        self._ids: list[str] = []
        self._threads: list[str] = []
        self._lengths: list[int] = []
        self._rows: list[int] = []
        self._names: list[str | None] = []
        self._held = 0

    def text(self, row: int) -> str:
        """What a comment says.

        Args:
            row: its number in the block.
        """
        found: str = self._block.comments.column("text")[row].as_py()
        return found

    def add(self, id: str, thread: str, rows: Sequence[int]) -> None:
        """A dialogue.

        Args:
            id: of the dialogue.
            thread: id of its thread.
            rows: the numbers of its comments in the block.
        """
        self._ids.append(id)
        self._threads.append(thread)
        self._rows += rows
        self._lengths.append(len(rows))
        self._names += self._who(rows)
        self._held += sum([self._sizes[row] for row in rows])
        if len(self._rows) > _TURNS or self._held > _BYTES:
            self.flush()

    def _who(self, rows: Sequence[int]) -> list[str | None]:
        """Who speaks in each turn; numbers begin with 1 in each dialogue."""
        if self._speakers == "none":
            return [None] * len(rows)
        authors = [self._block.authors[row] for row in rows]
        if self._speakers == "names":
            return authors
        numbers: dict[str, str] = {}
        return [
            None if author is None else numbers.setdefault(author, str(len(numbers) + 1))
            for author in authors
        ]

    def flush(self) -> None:
        """Write what is held."""
        if self._ids:
            self._writer.write("dialogues", self._table())
        self._clear()

    def _table(self) -> pa.Table:
        rows = pa.array(self._rows, pa.int64())
        texts = self._block.comments.column("text").take(rows)
        self.characters += pc.sum(pc.utf8_length(texts)).as_py()
        said = turns.build(
            texts, utterance_ids=self._block.comments.column("id").take(rows), speakers=self._names
        )
        return turns.dialogues(self._ids, self._threads, self._language, said, self._lengths)
