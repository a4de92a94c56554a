"""Speech between quotation marks, in the way of the reference's English and Dutch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.sources.books.reference.paragraphs import length, paragraphs
from dialogue_etl.sources.books.reference.utterances import BEFORE_THE_FIRST, MAX_GAP, utterance

if TYPE_CHECKING:
    from dialogue_etl.sources.books.reference.utterances import Dialogue

_DOUBLE, _SINGLE = "“", "‘"


def quoted(text: str, mark: str) -> list[Dialogue]:
    r"""The dialogues of a book, those included that are empty or of one utterance.

    Kept from the reference: a dialogue begins before it is known whether the paragraph says anything; a
    paragraph of an odd number of marks says nothing but ends the gap; one whose first quotation does not
    begin with a capital says nothing and is part of the gap. The gap is counted from the last mark, the
    narration before the first one is no part of it.

    Args:
        text: of the book, `\n` line ends.
        mark: straight double, curly double or curly single opening mark.
    """
    dialogues: list[Dialogue] = []
    gap = BEFORE_THE_FIRST
    for start, paragraph in paragraphs(_one_mark(text, mark)):
        if mark not in paragraph:
            gap += length(paragraph)
            continue
        if gap > MAX_GAP:
            dialogues.append([])
        pieces = paragraph.split(mark)
        balanced = len(pieces) % 2 == 1
        if balanced and not _may_begin(pieces[1]):
            gap += length(paragraph)
            continue
        if balanced:
            dialogues[-1].append(utterance(" ".join(pieces[1::2]), start, paragraph))
        gap = length(pieces[-1])
    return dialogues


def _one_mark(text: str, mark: str) -> str:
    """The text with closing marks made opening ones; of single ones those before white space of a line.

    Other single closing marks may be apostrophes, and the reference takes them for such: “boys’ ” ends
    speech, “Yes,’—” does not. It puts a blank after each line, so a mark at the end of one counts.
    """
    if mark == _DOUBLE:
        return text.replace("”", mark)
    if mark == _SINGLE:
        text = text.replace("’ ", f"{mark} ").replace("’\n", f"{mark}\n")
        return text[:-1] + mark if text.endswith("’") else text
    return text


def _may_begin(quotation: str) -> bool:
    """Whether it begins with a capital, or is empty."""
    first = quotation[:1]
    return not first or first != first.lower()
