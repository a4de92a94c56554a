"""The dialogue gap: where one dialogue ends and the next one begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dialogue_etl.sources.books.turns import Turn


def cut_at_gaps(turns: Iterable[Turn], dialogue_gap: int) -> list[list[Turn]]:
    """Turns as dialogues: a new one begins where more than `dialogue_gap` characters part two turns.

    The gap is all the text between the end of one speech and the beginning of the next, as the paper
    defines it (section 3: "more than 150 characters between them"). The released code leaves out the
    narration before the first mark of a paragraph; measuring both sides cuts a few dialogues more.
    A gap of 0 cuts nowhere.
    """
    dialogues: list[list[Turn]] = []
    for turn in turns:
        far = bool(dialogues) and 0 < dialogue_gap < turn.start - dialogues[-1][-1].end
        if far or not dialogues:
            dialogues.append([])
        dialogues[-1].append(turn)
    return dialogues
