"""Cuts rows of the table into parts, without the narration between the parts."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.table import changes
from dialogue_etl.text.spans import Spans, strip

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Offsets

    Part = tuple[int, int]


def rows_of(spans: Spans, places: Offsets) -> Offsets:
    """For each offset the number of the span that it is in, or -1."""
    rows = spans.starts.searchsorted(places, side="right") - 1
    return np.where(places < np.append(spans.ends, 0)[rows], rows, -1)


def between(text: str, span: Part, cuts: list[Part]) -> Iterator[Part]:
    """The parts of a span around its cuts, without white space at the edges; parts may be empty."""
    begin = span[0]
    for start, end in (*cuts, (span[1], span[1])):
        yield strip(text, begin, start)
        begin = end


def with_parts(table: SpeechTable, parts: Mapping[int, list[Part]]) -> SpeechTable:
    """Replace some rows of the table by parts; if a row begins a turn, only its first part does."""
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
