"""Rows of the table cut into parts, what lies between the parts left out."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.table import changes
from dialogue_etl.text.spans import Spans, strip

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dialogue_etl.sources.books.extraction.table import SpeechTable

    Part = tuple[int, int]


def between(text: str, stretch: Part, cuts: list[Part]) -> Iterator[Part]:
    """What is left of a stretch beside its cuts, without white space at the edges; may be empty."""
    begin = stretch[0]
    for start, end in (*cuts, (stretch[1], stretch[1])):
        yield strip(text, begin, start)
        begin = end


def with_parts(table: SpeechTable, parts: Mapping[int, list[Part]]) -> SpeechTable:
    """The table with parts in the place of some of its rows; a turn begins with the first part of its row."""
    if not parts:
        return table
    counts = np.ones(len(table), np.int64)
    counts[list(parts)] = [len(pieces) for pieces in parts.values()]
    rows = np.arange(len(table)).repeat(counts)
    cut = table.where(rows)
    is_part = np.zeros(len(table), np.bool_)
    is_part[list(parts)] = True
    pieces = Spans.of(list(chain.from_iterable(parts.values())))
    (starts, ends), changed = cut.spans, is_part[rows]
    starts[changed], ends[changed] = pieces
    is_first = changes(rows)
    of_first = {
        name: np.where(is_first, cut.column(name), otherwise)
        for name, otherwise in (("begins_turn", False), ("certainty", 1.0))
        if name in cut.columns
    }
    return cut.with_columns(start=starts, end=ends, **of_first)
