"""Quotation marks that old printers repeat at the beginning of each line of a quotation."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.text.points import bounds_of_runs, one_of

if TYPE_CHECKING:
    from dialogue_etl.text.points import Offsets
    from dialogue_etl.text.spans import BookText

_MARKS = '"“”„«»'
_LINES = 2  # with a repeated mark, at least


def repeated_marks(book: BookText) -> Offsets:
    """The offsets of these marks: they begin two lines or more in a row, below a line with a mark.

    Another mark is only in the last of these lines, where the quotation may be closed; lines of a dialogue
    without blank lines have two marks each.
    """
    ends = book.newlines
    inner = (ends > 0) & (ends + 1 < len(book.points))
    inner[inner] = one_of(book.points[ends[inner] + 1], _MARKS) & (book.points[ends[inner] - 1] != ord("\n"))
    lines = inner.nonzero()[0]
    edges = np.append(ends, len(book.text))
    found: list[int] = []
    for first, after in pairwise(bounds_of_runs(len(lines), np.diff(lines) > 1).tolist()):
        run = lines[first:after].tolist()
        bodies = [book.text[edges[line] + 2 : edges[line + 1]] for line in run]
        above = book.text[edges[run[0] - 1] + 1 if run[0] else 0 : edges[run[0]]].rstrip()
        goes_on = _marked(above) and not _marked(above[-1:]) and not any(map(_marked, bodies[:-1]))
        if len(run) >= _LINES and goes_on and len({book.text[edges[line] + 1] for line in run}) == 1:
            found += [int(edges[line]) + 1 for line in run]
    return np.array(found, np.int64)


def _marked(line: str) -> bool:
    return any(mark in line for mark in _MARKS)
