"""Finds the beginnings of paragraphs in texts without blank lines between them."""

import numpy as np

from dialogue_etl.text.points import Mask, Offsets, Points, is_space, one_of

_MOST_LINES = 30  # mean lines of a paragraph; with more, blank lines do not separate paragraphs
_LONGEST_WRAPPED = 120  # characters of a line
_MIN_LONGER_SHARE = 0.02  # of lines, in a text whose lines are not wrapped
_FEW, _MOST = 0.05, 0.9  # share of indented lines, in a text that indents the first line of paragraphs
_SHORT = 0.8  # of the width of the text
_DASHES = "—–-"
_OPENS = '"“„«»‘'
_CLOSES = ".!?…\"”’'»«:)"


def begins_below_text(points: Points, starts: Offsets, ends: Offsets, below: Mask) -> Mask:
    """For each line whether a paragraph begins with it although the line above is not blank.

    In a text with blank lines between paragraphs, these are only the lines that begin with a dash or follow
    such a line, after the end of a sentence in a short line. Otherwise, a paragraph begins with every
    line if lines are not wrapped; else with every indented line if there are some; else with every line that
    follows the end of a sentence, if that was in a short line or if the line begins with speech.

    Args:
        points: of the text.
        starts: offsets at which lines begin.
        ends: offsets at which they end.
        below: which lines are not blank and follow a line that is not blank.
    """
    count = np.count_nonzero(below)
    if count <= _MOST_LINES * np.count_nonzero((starts < ends) & ~below):
        return _dash_lines(points, starts, ends, below)
    lengths = ends - starts
    if np.count_nonzero(lengths[below] > _LONGEST_WRAPPED) > _MIN_LONGER_SHARE * count:
        return below
    first = points[np.minimum(starts, len(points) - 1)]
    indented = below & is_space(first)
    if _FEW * count < np.count_nonzero(indented) < _MOST * count:
        return indented
    closes = _closes(points, ends)
    short = lengths < _SHORT * np.percentile(lengths[below], 90)
    begins: Mask = below & one_of(first, _OPENS)
    begins[1:] |= below[1:] & short[:-1]
    begins[1:] &= closes[:-1]
    return begins


def _closes(points: Points, ends: Offsets) -> Mask:
    """Whether a sentence ends at each line end."""
    last = np.maximum(ends - 1, 0)
    last = np.maximum(last - is_space(points[last]), 0)  # many lines end with a blank
    return one_of(points[last], _CLOSES)


def _dash_lines(points: Points, starts: Offsets, ends: Offsets, below: Mask) -> Mask:
    """Which lines begin speech with a dash, or follow it, in a text with blank lines between paragraphs."""
    begins = np.zeros(len(starts), np.bool_)
    lines = below.nonzero()[0]
    dashed = lines[one_of(points[starts[lines]], _DASHES)]
    if not len(dashed):
        return begins
    lengths = ends - starts
    width = np.percentile(lengths[lengths > 0], 90)
    ended = ((lengths < _SHORT * width) | (width > _LONGEST_WRAPPED)) & _closes(points, ends)
    begins[dashed[ended[dashed - 1]]] = True
    begins[1:] |= begins[:-1] & below[1:] & ended[:-1]
    return begins
