"""The dialogue gap: where one dialogue ends and the next one begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from dialogue_etl.dialogue_rows import Turns
    from dialogue_etl.text.points import Mask


def begins_dialogue(turns: Turns, dialogue_gap: int) -> Mask:
    """For each turn whether more than `dialogue_gap` characters part it from the one before.

    The gap is all the text between the end of one speech and the beginning of the next, as the paper
    defines it (section 3: "more than 150 characters between them"). The released code leaves out the
    narration before the first mark of a paragraph; measuring both sides cuts a few dialogues more.
    A gap of 0 cuts nowhere.
    """
    begins = np.zeros(len(turns), np.bool_)
    begins[:1] = True
    if dialogue_gap:
        begins[1:] = turns.starts[1:] - turns.ends[:-1] > dialogue_gap
    return begins
