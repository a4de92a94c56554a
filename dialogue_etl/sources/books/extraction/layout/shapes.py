"""What paragraphs look like: lines, indentation and blank lines as columns, and which are set apart."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.text.points import CharacterSet

if TYPE_CHECKING:
    from dialogue_etl.text.points import Mask, Places, Points
    from dialogue_etl.text.spans import BookText

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
_is_mark = CharacterSet(MARKS.__contains__)
_is_dash = CharacterSet(DASHES.__contains__)
_is_edge = CharacterSet((MARKS + "_ ").__contains__)


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
            letter=np.where(_is_edge(first), book.points[second], first),
            last=_last(book.points, starts, ends - 1),
            quoted=_is_mark(first),
            dashed=_is_dash(first),
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
        last = last - (_is_edge(points[last]) & (last > starts))
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
