"""What the paragraphs of a book are: running text, or headings, breaks, letters, verse, plays, epigraphs.

Only running text is searched for talk; headings and breaks end a dialogue.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from dialogue_etl.sources.books.extraction.layout.headings import headings, scene_breaks
from dialogue_etl.sources.books.extraction.layout.letters import letters
from dialogue_etl.sources.books.extraction.layout.shapes import Shapes
from dialogue_etl.sources.books.extraction.layout.verse_and_plays import epigraphs, plays, verse

if TYPE_CHECKING:
    from dialogue_etl.languages import Language
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Places


class Kind(IntEnum):
    """What a paragraph is."""

    RUNNING = 0
    HEADING = 1
    SCENE_BREAK = 2
    LETTER = 3
    VERSE = 4
    PLAY = 5
    EPIGRAPH = 6


Kinds = npt.NDArray[np.uint8]


def paragraph_kinds(
    book: BookText, language: Language, *, skip_letters: bool = True, breaks: bool = True
) -> Kinds:
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
    kinds[plays(book, shapes)] = Kind.PLAY
    kinds[verse(book, shapes)] = Kind.VERSE
    if skip_letters:
        kinds[letters(book, shapes, language, titled | parted)] = Kind.LETTER
    kinds[epigraphs(book, shapes, titled)] = Kind.EPIGRAPH
    kinds[titled] = Kind.HEADING if breaks else Kind.RUNNING
    kinds[parted] = Kind.SCENE_BREAK if breaks else Kind.RUNNING
    return kinds


def breaks_of(book: BookText, kinds: Kinds) -> Places:
    """Where chapters and scenes begin, in order: headings and scene breaks."""
    starts: Places = book.paragraphs.starts[(kinds == int(Kind.HEADING)) | (kinds == int(Kind.SCENE_BREAK))]
    return starts
