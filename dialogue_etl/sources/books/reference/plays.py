"""Speech after a name between underscores, as plays have it: `_Algernon._ Did you hear?`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.sources.books.reference.paragraphs import length, paragraphs
from dialogue_etl.sources.books.reference.utterances import BEFORE_THE_FIRST, MAX_GAP, utterance

if TYPE_CHECKING:
    from dialogue_etl.sources.books.reference.utterances import Dialogue


def played(text: str, mark: str) -> list[Dialogue]:
    r"""The dialogues of a play, those included that are of one utterance.

    Kept from the reference: what is said is all after the second underscore, stage directions in italics
    included.

    Args:
        text: of the book, `\n` line ends.
        mark: the underscore.
    """
    dialogues: list[Dialogue] = []
    gap = BEFORE_THE_FIRST
    for start, paragraph in paragraphs(text):
        if not paragraph.startswith(mark):
            gap += length(paragraph)
            continue
        if gap > MAX_GAP:
            dialogues.append([])
        dialogues[-1].append(utterance(" ".join(paragraph.split(mark)[2:]), start, paragraph))
        gap = 0
    return dialogues
