"""What the paragraphs of a book are: running text, or headings, breaks, letters, verse.

Only running text is searched for talk; headings and breaks end a dialogue. Verse has lines that end before
the margin and begin with a capital.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from dialogue_etl.sources.books.extraction.layout.letters import letters
from dialogue_etl.sources.books.extraction.layout.paragraphs import (
    DASHES,
    MARKS,
    Shapes,
    headings,
    scene_breaks,
)

if TYPE_CHECKING:
    from dialogue_etl.languages import Language
    from dialogue_etl.text.points import Mask, Places
    from dialogue_etl.text.spans import BookText

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
_IN_PROSE = 0.05
"""Of the paragraphs of a book, how many at most are verse in one that is prose."""
_INSIDE_LINE = re.compile(r"[.!?][\"”’»]* +\S|[\"”»] +\S")
"""A sentence or a quotation that ends inside a line, as it seldom does in verse."""
_BEFORE_CAPITAL = _SPEECH_MARKS + " _([¡¿"


class Kind(IntEnum):
    """What a paragraph is."""

    RUNNING = 0
    HEADING = 1
    SCENE_BREAK = 2
    LETTER = 3
    VERSE = 4


ParagraphKinds = npt.NDArray[np.uint8]


def paragraph_kinds(
    book: BookText, language: Language, *, skip_letters: bool = True, breaks: bool = True
) -> ParagraphKinds:
    """The kind of each paragraph of a book.

    Args:
        book: its text.
        language: the words of its headings and letters.
        skip_letters: whether letters are told from running text.
        breaks: whether headings and signs that part scenes are.
    """
    kinds = np.zeros(len(book.paragraphs.starts), np.uint8)
    if not len(kinds):
        return kinds
    shapes = Shapes.of(book)
    titled = headings(book, shapes, language.heading_words)
    parted = scene_breaks(book, shapes)
    if skip_letters:
        kinds[shapes.set_in] = Kind.LETTER
    kinds[verse(book, shapes)] = Kind.VERSE
    if skip_letters:
        kinds[letters(book, shapes, language, titled | parted)] = Kind.LETTER
    kinds[titled] = Kind.HEADING if breaks else Kind.RUNNING
    kinds[parted] = Kind.SCENE_BREAK if breaks else Kind.RUNNING
    return kinds


def breaks_of(book: BookText, kinds: ParagraphKinds) -> Places:
    """Where chapters and scenes begin, in order: headings and scene breaks."""
    starts: Places = book.paragraphs.starts[(kinds == int(Kind.HEADING)) | (kinds == int(Kind.SCENE_BREAK))]
    return starts


def verse(book: BookText, shapes: Shapes) -> Mask:
    """Which paragraphs are verse.

    Running text breaks a line where the next word does not fit; verse ends it earlier, and begins the next
    one with a capital (Chicago Manual of Style 13.25: poetry set off keeps its lines).
    """
    found = np.zeros(len(shapes.lengths), np.bool_)
    candidates = (shapes.lines > 1) & (shapes.lines <= _MOST_LINES)
    candidates &= shapes.first_lines <= min(_NARROW * shapes.width, _LONGEST_LINE)
    starts, ends = book.paragraphs
    for number in candidates.nonzero()[0].tolist():
        start = book.text.rfind("\n", 0, int(starts[number])) + 1
        found[number] = _is_verse(book.text[start : int(ends[number])].split("\n"), shapes.width)
    if np.count_nonzero(found) <= _IN_PROSE * len(found):
        for number in found.nonzero()[0].tolist():
            paragraph = book.text[int(starts[number]) : int(ends[number])]
            at_margin = starts[number] == 0 or book.text[starts[number] - 1] == "\n"
            found[number] = not (at_margin and _INSIDE_LINE.search(paragraph))
    return found


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
