"""Speech after dashes, in the way of the reference's Hungarian, Italian, Portuguese and Spanish."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.sources.books.reference.paragraphs import length, paragraphs
from dialogue_etl.sources.books.reference.utterances import BEFORE_THE_FIRST, MAX_GAP, utterance

if TYPE_CHECKING:
    from dialogue_etl.sources.books.reference.utterances import Dialogue

_AT_THE_BEGINNING = 2


def dashed(text: str, mark: str) -> tuple[list[Dialogue], int]:
    r"""The dialogues of a book, those included that are of one utterance, and its double dashes.

    Kept from the reference: only paragraphs with the dash among their first two characters speak, and
    dashes part speech from narration in turn, whatever they stand for. Speaking paragraphs with a second
    dash are counted: they show that dashes part speech from narration in this book.

    Args:
        text: of the book, `\n` line ends.
        mark: the dash.
    """
    dialogues: list[Dialogue] = []
    gap = BEFORE_THE_FIRST
    double = 0
    for start, paragraph in paragraphs(text):
        if mark not in paragraph[:_AT_THE_BEGINNING]:
            gap += length(paragraph)
            continue
        if gap > MAX_GAP:
            dialogues.append([])
        pieces = paragraph.split(mark)
        double += len(pieces) > 2
        dialogues[-1].append(utterance(" ".join(pieces[1::2]), start, paragraph))
        gap = 0
    return dialogues, double
