"""All quotations of a text at once: the rule of `quotes.quoted` for marks that are no apostrophes.

Marks are found by comparing arrays. Whether an opening mark begins a quotation is told by the mark before
it in its paragraph: after an opening one it is inside a quotation, after a closing one or none it is not.
"""

from __future__ import annotations

from itertools import chain, pairwise
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.text.points import is_space
from dialogue_etl.text.spans import strip

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from dialogue_etl.text.points import Points

    Places = npt.NDArray[np.int64]
    Spans = list[tuple[int, int]]


def all_quoted(
    text: str, points: Points, paragraphs: Sequence[tuple[int, int]], opening: str, closing: str
) -> Iterator[tuple[int, Spans, bool]]:
    """The paragraphs with quotations: number, stretches inside the marks, whether the last is left open.

    Args:
        text: of the book.
        points: its code points.
        paragraphs: their starts and ends.
        opening: the mark before speech.
        closing: the mark after it, perhaps the same, not an apostrophe.
    """
    if not paragraphs:
        return
    edges = np.fromiter(chain.from_iterable(paragraphs), np.int64, 2 * len(paragraphs))
    starts, ends = edges[::2].copy(), edges[1::2].copy()
    marks = np.flatnonzero(points == ord(opening))
    if opening == closing:
        begin, close = _pairs(marks, np.searchsorted(starts, marks, side="right"))
    else:
        closes = np.flatnonzero(points == ord(closing))
        begin, close = _first_marks(marks, closes, starts)
    numbers = np.searchsorted(starts, begin, side="right") - 1
    unclosed, places = (close >= ends[numbers]).tolist(), numbers.tolist()
    spans = _stripped(text, points, begin + 1, np.minimum(close, ends[numbers]))
    cuts = (np.flatnonzero(numbers[1:] != numbers[:-1]) + 1).tolist()
    for first, after in pairwise([0, *cuts, len(spans)] if spans else []):
        if found := [span for span in spans[first:after] if span[0] < span[1]]:
            yield places[first], found, unclosed[after - 1]


def _stripped(text: str, points: Points, starts: Places, ends: Places) -> Spans:
    """The stretches without white space at their edges; few have any, those are looked at one by one."""
    spans = list(zip(starts.tolist(), ends.tolist(), strict=True))
    bounded = np.minimum(starts, len(points) - 1)
    doubtful = (starts >= ends) | is_space(points[bounded]) | is_space(points[ends - 1])
    for place in np.flatnonzero(doubtful).tolist():
        spans[place] = strip(text, *spans[place])
    return spans


def _pairs(marks: Places, numbers: Places) -> tuple[Places, Places]:
    """Of marks that open and close: those that open, and the ones after them, by turns in a paragraph."""
    first = np.searchsorted(numbers, numbers)  # the first mark of each one's paragraph
    opens = np.flatnonzero((np.arange(len(marks)) - first) % 2 == 0)
    following = np.append(marks, np.iinfo(np.int64).max)[opens + 1]
    return marks[opens], following


def _first_marks(opens: Places, closes: Places, starts: Places) -> tuple[Places, Places]:
    """Opening marks that are not inside a quotation, and the closing marks after them."""
    closed_before = np.searchsorted(closes, opens)
    paragraph = np.searchsorted(starts, opens, side="right")
    inside = np.zeros(len(opens), np.bool_)
    # The mark before is an opening one of the same paragraph if no closing one stands between.
    inside[1:] = (paragraph[1:] == paragraph[:-1]) & (closed_before[1:] == closed_before[:-1])
    following = np.append(closes, np.iinfo(np.int64).max)[closed_before]
    return opens[~inside], following[~inside]
