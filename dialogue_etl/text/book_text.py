"""A text with its code points and paragraphs: what every rule of extraction looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.text.points import has_odd_space, is_space, points_of, true_places
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from dialogue_etl.text.points import Mask, Places, Points

_NEWLINE = ord("\n")


class BookText(NamedTuple):
    r"""A text and how it is laid out.

    Attributes:
        text: with `\n` line ends; offsets count characters in it.
        points: its code points, so that places in the array are offsets in the text.
        paragraphs: its paragraphs, in order.
        newlines: where its lines end.
        lines: the numbers of the lines of each paragraph, half open: the first line of the text is number 0.
        odd_spaces: whether there are control characters, or white space other than blanks and line ends.
    """

    text: str
    points: Points
    paragraphs: Spans
    newlines: Places
    lines: Spans
    odd_spaces: bool

    @classmethod
    def of(cls, text: str) -> BookText:
        """A text, taken apart."""
        points = points_of(text)
        newlines = true_places(points == _NEWLINE)
        paragraphs, lines = _paragraphs(text, points, newlines)
        return cls(text, points, paragraphs, newlines, lines, has_odd_space(text, points, len(newlines)))


def _paragraphs(text: str, points: Points, newlines: Places) -> tuple[Spans, Spans]:
    """The stretches of a text that blank lines part, and the numbers of their lines.

    A line of nothing but white space parts paragraphs, as an empty one does: transcribers leave blanks.

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
