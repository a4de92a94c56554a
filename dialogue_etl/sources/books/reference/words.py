"""The words of a book, counted on its code points: the reference's densities all need their number."""

from __future__ import annotations

import numpy as np

from dialogue_etl.text.points import is_space, points_of


def count_words(text: str) -> int:
    """As many as `len(text.split())`, several times as fast on a book."""
    if not text:
        return 0
    space = is_space(points_of(text))
    begun = space[:-1] & ~space[1:]
    return int(np.count_nonzero(begun)) + int(not space[0])
