"""What paragraphs look like: lines, indentation and blank lines as columns, and which are set apart."""

from __future__ import annotations

import re
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.text.points import Kinds

if TYPE_CHECKING:
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask, Places, Points

_BLANK = ord(" ")
_SHARE = 0.95
"""Of the lines: a few of every text are longer than the transcriber's measure: tables, web addresses."""
_LONGEST_LINE = 10_000
"""Characters; where most lines have more, nothing depends on how many."""
_SET_IN = 2
"""Blanks more than other paragraphs have that set one apart: fewer are slips of a transcriber."""
_RARE = 0.2
"""Where more of a book's paragraphs are indented as a whole, that is how the book is set."""
_DEEPEST = 3
"""Characters that may stand behind the last word: a mark, an underscore, a blank."""
MARKS = "\"“”„‟«»‹›‘’‚'`´"
"""Every quotation mark, opening or closing."""
DASHES = "—–―-"
"""Every dash that speech may begin with."""
_is_mark = Kinds(MARKS.__contains__)
_is_dash = Kinds(DASHES.__contains__)
_is_edge = Kinds((MARKS + "_ ").__contains__)

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


class Shapes(NamedTuple):
    """What each paragraph of a text looks like; columns of one length.

    Attributes:
        lengths: in characters.
        lines: how many it has.
        first_lines: characters of the first line, without its indentation.
        gaps: blank lines before it; before the first one as many as there are.
        usual_gap: blank lines between most paragraphs.
        set_in: whether all of it is indented, and other paragraphs are not.
        first: its first code point.
        letter: the first one behind a mark or an underscore.
        last: its last one before marks and underscores.
        quoted: whether it begins with a quotation mark.
        dashed: whether it begins with a dash.
        width: of the text's lines, in characters: all but a few are shorter.
    """

    lengths: Places
    lines: Places
    first_lines: Places
    gaps: Places
    usual_gap: int
    set_in: Mask
    first: Points
    letter: Points
    last: Points
    quoted: Mask
    dashed: Mask
    width: int

    @classmethod
    def of(cls, book: BookText) -> Shapes:
        """The shapes of a book's paragraphs, of which there is one at least."""
        starts, ends = book.paragraphs
        edges = np.concatenate([[-1], book.newlines, [len(book.text)]])
        begun, after = book.lines
        gaps = begun.copy()
        gaps[1:] -= after[:-1]
        lines = after - begun
        first = book.points[starts]
        second = np.minimum(starts + 1, len(book.points) - 1)
        return cls(
            lengths=ends - starts,
            lines=lines,
            first_lines=np.minimum(edges[begun + 1], ends) - starts,
            gaps=gaps,
            usual_gap=_median(gaps[1:]) if len(gaps) > 1 else 1,
            set_in=_set_in(book.points, starts - edges[begun] - 1, lines, edges[begun + 1] + 1),
            first=first,
            letter=np.where(_is_edge(first).view(np.bool_), book.points[second], first),
            last=_last(book.points, starts, ends - 1),
            quoted=_is_mark(first).view(np.bool_),
            dashed=_is_dash(first).view(np.bool_),
            width=_width(edges[1:] - edges[:-1] - 1),
        )


@cache
def letters_at(words: tuple[str, ...], place: int) -> str:
    """The letters that stand at a place of some words, small and capital."""
    letters = "".join(sorted({word[place : place + 1] for word in words}))
    return letters + letters.upper()


def _last(points: Points, starts: Places, last: Places) -> Points:
    """The last code point of each paragraph before marks."""
    for _ in range(_DEEPEST):
        last = last - (_is_edge(points[last]).view(np.bool_) & (last > starts))
    return points[last]


def _set_in(points: Points, indents: Places, lines: Places, second: Places) -> Mask:
    """Which paragraphs are indented as a whole: first line and second."""
    usual = int(np.bincount(np.minimum(indents, 99)).argmax())
    deep = indents >= usual + _SET_IN
    several = (deep & (lines > 1)).nonzero()[0]
    beginning = np.minimum(second[several], len(points) - _SET_IN)
    deep[several] = (points[beginning] == _BLANK) & (points[beginning + 1] == _BLANK)
    return deep if np.count_nonzero(deep) / len(deep) <= _RARE else np.zeros(len(deep), np.bool_)


def _median(numbers: Places) -> int:
    """The median, rounded down."""
    ordered, half = np.sort(numbers), len(numbers) // 2
    return int(ordered[half] + ordered[-half - 1]) // 2


def _width(lines: Places) -> int:
    counts = np.bincount(np.minimum(lines, _LONGEST_LINE))
    counts[0] = 0  # blank ones
    often = counts.cumsum()
    return int(often.searchsorted(often[-1] * _SHARE))


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
