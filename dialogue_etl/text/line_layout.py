"""Where paragraphs begin in texts that have no blank lines between them."""

import numpy as np

from dialogue_etl.text.points import Mask, Places, Points, is_space, one_of

_MOST_LINES = 30  # of a paragraph in the mean: above that blank lines part chapters or nothing
_LONGEST_WRAPPED = 120  # characters
_SEVERAL = 0.02  # of the lines those that are longer
_FEW, _MOST = 0.05, 0.9  # of the lines those that are set in
_SHORT = 0.8  # of the width of the text
_OPENS = '"“„«»‘'
_CLOSES = ".!?…\"”’'»«:)"


def begins_below_text(points: Points, starts: Places, ends: Places, below: Mask) -> Mask:
    """For each line whether a paragraph begins with it though the line above is not blank.

    None does in a text whose blank lines part its paragraphs. Else it is each line, where lines are not
    wrapped; each line that is set in, where some are; or else, of the lines behind one that closes a
    sentence, those behind a short one and those with which speech begins.

    Args:
        points: of the text.
        starts: where lines begin.
        ends: where they end.
        below: which lines have something in them, and so has the line above.
    """
    count = np.count_nonzero(below)
    if count <= _MOST_LINES * np.count_nonzero((starts < ends) & ~below):
        return np.zeros(len(starts), np.bool_)
    lengths = ends - starts
    if np.count_nonzero(lengths[below] > _LONGEST_WRAPPED) > _SEVERAL * count:
        return below
    first = points[np.minimum(starts, len(points) - 1)]
    set_in = below & is_space(first)
    if _FEW * count < np.count_nonzero(set_in) < _MOST * count:
        return set_in
    last = np.maximum(ends - 1, 0)
    last = np.maximum(last - is_space(points[last]), 0)  # many lines end with a blank
    closes = one_of(points[last], _CLOSES)
    short = lengths < _SHORT * np.percentile(lengths[below], 90)
    begins: Mask = below & one_of(first, _OPENS)
    begins[1:] |= below[1:] & short[:-1]
    begins[1:] &= closes[:-1]
    return begins
