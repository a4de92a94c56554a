"""The table that grows from step to step: a row for each stretch of marked speech, in reading order.

A step takes the document and the table and returns the table with more columns, or with other rows (cut,
added, left out). Nothing is changed in place, so the table after each step can be kept and printed.

| column        | type    | added by             | meaning |
|---------------|---------|----------------------|---------|
| start, end    | int64   | find_quotations      | place in the text, half open, no white space at the edges, never empty |
| paragraph     | int64   | find_quotations      | number of the paragraph it stands in; no stretch crosses one |
| left_open     | bool    | find_quotations      | the last quotation of that paragraph has no closing mark |
| reason        | uint8   | classify_speech      | 0 for speech, else why it is none: a place in `REASONS` |
| scene         | int64   | classify_speech      | how many chapters and scenes have begun up to it |
| begins_turn   | bool    | join_turns           | a turn begins with it; rows that are no speech leave the table here |
| tag …         | int64   | attribute_speakers   | what the narrator says of the speaker: `speakers/speech_tags.py` |
| certainty     | float64 | attribute_speakers   | 0 to 1, of rows that might begin a turn: of whether the speaker of the row before goes on |
| speaker       | object  | attribute_speakers   | name of who says the turn, None where nothing tells |
| confidence    | float64 | attribute_speakers   | 0 to 1 that it is this one |
|               |         | cut_remarks          | other rows: the narrator's remarks in parentheses cut out of speech |
|               |         | part_long_turns      | more rows begin a turn: turns that are too long, parted at paragraphs |
| gap           | float64 | part_dialogues       | of rows that begin a turn: characters to the turn before, as the rules weigh them; infinite where the book, a chapter or a scene begins, or a dialogue is parted for its doubt |
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

    from dialogue_etl.text.points import Mask, Places

    Column = npt.NDArray[Any]


NOBODY = -1
"""Number of a character where nobody is named."""
GENDERS = ("", "m", "f", NARRATOR)
UNTAGGED, BESIDE, BY_VERB = 0, 1, 2
"""How a stretch tells its speaker: not at all, by whom the sentence beside it is about, by a speech verb."""


@dataclass(frozen=True)
class SpeechTable:
    """Named columns of equal length, a row for each stretch of marked speech.

    Raises:
        ValueError: the columns differ in length.
    """

    columns: Mapping[str, Column] = field(default_factory=dict)

    def __post_init__(self) -> None:
        lengths = {name: len(column) for name, column in self.columns.items()}
        if len(set(lengths.values())) > 1:
            raise ValueError(f"columns of different lengths: {lengths}")

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def column(self, name: str) -> Column:
        """One column; a KeyError if no step has added it yet."""
        return self.columns[name]

    @property
    def spans(self) -> Spans:
        """The stretches themselves."""
        return Spans(self.columns["start"], self.columns["end"])

    def with_columns(self, **columns: Column) -> Self:
        """The table with these columns added, or put in place of those of the same name."""
        return type(self)({**self.columns, **columns})

    def where(self, chosen: Mask | Places | slice) -> Self:
        """Some rows, by a mask, by number, or a slice; a number may come several times."""
        return type(self)({name: column[chosen] for name, column in self.columns.items()})

    def first_of_paragraph(self) -> Mask:
        """For each row whether it is the first one of its paragraph."""
        return changes(self.columns["paragraph"])

    def to_arrow(self, text: str | None = None) -> pa.Table:
        """The table for printing; with the text of the book also what each stretch says."""
        columns = {name: pa.array(column.tolist()) for name, column in self.columns.items()}
        if text is not None and "start" in columns:
            columns["text"] = pa.array(self.spans.pieces(text), pa.string())
        return pa.table(columns)


def changes(column: Column) -> Mask:
    """For each row whether its value differs from the one before; the first one always does."""
    changed = np.ones(len(column), np.bool_)
    np.not_equal(column[1:], column[:-1], out=changed[1:])
    return changed
