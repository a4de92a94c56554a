"""All quotations of a text at once: the rule of `quotes.quoted` for marks that are no apostrophes.

Marks are found by comparing arrays. Whether an opening mark begins a quotation is told by the mark before
it in its paragraph: after an opening one it is inside a quotation, after a closing one or none it is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.text.points import is_space
from dialogue_etl.text.quotations import Quotations
from dialogue_etl.text.spans import Spans, strip

if TYPE_CHECKING:
    from dialogue_etl.text.points import Places, Points

_NOWHERE = np.iinfo(np.int64).max


def all_quoted(text: str, points: Points, paragraphs: Spans, opening: str, closing: str) -> Quotations:
    """The quotations of all paragraphs.

    Args:
        text: of the book.
        points: its code points.
        paragraphs: its paragraphs.
        opening: the mark before speech.
        closing: the mark after it, perhaps the same, not an apostrophe.
    """
    left_open = np.zeros(len(paragraphs.starts), np.bool_)
    if not len(left_open):
        return Quotations(Spans.of([]), np.zeros(0, np.int64), left_open)
    marks = np.flatnonzero(points == ord(opening))
    numbers = np.searchsorted(paragraphs.starts, marks, side="right")
    if opening == closing:
        begin, close = _pairs(marks, numbers)
    else:
        begin, close = _first_marks(marks, np.flatnonzero(points == ord(closing)), numbers)
    numbers = np.searchsorted(paragraphs.starts, begin, side="right") - 1
    ends = paragraphs.ends[numbers]
    left_open[numbers[close >= ends]] = True
    spans = _stripped(text, points, begin + 1, np.minimum(close, ends))
    filled = spans.starts < spans.ends
    return Quotations(spans.where(filled), numbers[filled], left_open)


def _pairs(marks: Places, numbers: Places) -> tuple[Places, Places]:
    """Of marks that open and close: those that open, and the ones after them, by turns in a paragraph."""
    first = np.searchsorted(numbers, numbers)  # the first mark of each one's paragraph
    opens = np.flatnonzero((np.arange(len(marks)) - first) % 2 == 0)
    return marks[opens], np.append(marks, _NOWHERE)[opens + 1]


def _first_marks(opens: Places, closes: Places, numbers: Places) -> tuple[Places, Places]:
    """Opening marks that are not inside a quotation, and the closing marks after them."""
    closed_before = np.searchsorted(closes, opens)
    inside = np.zeros(len(opens), np.bool_)
    # The mark before is an opening one of the same paragraph if no closing one stands between.
    inside[1:] = (numbers[1:] == numbers[:-1]) & (closed_before[1:] == closed_before[:-1])
    following = np.append(closes, _NOWHERE)[closed_before]
    return opens[~inside], following[~inside]


def _stripped(text: str, points: Points, starts: Places, ends: Places) -> Spans:
    """The stretches without white space at their edges; few have any, those are looked at one by one."""
    spans = Spans(starts, ends)
    bounded = np.minimum(starts, len(points) - 1)
    doubtful = (starts >= ends) | is_space(points[bounded]) | is_space(points[ends - 1])
    for place in np.flatnonzero(doubtful).tolist():
        spans.starts[place], spans.ends[place] = strip(text, int(starts[place]), int(ends[place]))
    return spans
