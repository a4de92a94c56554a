"""Verse: lines that end before the margin and begin with a capital."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.layout.shapes import DASHES, MARKS
from dialogue_etl.text.points import Kinds

if TYPE_CHECKING:
    from dialogue_etl.sources.books.layout.shapes import Shapes
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask, Places

_LONGEST_LINE = 80
"""In characters, the measure of plain text: what is longer is a paragraph on one line."""
_MOST_LINES = 100
_NARROW = 0.85
"""Of the width of the text, what the first line of verse has at most."""
_SLACK = 2
"""Characters by which transcribers' lines end before the margin though the next word would fit."""
_CAPITALS = 0.7
"""Of the lines, how many begin with a capital at least: some poets go on in lower case."""
_SPEECH = 0.5
"""Of the lines, how many at most begin with a speech mark: others are a dialogue without blank lines."""
_SPEECH_MARKS = MARKS + DASHES
_is_lower = Kinds(str.islower)
_BEFORE_CAPITAL = _SPEECH_MARKS + " _([¡¿"


def verse(book: BookText, shapes: Shapes) -> Mask:
    """Which paragraphs are verse.

    Running text breaks a line where the next word does not fit; verse ends it earlier, and begins the next
    one with a capital (Chicago Manual of Style 13.25: poetry set off keeps its lines).
    """
    found = np.zeros(len(shapes.lengths), np.bool_)
    candidates = (shapes.lines > 1) & (shapes.lines <= _MOST_LINES)
    candidates &= shapes.first_lines <= min(_NARROW * shapes.width, _LONGEST_LINE)
    starts, ends = book.paragraphs
    for number in _capitalised(book, shapes, candidates.nonzero()[0]).tolist():
        start = book.text.rfind("\n", 0, int(starts[number])) + 1
        found[number] = _is_verse(book.text[start : int(ends[number])].split("\n"), shapes.width)
    return found


def _capitalised(book: BookText, shapes: Shapes, numbers: Places) -> Places:
    """Those of some paragraphs of several lines whose second or third line may begin with a capital.

    Most candidates are prose, where both begin with a small letter.
    """
    second = book.lines.starts[numbers]
    third = second + (shapes.lines[numbers] > 2)
    begins = [book.points[book.newlines[line] + 1] for line in (second, third)]
    small = [_is_lower(letters).view(np.bool_) for letters in begins]
    return numbers[~(small[0] & small[1])]


def _is_verse(lines: list[str], width: int) -> bool:
    # The second and third line tell most prose before all of them are looked at.
    if not any(_has_capital(line.strip()) for line in lines[1:3]):
        return False
    said = [line.strip() for line in lines]
    if max(map(len, said)) > _LONGEST_LINE:
        return False
    # Two lines tell little: the first one has to end early enough to be seen.
    measure = width - _SLACK if len(said) > 2 else _NARROW * width
    if sum(map(_has_capital, said)) < _CAPITALS * len(said):
        return False
    broken = sum(
        len(line.rstrip()) + 1 + len(after.split(maxsplit=1)[0]) <= measure
        for line, after in zip(lines[:-1], said[1:], strict=True)
    )
    marked = sum(line[0] in _SPEECH_MARKS for line in said)
    return broken >= _CAPITALS * (len(said) - 1) and marked <= _SPEECH * len(said)


def _has_capital(line: str) -> bool:
    """Whether a line begins with a capital; most do without a mark before it."""
    return line[:1].isupper() or line.lstrip(_BEFORE_CAPITAL)[:1].isupper()
