"""Speech between quotation marks, in the way of the reference's German."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.sources.books.reference.paragraphs import length, paragraphs
from dialogue_etl.sources.books.reference.utterances import BEFORE_THE_FIRST, MAX_GAP, utterance

if TYPE_CHECKING:
    from dialogue_etl.sources.books.reference.utterances import Dialogue

_CLOSING = {"„": "“", "»": "«"}
_AT_THE_BEGINNING = 2


def low_quoted(text: str, mark: str) -> list[Dialogue]:
    r"""The dialogues of a book, those included that are of one utterance.

    Kept from the reference: only paragraphs with the opening mark among their first two characters speak,
    their quotations are put together without a blank (`Ja.Nein.`), and where marks are straight the
    narration between two quotations is speech too.

    Args:
        text: of the book, `\n` line ends.
        mark: opening mark.
    """
    dialogues: list[Dialogue] = []
    gap = BEFORE_THE_FIRST
    closing = _CLOSING.get(mark, mark)
    for start, paragraph in paragraphs(text):
        if mark not in paragraph[:_AT_THE_BEGINNING]:
            gap += length(paragraph)
            continue
        if gap > MAX_GAP:
            dialogues.append([])
        quotations = [piece.partition(closing)[0] for piece in paragraph.split(mark)[1:]]
        dialogues[-1].append(utterance("".join(quotations), start, paragraph))
        gap = 0
    return dialogues
