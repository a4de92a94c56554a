"""Quotations by the plain rule: each glyph is what it is, and those that are alike open and close by turns.

Whether an opening mark begins a quotation is told by the mark before
it in its paragraph: after an opening one it is inside a quotation, after a closing one or none it is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.text.mark_pairs import stripped
from dialogue_etl.text.quotations import Quotations
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from dialogue_etl.text.mark_roles import BookMarks
    from dialogue_etl.text.points import Places

_NOWHERE = np.iinfo(np.int64).max


def all_quoted(found: BookMarks, opening: str, closing: str) -> Quotations:
    """The quotations of all paragraphs.

    A quotation that is not closed runs to the end of its paragraph.

    Args:
        found: the marks of the book.
        opening: the mark before speech, one character or two.
        closing: the mark after it, perhaps the same, not an apostrophe.
    """
    book, paragraphs = found.book, found.book.paragraphs
    left_open = np.zeros(len(paragraphs.starts), np.bool_)
    if not len(left_open):
        return Quotations(Spans.of([]), np.zeros(0, np.int64), left_open)
    marks = found.places(opening)
    numbers = paragraphs.starts.searchsorted(marks, side="right")
    if opening == closing:
        begin, close = _pairs(marks, numbers)
    else:
        begin, close = _first_marks(marks, found.places(closing), numbers)
    numbers = paragraphs.starts.searchsorted(begin, side="right") - 1
    ends = paragraphs.ends[numbers]
    left_open[numbers[close >= ends]] = True
    spans = stripped(book, begin + len(opening), np.minimum(close, ends))
    filled = spans.starts < spans.ends
    return Quotations(spans.where(filled), numbers[filled], left_open)


def _pairs(marks: Places, numbers: Places) -> tuple[Places, Places]:
    """Of marks that open and close: those that open, and the ones after them, by turns in a paragraph."""
    first = numbers.searchsorted(numbers)  # the first mark of each one's paragraph
    opens = ((np.arange(len(marks)) - first) % 2 == 0).nonzero()[0]
    return marks[opens], np.append(marks, _NOWHERE)[opens + 1]


def _first_marks(opens: Places, closes: Places, numbers: Places) -> tuple[Places, Places]:
    """Opening marks that are not inside a quotation, and the closing marks after them."""
    closed_before = closes.searchsorted(opens)
    inside = np.zeros(len(opens), np.bool_)
    # The mark before is an opening one of the same paragraph if no closing one stands between.
    inside[1:] = (numbers[1:] == numbers[:-1]) & (closed_before[1:] == closed_before[:-1])
    following = np.append(closes, _NOWHERE)[closed_before]
    return opens[~inside], following[~inside]
