"""Paragraphs: stretches of a text parted by blank lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.text.points import is_space, points_of, true_places
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from dialogue_etl.text.points import Mask, Places, Points

_NEWLINE = ord("\n")


def paragraphs(text: str) -> list[tuple[int, int]]:
    r"""Start and end of the paragraphs of a text with `\n` line ends, in order, none of them blank.

    A line of nothing but white space parts paragraphs, as an empty one does: transcribers leave blanks.
    """
    points = points_of(text)
    found, _ = bounds(text, points, newlines_of(points))
    return found.pairs()


def newlines_of(points: Points) -> Places:
    """Where lines end."""
    return true_places(points == _NEWLINE)


def bounds(text: str, points: Points, newlines: Places) -> tuple[Spans, Spans]:
    """The paragraphs of a text whose code points and line ends are at hand, and the numbers of their lines.

    Returns:
        Places in the text, and numbers of lines, of which the first one is 0; both half open.
    """
    starts = np.concatenate([[0], newlines + 1])
    ends = np.concatenate([newlines, [len(text)]])
    written = np.zeros(len(starts) + 2, np.bool_)
    written[1:-1] = _written(text, points, starts, ends)
    edges = (written[1:] != written[:-1]).nonzero()[0]
    lines = Spans(edges[::2], edges[1::2])
    first, last = starts[lines.starts], ends[lines.ends - 1]
    for number in is_space(points[first]).nonzero()[0].tolist():
        start, end = int(first[number]), int(last[number])
        first[number] = end - len(text[start:end].lstrip())
    if len(last):
        last[-1] = first[-1] + len(text[int(first[-1]) : int(last[-1])].rstrip())
    return Spans(first, last), lines


def _written(text: str, points: Points, starts: Places, ends: Places) -> Mask:
    """For each line whether there is anything but white space in it."""
    written = starts < ends
    begun = written.nonzero()[0]
    # Few lines begin with white space: those are looked at one by one.
    doubtful = begun[is_space(points[starts[begun]])]
    lines = zip(starts[doubtful].tolist(), ends[doubtful].tolist(), strict=True)
    written[doubtful] = [not text[start:end].isspace() for start, end in lines]
    return written
