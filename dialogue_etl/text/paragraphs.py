"""Paragraphs: stretches of a text parted by blank lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.text.points import is_space, points_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from dialogue_etl.text.points import Points

    Places = npt.NDArray[np.int64]

_NEWLINE = ord("\n")


def paragraphs(text: str) -> list[tuple[int, int]]:
    r"""Start and end of the paragraphs of a text with `\n` line ends, in order, none of them blank.

    A line of nothing but white space parts paragraphs, as an empty one does: transcribers leave blanks.
    """
    return bounds(text, points_of(text))


def bounds(text: str, points: Points) -> list[tuple[int, int]]:
    """The paragraphs of a text whose code points are at hand."""
    newlines = np.flatnonzero(points == _NEWLINE)
    starts = np.concatenate([[0], newlines + 1])
    ends = np.concatenate([newlines, [len(text)]])
    written = np.zeros(len(starts) + 2, np.bool_)
    written[1:-1] = _written(text, points, starts, ends)
    edges = np.flatnonzero(written[1:] != written[:-1])
    first, last = starts[edges[::2]], ends[edges[1::2] - 1]
    found = list(zip(first.tolist(), last.tolist(), strict=True))
    for number in np.flatnonzero(is_space(points[first])).tolist():
        start, end = found[number]
        found[number] = end - len(text[start:end].lstrip()), end
    if found:
        start, end = found[-1]
        found[-1] = start, start + len(text[start:end].rstrip())
    return found


def _written(text: str, points: Points, starts: Places, ends: Places) -> npt.NDArray[np.bool_]:
    """For each line whether there is anything but white space in it."""
    written = starts < ends
    begun = np.flatnonzero(written)
    # Few lines begin with white space: those are looked at one by one.
    doubtful = begun[is_space(points[starts[begun]])]
    lines = zip(starts[doubtful].tolist(), ends[doubtful].tolist(), strict=True)
    written[doubtful] = [not text[start:end].isspace() for start, end in lines]
    return written
