"""The shapes of paragraphs as columns, and which of them are headings or scene breaks.

Headings of chapters, parts and volumes are found by word, number or capitals, scene breaks by their signs.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.text.points import CharacterSet, is_lower

if TYPE_CHECKING:
    from re import Pattern

    from dialogue_etl.text.points import Mask, Offsets, Points
    from dialogue_etl.text.spans import BookText


_BLANK = ord(" ")
_SHARE = 0.95
"""Share of lines that are not longer than the width of the text; tables and web addresses are."""
_LONGEST_LINE = 10_000
"""Characters; longer lines count as this long."""
_SET_IN = 2
"""Additional blanks of an indented paragraph, at least: fewer are mistakes of a transcriber."""
_RARE = 0.2
"""Share of indented paragraphs, at most: more are the usual layout of the book."""
_DEEPEST = 3
"""Characters after the last word of a paragraph, at most: a mark, an underscore, a blank."""
MARKS = "\"“”„‟«»‹›‘’‚'`´"
"""Every quotation mark, opening or closing."""
DASHES = "—–-"
"""Every dash that speech may begin with."""
_is_mark = CharacterSet(MARKS.__contains__)
_is_dash = CharacterSet(DASHES.__contains__)
_is_edge = CharacterSet((MARKS + "_ ").__contains__)

_LONGEST = 300
"""Characters of a heading, at most: Victorian ones summarise the chapter."""
_LONGEST_TITLE = 100
_MOST_LINES = 6
_SHORT = 45
"""Characters at the beginning of a paragraph in which a word of headings is searched."""
_LARGEST_NUMBER = 200
"""Larger numbers alone are years and pages, not chapters."""
_WORD = re.compile(r"[^\W\d_]+")
_SPEECH = frozenset(MARKS + DASHES)
_UNFINISHED = frozenset(DASHES + ",;")
_NO_TITLE_ENDS = _SPEECH | _UNFINISHED

_ROMAN = r"(?=[IVXLC])C{0,3}(?:XC|XL|L?X{0,4})(?:IX|IV|V?I{0,4})"
_NUMBER = rf"(?:{_ROMAN}(?!\w)|(?i:{_ROMAN})(?=[\W_]*$)|\d{{1,3}}(?!\w))"
_BEFORE_NUMBER = "_*=[(§"
_NUMBERED = re.compile(
    rf"[\s{re.escape(_BEFORE_NUMBER)}]*+(?P<number>{_NUMBER})[.:)\]]*+[\s_*=\])]*+(?P<title>(?s:.*))"
)
_SIGNS = "*#~=_+•·●◦⁂†‡§¤°|<>^◊♦✻❦-–—.…xXoO\\"
_is_sign = CharacterSet(_SIGNS.__contains__)
_LONGEST_BREAK = 200
# Dashes, dots and other signs are not mixed: a dash with dots, or dots with a mark, is silence in a dialogue.
SCENE_BREAK = re.compile(
    r"(?:[*#~=+•·●◦⁂†‡§¤°|<>^◊♦✻❦\\_]\s*+)++"  # any sign that is not punctuation, even alone
    r"|(?:[-–—_][ \t\n]*+){3,}+"
    r"|(?:\.[ \t\n]*+){3,}+|(?:…[ \t\n]*+)++"
    r"|(?:[xXoO][ \t\n]++){2,}+[xXoO]"
    r"|[*~=-][ \t]*+[oO0x][ \t]*+[*~=-]"
)
_INITIALS = frozenset("MDCL")
"""Before a full stop these are initials (M. Madeleine), not numbers."""


class Shapes(NamedTuple):
    """The shape of each paragraph of a text; all arrays have an element per paragraph.

    Attributes:
        lengths: characters.
        lines: number of lines.
        first_lines: characters of the first line, without its indentation.
        gaps: blank lines before the paragraph.
        usual_gap: median of these.
        set_in: whether all of it is indented, and most other paragraphs are not.
        first: first code point.
        last: last code point before marks and underscores.
        quoted: whether it begins with a quotation mark.
        dashed: whether it begins with a dash.
        width: of the text, in characters: the length that most lines do not exceed.
    """

    lengths: Offsets
    lines: Offsets
    first_lines: Offsets
    gaps: Offsets
    usual_gap: int
    set_in: Mask
    first: Points
    last: Points
    quoted: Mask
    dashed: Mask
    width: int

    @classmethod
    def of(cls, book: BookText) -> Shapes:
        """The shapes of the paragraphs of a book, which must have at least one."""
        starts, ends = book.paragraphs
        edges = np.concatenate([[-1], book.newlines, [len(book.text)]])
        begun, after = book.lines
        gaps = begun.copy()
        gaps[1:] -= after[:-1]
        lines = after - begun
        first = book.points[starts]
        return cls(
            lengths=ends - starts,
            lines=lines,
            first_lines=np.minimum(edges[begun + 1], ends) - starts,
            gaps=gaps,
            usual_gap=_median(gaps[1:]) if len(gaps) > 1 else 1,
            set_in=_set_in(book.points, starts - edges[begun] - 1, lines, edges[begun + 1] + 1),
            first=first,
            last=_last(book.points, starts, ends - 1),
            quoted=_is_mark(first),
            dashed=_is_dash(first),
            width=_width(edges[1:] - edges[:-1] - 1),
        )


def _last(points: Points, starts: Offsets, last: Offsets) -> Points:
    """The last code point of each paragraph before marks and underscores."""
    for _ in range(_DEEPEST):
        last = last - (_is_edge(points[last]) & (last > starts))
    return points[last]


def _set_in(points: Points, indents: Offsets, lines: Offsets, second: Offsets) -> Mask:
    """Which paragraphs are indented as a whole, by their first and second line."""
    usual = int(np.bincount(np.minimum(indents, 99)).argmax())
    deep = indents >= usual + _SET_IN
    several = (deep & (lines > 1)).nonzero()[0]
    beginning = np.minimum(second[several], len(points) - _SET_IN)
    deep[several] = (points[beginning] == _BLANK) & (points[beginning + 1] == _BLANK)
    return deep if np.count_nonzero(deep) / len(deep) <= _RARE else np.zeros(len(deep), np.bool_)


def _median(numbers: Offsets) -> int:
    """The median, rounded down."""
    ordered, half = np.sort(numbers), len(numbers) // 2
    return int(ordered[half] + ordered[-half - 1]) // 2


def _width(lines: Offsets) -> int:
    counts = np.bincount(np.minimum(lines, _LONGEST_LINE))
    counts[0] = 0  # blank ones
    often = counts.cumsum()
    return int(often.searchsorted(often[-1] * _SHARE))


@cache
def _named(words: tuple[str, ...]) -> Pattern[str]:
    """A line that begins or ends with a word of headings and its number (Chapter 2, Book the First: …).

    The number may be a few words. After it comes the end of the line, or punctuation before the title.
    """
    word = "|".join(re.escape(one) for one in sorted(words, key=len, reverse=True))
    end = r"[\s_]*+(?:[.:—–(]|--|$)"
    return re.compile(
        rf"[\s_*=\[(]*+(?:(?i:{word})(?:[\W_]*+$|[\s_.:]++(?i:n[o°º]\.?\s*|the\s)?(?:{_NUMBER}"
        rf"|(?P<after>[^\W\d_]++(?:[- ][^\W\d_]++){{0,2}}){end}))"
        rf"|(?:(?P<before>(?:[^\W\d_]{{1,3}} )?[^\W\d_]++(?:-[^\W\d_]++)?)|{_NUMBER}\.?)\s(?i:{word}){end})"
    )


BETWEEN_DASHES = re.compile(r"[-–—]{1,3} ?[IVXLC]+ ?[-–—]{1,3}")
"""The number of a chapter between dashes, which otherwise begin speech."""


@cache
def _set_of(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(words)


def headings(book: BookText, shapes: Shapes, words: tuple[str, ...]) -> Mask:
    """Which paragraphs are headings.

    That is: a short paragraph with a word of headings (Chapter 2, Zweites Kapitel); a number alone; capitals
    after more blank lines than usual (formatting guidelines of Distributed Proofreaders: four before a
    chapter, two before a section); a title below such a heading. A paragraph that begins with a speech mark
    is not a heading, since characters also shout and quote, except a number between dashes (--XII--).

    Args:
        book: its text.
        shapes: of its paragraphs.
        words: of headings, in lower case.
    """
    found = np.zeros(len(shapes.lengths), np.bool_)
    starts, ends = book.paragraphs
    apart = shapes.gaps > shapes.usual_gap
    apart[:1] = True
    candidates = (shapes.lengths <= _LONGEST) & (shapes.lines <= _MOST_LINES)
    candidates &= ~shapes.quoted & ~shapes.dashed & ~is_lower(shapes.first)
    for number in candidates.nonzero()[0].tolist():
        text, parted = book.text[int(starts[number]) : int(ends[number])], bool(apart[number])
        found[number] = (
            _is_named(text, words, parted=parted)
            or _is_numbered(text, parted=parted)
            or (parted and _is_in_capitals(text))
        )
    dashed = shapes.dashed & (shapes.lengths <= _LONGEST_BREAK)
    for number in dashed.nonzero()[0].tolist():
        found[number] = (
            BETWEEN_DASHES.fullmatch(book.text, int(starts[number]), int(ends[number])) is not None
        )
    # In order, since a title may follow another title.
    for number in ((candidates[1:] & ~found[1:]).nonzero()[0] + 1).tolist():
        if found[number - 1]:
            text = book.text[int(starts[number]) : int(ends[number])]
            found[number] = _is_in_capitals(text) or _is_title(text)
    return found


def _is_named(text: str, words: tuple[str, ...], *, parted: bool) -> bool:
    line = text.partition("\n")[0]
    if _set_of(words).isdisjoint(_WORD.findall(line[:_SHORT].lower())):
        return False
    found = _named(words).match(line)
    if not found or text[-1] in _UNFINISHED:
        return False
    if after := found["after"]:
        return after.split()[-1][0].isupper()
    if before := found["before"]:
        return before[0].isupper() and (parted or text.istitle() or text.isupper())
    return True


def _is_numbered(text: str, *, parted: bool) -> bool:
    found = _NUMBERED.match(text)
    if not found:
        return False
    title, number = found["title"].strip(), found["number"]
    if not title:
        return not number.isdigit() or int(number) <= _LARGEST_NUMBER
    between = text[found.end("number") : found.start("title")]
    if number in _INITIALS or not between.strip(" ") or len(text) > _LONGEST_TITLE:
        return False
    return _is_in_capitals(title) or (parted and _is_title(title))


def _is_in_capitals(text: str) -> bool:
    return text.isupper() and text[-1] not in _NO_TITLE_ENDS


def _is_title(text: str) -> bool:
    """Whether a paragraph may be a title: short, no sentence, no lower case or mark at its beginning."""
    return (
        len(text) <= _LONGEST_TITLE
        and text[0] not in _SPEECH
        and not text[0].islower()
        and text[-1].isalnum()
    )


def scene_breaks(book: BookText, shapes: Shapes) -> Mask:
    """Which paragraphs consist only of signs of a scene break: * * *, -----, . . . ., #.

    Distributed Proofreaders' formatting guidelines prescribe five asterisks for thought breaks; other
    transcribers use other signs.
    """
    found = np.zeros(len(shapes.lengths), np.bool_)
    starts, ends = book.paragraphs
    signs = (_is_sign(shapes.first) & (shapes.lengths <= _LONGEST_BREAK)).nonzero()[0]
    for number in signs.tolist():
        found[number] = bool(SCENE_BREAK.fullmatch(book.text, int(starts[number]), int(ends[number])))
    return found
