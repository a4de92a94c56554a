"""Paragraphs that are set apart from the narration: quoted as a whole, or indented."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

from dialogue_etl.sources.books.layout.shapes import MARKS

if TYPE_CHECKING:
    from dialogue_etl.sources.books.layout.shapes import Shapes
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask

_CLOSING = {
    "“": "”",
    "„": "“”",
    "«": "»",
    "»": "«",
    "‘": "’",
    "‹": "›",
    "›": "‹",
    "”": "”",
    '"': '"',
    "'": "'",
}
_LONGEST = 100
"""Paragraphs of one quotation at most: each is looked at from each line of a letter in it."""
# An apostrophe closes behind punctuation and before no letter.
_SINGLE = re.compile(r"(?<=[,.;:!?…—–-])['’](?!\w)")


class Manner(Enum):
    """How a paragraph is set apart."""

    RUNNING = "it is not"
    OPEN = "a mark opens it, none closes it"
    WHOLE = "a mark opens it, one closes it at its end"
    INDENTED = "all of it is indented"


_QUOTED = (Manner.OPEN, Manner.WHOLE)


class SetApart:
    """The paragraphs of a book, each looked at when it is asked for.

    Args:
        book: its text.
        shapes: of its paragraphs.
        barriers: paragraphs that count as running text: headings.
    """

    def __init__(self, book: BookText, shapes: Shapes, barriers: Mask) -> None:
        self.book, self.shapes, self.barriers = book, shapes, barriers
        self._known: dict[int, Manner] = {}

    def said(self, number: int) -> str:
        """The text of a paragraph."""
        starts, ends = self.book.paragraphs
        return self.book.text[int(starts[number]) : int(ends[number])]

    def bare(self, number: int) -> str:
        """The text of a paragraph without marks at its edges."""
        return self.said(number).strip(MARKS + "_ \n")

    def manner(self, number: int) -> Manner:
        """How a paragraph is set apart; beyond the first and the last one there is running text."""
        if not 0 <= number < len(self.barriers) or self.barriers[number]:
            return Manner.RUNNING
        if number not in self._known:
            indented = Manner.INDENTED if self.shapes.set_in[number] else Manner.RUNNING
            self._known[number] = _quoted(self.said(number)) or indented
        return self._known[number]

    def is_apart(self, number: int) -> bool:
        """Whether a paragraph is set apart."""
        return self.manner(number) is not Manner.RUNNING

    def last_of_speech(self, number: int) -> int:
        """The last paragraph of the quotation that a paragraph begins: each but the last is left open."""
        for last in range(number, number + _LONGEST):
            if self.manner(last) is not Manner.OPEN or self.manner(last + 1) not in _QUOTED:
                return last
        return number + _LONGEST

    def first_of_speech(self, number: int) -> int:
        """The first paragraph of the quotation that goes on in a paragraph."""
        for first in range(number, number - _LONGEST, -1):
            if self.manner(first - 1) is not Manner.OPEN:
                return first
        return number - _LONGEST


def _quoted(said: str) -> Manner | None:
    inner = said.lstrip("_ ")
    closing = _CLOSING.get(inner[:1])
    if not closing:
        return None
    # Spanish and French printers set the full stop outside: «…».
    inner = inner[1:].rstrip("_ .,;")
    closes = inner[-1:] in closing
    inside = inner[:-1] if closes else inner
    tagged = _SINGLE.search(inside) if closing in "’'" else any(mark in inside for mark in closing)
    if tagged:
        return None
    return Manner.WHOLE if closes else Manner.OPEN
