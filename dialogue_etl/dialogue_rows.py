"""Turns and dialogues as columns: a mapping for each of a book's thousands costs more than finding it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from dialogue_etl.tables import DIALOGUES, SPAN, TURN
from dialogue_etl.text.spans import Spans, texts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask, Places

_SPAN_FIELDS, _TURN_FIELDS = list(SPAN), list(TURN)
_CONFIDENCE = pa.float32()


@dataclass(frozen=True)
class Turns:
    """Turns of a text in reading order.

    Attributes:
        texts: what each says, as `text_of` has it.
        spans: the stretches of the text they come from, of all turns.
        first: the number of each turn's first span; one more than turns, the last is the number of spans.
        speakers: who says each, None where nobody tells; no list at all where nobody was asked.
        confidence: how likely that is right, 0 to 1.
    """

    texts: list[str]
    spans: Spans
    first: Places
    speakers: Sequence[str | None] = ()
    confidence: Sequence[float] = ()

    @classmethod
    def of(cls, book: BookText, spans: Spans, first: Places) -> Turns:
        """Turns from their spans.

        Args:
            book: its text.
            spans: of all turns.
            first: the number of each turn's first span.
        """
        return cls(texts_of(book, spans, first), spans, np.append(first, len(spans.starts)))

    def __len__(self) -> int:
        return len(self.texts)

    @cached_property
    def starts(self) -> Places:
        """Where each turn begins."""
        return self.spans.starts[self.first[:-1]]

    @cached_property
    def ends(self) -> Places:
        """Where each turn ends."""
        return self.spans.ends[self.first[1:] - 1]

    def column(self, chosen: Mask) -> pa.StructArray:
        """Some of the turns as Arrow data."""
        pieces = self.first[1:] - self.first[:-1]
        spans = self.spans.where(chosen.repeat(pieces))
        places = pa.StructArray.from_arrays(
            [pa.array(spans.starts), pa.array(spans.ends)], fields=_SPAN_FIELDS
        )
        kept = chosen.tolist()
        texts = pa.array(list(compress(self.texts, kept)), pa.string())
        columns = [
            texts,
            pa.ListArray.from_arrays(offsets(pieces[chosen]), places),
            *self._speaker_columns(kept),
            pa.nulls(len(texts), pa.string()),  # utterances of books have places, not names
        ]
        return pa.StructArray.from_arrays(columns, fields=_TURN_FIELDS)

    def _speaker_columns(self, kept: list[bool]) -> tuple[pa.Array, pa.Array]:
        """Speakers and confidence of some of the turns; no confidence where there is no speaker."""
        if not self.speakers:
            count = sum(kept)
            return pa.nulls(count, pa.string()), pa.nulls(count, _CONFIDENCE)
        names = pa.array(list(compress(self.speakers, kept)), pa.string())
        # What says who has a speaker says who has a confidence, too.
        confidence = np.array(list(compress(self.confidence, kept)), np.float32)
        buffers = [names.buffers()[0], pa.py_buffer(confidence)]
        return names, pa.Array.from_buffers(_CONFIDENCE, len(names), buffers, names.null_count)


def dialogue_ids(source_id: str, turns: Turns, runs: Sequence[tuple[int, int]]) -> list[str]:
    """The ids of the dialogues of a book: its own and where the first turn begins."""
    starts = turns.starts[[first for first, _ in runs]] if runs else np.zeros(0, np.int64)
    return [f"{source_id}:{start}" for start in starts.tolist()]


def dialogues(
    ids: Sequence[str], source_id: str, language: str, turns: Turns, runs: Sequence[tuple[int, int]]
) -> pa.Table:
    """Rows of the dialogues table.

    Args:
        ids: of the dialogues, as of `dialogue_ids`.
        source_id: of the book.
        language: BCP-47 tag.
        turns: of the book.
        runs: first turn and the one after the last of each dialogue, in order.
    """
    edges = Spans.of(runs)
    chosen = np.zeros(len(turns) + 1, np.int8)
    # One dialogue may begin where another one ends, but no two of them begin, or end, at the same turn.
    chosen[edges.starts] = 1
    chosen[edges.ends] -= 1
    said = turns.column(chosen[:-1].cumsum(dtype=np.int8).view(np.bool_))
    same = [source_id] * len(ids), [language] * len(ids)
    columns = [pa.array(column, pa.string()) for column in (ids, *same)]
    said = pa.ListArray.from_arrays(offsets(edges.ends - edges.starts), said)
    return pa.Table.from_arrays([*columns, said], schema=DIALOGUES)


def offsets(lengths: Places) -> pa.Array:
    """Where lists of these lengths begin in the row of all their elements."""
    edges = np.zeros(len(lengths) + 1, np.int32)
    lengths.cumsum(out=edges[1:])
    return pa.array(edges)
