"""Words as the paper counts them: what white space parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.text.points import is_space, points_of

if TYPE_CHECKING:
    from dialogue_etl.text.points import Points


def count_words(text: str) -> int:
    """White-space separated words: as many as `len(text.split())`, several times as fast on a book."""
    return count_words_of_points(points_of(text))


def count_words_of_points(points: Points) -> int:
    """The same, of a text whose code points are at hand."""
    if not len(points):
        return 0
    space = is_space(points)
    begun = space[:-1] & ~space[1:]
    return int(np.count_nonzero(begun)) + int(not space[0])


def count_words_of_utterance(text: str) -> int:
    """The same, of a text whose white-space runs are one blank each: it need not be taken apart."""
    return text.count(" ") + 1 if text else 0
