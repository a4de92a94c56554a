"""The dialogue gap: where one dialogue ends and the next one begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dialogue_etl.dialogue_rows import Utterance


def cut_at_gaps(turns: Iterable[Utterance], dialogue_gap: int) -> list[list[Utterance]]:
    """Turns as dialogues: a new one begins where more than `dialogue_gap` characters part two turns.

    The gap is all the text between the end of one speech and the beginning of the next, as the paper
    defines it (section 3: "more than 150 characters between them"). The released code leaves out the
    narration before the first mark of a paragraph; measuring both sides cuts a few dialogues more.
    A gap of 0 cuts nowhere.
    """
    dialogues: list[list[Utterance]] = []
    end = 0
    for turn in turns:
        start = turn.spans[0][0]
        if not dialogues or 0 < dialogue_gap < start - end:
            dialogues.append([])
        dialogues[-1].append(turn)
        end = turn.spans[-1][1]
    return dialogues
