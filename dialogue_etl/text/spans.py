"""Parsed texts (code points, paragraphs, lines), and spans: half-open ranges [start, end) of characters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np

from dialogue_etl.text.line_layout import begins_below_text
from dialogue_etl.text.points import Mask, Offsets, Points, is_space, points_of
from dialogue_etl.text.segmentation import blank_after

_NEWLINE = ord("\n")
NO_BLANK_BEFORE = frozenset(",.;:!?…")


class Span(NamedTuple):
    """A half-open range of characters of a text. Functions also accept a plain pair of numbers."""

    start: int
    end: int


class Spans(NamedTuple):
    """Many spans of a text, as columns."""

    starts: Offsets
    ends: Offsets

    @classmethod
    def of(cls, pairs: Sequence[tuple[int, int]]) -> Spans:
        """From pairs of start and end."""
        edges = np.fromiter(chain.from_iterable(pairs), np.int64, 2 * len(pairs)).reshape(-1, 2)
        return cls(edges[:, 0], edges[:, 1])

    def pairs(self) -> list[tuple[int, int]]:
        """As pairs of start and end."""
        return list(zip(self.starts.tolist(), self.ends.tolist(), strict=True))

    def pieces(self, text: str) -> list[str]:
        """The text of each span."""
        return [text[start:end] for start, end in zip(self.starts.tolist(), self.ends.tolist(), strict=True)]

    def where(self, chosen: Mask | Offsets) -> Spans:
        """Some of the spans, by mask or number."""
        return Spans(self.starts[chosen], self.ends[chosen])


def slice_numbers(starts: Offsets, ends: Offsets) -> tuple[Offsets, Offsets]:
    """All numbers of some half-open slices: for each the number of its slice, and the number itself."""
    lengths = ends - starts
    slices = np.arange(len(starts)).repeat(lengths)
    return slices, np.arange(len(slices)) - (lengths.cumsum() - ends)[slices]


def strip(text: str, start: int, end: int) -> tuple[int, int]:
    """A span without white space at its edges; empty (start == end) if there is nothing else."""
    piece = text[start:end]
    lead = len(piece) - len(piece.lstrip())
    if lead == len(piece):
        return start, start
    return start + lead, start + len(piece.rstrip())


def text_of(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text of an utterance: its spans joined by a blank, each run of white space replaced by one blank.

    No blank is put before punctuation, since speech after narration often begins with a mark (— Ja — sagte
    sie —, und doch), nor after a wide character, as of Chinese.
    """
    joined = ""
    for start, end in spans:
        piece = " ".join(text[start:end].split())
        joined += piece if not joined or piece[:1] in NO_BLANK_BEFORE else blank_after(joined) + piece
    return joined


def texts_of(text: str, spans: Spans, first: Offsets) -> list[str]:
    """The text of each group of spans, see `text_of`.

    Args:
        text: of the book.
        spans: of all groups, in order.
        first: the number of the first span of each group.
    """
    pairs = spans.pairs()
    return [text_of(text, pairs[start:end]) for start, end in pairwise([*first.tolist(), len(pairs)])]


class BookText(NamedTuple):
    r"""A parsed text.

    Attributes:
        text: with `\n` line ends; offsets count its characters.
        points: its code points; array indices are offsets in the text.
        paragraphs: spans of its paragraphs, in order.
        newlines: offsets of its line ends.
        lines: range of line numbers of each paragraph, half open; the first line of the text is 0.
    """

    text: str
    points: Points
    paragraphs: Spans
    newlines: Offsets
    lines: Spans

    @classmethod
    def of(cls, text: str) -> BookText:
        """Parse a text."""
        points = points_of(text)
        newlines = (points == _NEWLINE).nonzero()[0]
        paragraphs, lines = _paragraphs(text, points, newlines)
        return cls(text, points, paragraphs, newlines, lines)


def _paragraphs(text: str, points: Points, newlines: Offsets) -> tuple[Spans, Spans]:
    """Find the paragraphs of a text.

    They are separated by lines that are empty or have only white space. In texts with hardly any such lines,
    `line_layout.py` finds the beginnings of paragraphs.

    Returns:
        Spans in the text, and ranges of line numbers, both half open.
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


def _written(text: str, points: Points, starts: Offsets, ends: Offsets) -> Mask:
    """For each line whether it has anything but white space."""
    written = starts < ends
    begun = written.nonzero()[0]
    # The few lines that begin with white space are handled one by one.
    doubtful = begun[is_space(points[starts[begun]])]
    lines = zip(starts[doubtful].tolist(), ends[doubtful].tolist(), strict=True)
    written[doubtful] = [not text[start:end].isspace() for start, end in lines]
    return written
