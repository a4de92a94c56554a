"""The table that the steps of extraction share: a row for each quoted span, in reading order.

A step takes the document and the table, and returns a table with more columns or with other rows (cut, added
or removed). Nothing is changed in place, so the table after each step can be kept and printed.

| column        | type    | added by             | meaning |
|---------------|---------|----------------------|---------|
| start, end    | int64   | find_quotations      | offsets in the text, half open; no white space at the edges, never empty |
| paragraph     | int64   | find_quotations      | number of its paragraph; no span crosses a paragraph |
| left_open     | bool    | find_quotations      | the last quotation of that paragraph has no closing mark |
| after_dash    | bool    | find_quotations      | a dash marks the span, not quotation marks |
| reason        | uint8   | classify_speech      | 0 for speech, else why it is not speech: an index into `REASONS` |
| speech        | float64 | classify_speech      | 0 to 1: probability that it is speech, if it has no reason of a rule |
| scene         | int64   | classify_speech      | number of chapters and scenes that have begun so far |
| begins_turn   | bool    | join_turns           | the row is the first of a turn; this step removes rows that are not speech |
| tag …         | int64   | attribute_speakers   | speech tag: see `speakers/speech_tags.py` |
| certainty     | float64 | attribute_speakers   | 0 to 1: certainty that this row is rightly joined to, or split from, the turn before; 1 if it is not a candidate |
| speaker       | object  | attribute_speakers   | name of the speaker of the turn, or None |
| confidence    | float64 | attribute_speakers   | 0 to 1: confidence in that speaker |
|               |         | cut_remarks          | other rows: the narrator's remarks in parentheses are cut out of speech |
|               |         | part_long_turns      | more rows begin a turn: long turns are split at paragraphs |
| gap           | float64 | part_dialogues       | of rows that begin a turn: characters since the turn before, weighted by rules; infinite where a book, chapter or scene begins, or where an uncertain speaker change splits a dialogue |
"""  # noqa: E501 (a table's row is a line)

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from dialogue_etl.languages import NARRATOR
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dialogue_etl.sources.books.extraction.speakers.character import Character
    from dialogue_etl.text.points import Mask, Offsets

    Column = npt.NDArray[Any]


UNKNOWN = -1
"""Character number that stands for no named character."""
GENDERS = ("", "m", "f", NARRATOR)
UNTAGGED, ADJACENT, BY_VERB = 0, 1, 2
"""How the narration names the speaker of a span: not at all, as the subject of the sentence next to the span,
or with a speech verb."""


@dataclass(frozen=True)
class SpeechTable:
    """Named columns of equal length, a row for each quoted span.

    Attributes:
        columns: by name.
        characters: who speaks in the book, by the name in the column `speaker`.

    Raises:
        ValueError: the columns differ in length.
    """

    columns: Mapping[str, Column] = field(default_factory=dict)
    characters: Mapping[str, Character] = field(default_factory=dict)

    def __post_init__(self) -> None:
        lengths = {name: len(column) for name, column in self.columns.items()}
        if len(set(lengths.values())) > 1:
            raise ValueError(f"columns of different lengths: {lengths}")

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def column(self, name: str) -> Column:
        """One column; raises KeyError if no step has added it yet."""
        return self.columns[name]

    @property
    def spans(self) -> Spans:
        """The offsets of all rows."""
        return Spans(self.columns["start"], self.columns["end"])

    def with_columns(self, **columns: Column) -> Self:
        """The table with these columns added or replaced."""
        return type(self)({**self.columns, **columns}, self.characters)

    def where(self, chosen: Mask | Offsets | slice) -> Self:
        """Some rows, by mask, row numbers (which may repeat) or slice."""
        return type(self)({name: column[chosen] for name, column in self.columns.items()}, self.characters)

    def first_of_paragraph(self) -> Mask:
        """For each row whether it is the first of its paragraph."""
        return changes(self.columns["paragraph"])

    def to_arrow(self, text: str | None = None) -> pa.Table:
        """The table for printing; given the text of the book, with the text of each span."""
        columns = {name: pa.array(column.tolist()) for name, column in self.columns.items()}
        if text is not None and "start" in columns:
            columns["text"] = pa.array(self.spans.pieces(text), pa.string())
        return pa.table(columns)


def changes(column: Column) -> Mask:
    """For each row whether its value differs from the row before; true for the first row."""
    changed = np.ones(len(column), np.bool_)
    np.not_equal(column[1:], column[:-1], out=changed[1:])
    return changed
