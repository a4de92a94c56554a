"""The dialogue gap: how much text parts two turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from dialogue_etl.dialogue_rows import Turns
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Places


def gaps(book: BookText, turns: Turns, *, both_sides: bool) -> Places:
    """For each turn but the first the characters between it and the one before.

    Args:
        book: its text.
        turns: in reading order.
        both_sides: all the text between the end of one speech and the beginning of the next, as the paper
            defines it (section 3: "more than 150 characters between them"). Off, narration before the first
            speech of a paragraph does not count, as in the released code: what follows the speech in its
            paragraph and whole paragraphs do.
    """
    starts, ends = turns.starts[1:], turns.ends[:-1]
    if not both_sides and len(starts):
        numbers = book.paragraphs.starts.searchsorted(starts, side="right") - 1
        begun = book.paragraphs.starts[numbers]
        starts = np.where(begun > ends, begun, starts)
    return starts - ends
