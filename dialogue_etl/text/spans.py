"""A text taken apart: code points, paragraphs, lines, and half-open stretches [start, end) in characters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np

from dialogue_etl.text.line_layout import begins_below_text
from dialogue_etl.text.points import Mask, Places, Points, is_space, points_of

_NEWLINE = ord("\n")
_GOES_ON = frozenset(",.;:!?…")


class Span(NamedTuple):
    """A stretch of a text, in characters, half open. A plain pair of numbers will do for one."""

    start: int
    end: int


class Spans(NamedTuple):
    """Many stretches of a text, as columns."""

    starts: Places
    ends: Places

    @classmethod
    def of(cls, pairs: Sequence[tuple[int, int]]) -> Spans:
        """From pairs of start and end."""
        edges = np.fromiter(chain.from_iterable(pairs), np.int64, 2 * len(pairs)).reshape(-1, 2)
        return cls(edges[:, 0], edges[:, 1])

    def pairs(self) -> list[tuple[int, int]]:
        """As pairs of start and end."""
        return list(zip(self.starts.tolist(), self.ends.tolist(), strict=True))

    def pieces(self, text: str) -> list[str]:
        """What stands in each of them."""
        # Without a list of pairs: a text has thousands.
        return [text[start:end] for start, end in zip(self.starts.tolist(), self.ends.tolist(), strict=True)]

    def where(self, chosen: Mask | Places) -> Spans:
        """Some of them, by a mask or by number."""
        return Spans(self.starts[chosen], self.ends[chosen])


def slice_numbers(starts: Places, ends: Places) -> tuple[Places, Places]:
    """All numbers from each start to its end, half open, behind the number of the slice each is of."""
    lengths = ends - starts
    slices = np.arange(len(starts)).repeat(lengths)
    return slices, np.arange(len(slices)) - (lengths.cumsum() - ends)[slices]


def strip(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch without white space at its edges; empty (start == end) if there is nothing else."""
    piece = text[start:end]
    lead = len(piece) - len(piece.lstrip())
    if lead == len(piece):
        return start, start
    return start + lead, start + len(piece.rstrip())


def text_of(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """What the spans say: white space runs made one blank, spans joined by one, but not before a comma.

    What goes on after the narrator's words often begins with the mark that stands behind them: — Ja — sagte
    sie —, und doch.
    """
    said = ""
    for start, end in spans:
        piece = " ".join(text[start:end].split())
        said += piece if not said or piece[:1] in _GOES_ON else " " + piece
    return said


def texts_of(text: str, spans: Spans, first: Places) -> list[str]:
    """What groups of spans say, each as `text_of` has it.

    Args:
        text: of the book.
        spans: of all groups, in order.
        first: the number of the first span of each group.
    """
    pairs = spans.pairs()
    return [text_of(text, pairs[start:end]) for start, end in pairwise([*first.tolist(), len(pairs)])]


class BookText(NamedTuple):
    r"""A text and how it is laid out.

    Attributes:
        text: with `\n` line ends; offsets count characters in it.
        points: its code points, so that places in the array are offsets in the text.
        paragraphs: its paragraphs, in order.
        newlines: where its lines end.
        lines: the numbers of the lines of each paragraph, half open: the first line of the text is number 0.
    """

    text: str
    points: Points
    paragraphs: Spans
    newlines: Places
    lines: Spans

    @classmethod
    def of(cls, text: str) -> BookText:
        """A text, taken apart."""
        points = points_of(text)
        newlines = (points == _NEWLINE).nonzero()[0]
        paragraphs, lines = _paragraphs(text, points, newlines)
        return cls(text, points, paragraphs, newlines, lines)


def _paragraphs(text: str, points: Points, newlines: Places) -> tuple[Spans, Spans]:
    """The stretches of a text that blank lines part, and the numbers of their lines.

    A line of nothing but white space parts paragraphs, as an empty one does: transcribers leave blanks. Where
    blank lines part hardly anything, `line_layout.py` tells where paragraphs begin.

    Returns:
        Places in the text, and numbers of lines, of which the first one is 0; both half open.
    """
    starts = np.concatenate([[0], newlines + 1])
    ends = np.concatenate([newlines, [len(text)]])
    written = _written(text, points, starts, ends)
    above = np.append(False, written[:-1])
    begins = written & (~above | begins_below_text(points, starts, ends, written & above))
    opening = begins.nonzero()[0]
    # A paragraph ends with the last line before the next one, or before a blank line.
    closing = (written & np.append(~written[1:] | begins[1:], True)).nonzero()[0]
    lines = Spans(opening, closing + 1)
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
