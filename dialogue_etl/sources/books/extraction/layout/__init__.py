"""Classifies the paragraphs of a book: running text, headings, scene breaks, letters, verse.

Letters and verse are not speech; headings and scene breaks end a dialogue.
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
    from dialogue_etl.text.points import Mask, Offsets
    from dialogue_etl.text.spans import BookText

_LONGEST_LINE = 80
"""Characters of a line of plain text, at most; a longer line is a whole paragraph."""
_MOST_LINES = 100
_NARROW = 0.85
"""Width of the first line of verse as a share of the width of the text, at most."""
_SLACK = 2
"""Characters by which lines of prose may end too early, although the next word would fit."""
_CAPITALS = 0.7
"""Share of lines of verse that begin with a capital, at least: some poets continue in lower case."""
_SPEECH = 0.5
"""Share of lines of verse that begin with a speech mark, at most: more are a dialogue without blank lines."""
_SPEECH_MARKS = MARKS + DASHES
_IN_PROSE = 0.05
"""Share of paragraphs that are verse in a book of prose, at most."""
_INSIDE_LINE = re.compile(r"[.!?][\"”’»]* +\S|[\"”»] +\S")
"""The end of a sentence or quotation inside a line, which is rare in verse."""
_BEFORE_CAPITAL = _SPEECH_MARKS + " _([¡¿"


class Kind(IntEnum):
    """The kind of a paragraph."""

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
        language: has the words of headings and letters.
        skip_letters: whether letters are classified; otherwise they are running text.
        breaks: whether headings and scene breaks are classified; otherwise they are running text.
    """
    kinds = np.zeros(len(book.paragraphs.starts), np.uint8)
    if not len(kinds):
        return kinds
    shapes = Shapes.of(book)
    are_headings = headings(book, shapes, language.heading_words)
    are_breaks = scene_breaks(book, shapes)
    if skip_letters:
        kinds[shapes.set_in] = Kind.LETTER
    kinds[verse(book, shapes)] = Kind.VERSE
    if skip_letters:
        kinds[letters(book, shapes, language, are_headings | are_breaks)] = Kind.LETTER
    kinds[are_headings] = Kind.HEADING if breaks else Kind.RUNNING
    kinds[are_breaks] = Kind.SCENE_BREAK if breaks else Kind.RUNNING
    return kinds


def breaks_of(book: BookText, kinds: ParagraphKinds) -> Offsets:
    """Offsets at which chapters and scenes begin, in order: headings and scene breaks."""
    starts: Offsets = book.paragraphs.starts[(kinds == int(Kind.HEADING)) | (kinds == int(Kind.SCENE_BREAK))]
    return starts


def verse(book: BookText, shapes: Shapes) -> Mask:
    """Which paragraphs are verse.

    In prose, a line ends where the next word does not fit; in verse, it ends earlier, and the next line
    begins with a capital (Chicago Manual of Style 13.25: poetry set off keeps its lines).
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
    # Fast exit for most prose: look at the second and third line only.
    if not any(_has_capital(line.strip()) for line in lines[1:3]):
        return False
    stripped = [line.strip() for line in lines]
    if max(map(len, stripped)) > _LONGEST_LINE:
        return False
    # Two lines are weak evidence, so the first one must be clearly short.
    measure = width - _SLACK if len(stripped) > 2 else _NARROW * width
    if sum(map(_has_capital, stripped)) < _CAPITALS * len(stripped):
        return False
    broken = sum(
        len(line.rstrip()) + 1 + len(after.split(maxsplit=1)[0]) <= measure
        for line, after in zip(lines[:-1], stripped[1:], strict=True)
    )
    marked = sum(line[0] in _SPEECH_MARKS for line in stripped)
    return broken >= _CAPITALS * (len(stripped) - 1) and marked <= _SPEECH * len(stripped)


def _has_capital(line: str) -> bool:
    """Whether a line begins with a capital, after marks or not."""
    return line[:1].isupper() or line.lstrip(_BEFORE_CAPITAL)[:1].isupper()
