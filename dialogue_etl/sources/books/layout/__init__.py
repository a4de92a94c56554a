"""What the paragraphs of a book are: running text, or headings, breaks, letters, verse, plays, epigraphs.

Only running text is searched for talk; headings and breaks end a dialogue.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from dialogue_etl.sources.books.layout.epigraphs import epigraphs
from dialogue_etl.sources.books.layout.headings import headings
from dialogue_etl.sources.books.layout.letters import letters
from dialogue_etl.sources.books.layout.plays import plays
from dialogue_etl.sources.books.layout.scene_breaks import scene_breaks
from dialogue_etl.sources.books.layout.shapes import Shapes
from dialogue_etl.sources.books.layout.verse import verse

if TYPE_CHECKING:
    from dialogue_etl.languages import Language
    from dialogue_etl.params import Extract
    from dialogue_etl.text.book_text import BookText


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


def paragraph_kinds(book: BookText, language: Language, params: Extract) -> Kinds:
    """The kind of each paragraph of a book."""
    kinds = np.zeros(len(book.paragraphs.starts), np.uint8)
    if not len(kinds):
        return kinds
    shapes = Shapes.of(book)
    titled = headings(book, shapes, language.heading_words)
    parted = scene_breaks(book, shapes)
    if params.skip_letters:
        kinds[shapes.set_in] = Kind.LETTER
    if params.skip_plays:
        kinds[plays(book, shapes)] = Kind.PLAY
    if params.skip_verse:
        kinds[verse(book, shapes)] = Kind.VERSE
    if params.skip_letters:
        kinds[letters(book, shapes, language, titled | parted)] = Kind.LETTER
    if params.skip_epigraphs:
        kinds[epigraphs(book, shapes, titled)] = Kind.EPIGRAPH
    kinds[titled] = Kind.HEADING if params.chapter_breaks else Kind.RUNNING
    kinds[parted] = Kind.SCENE_BREAK if params.scene_breaks else Kind.RUNNING
    return kinds
