"""What the paragraphs of a book are: running text, or headings, breaks, letters, verse, plays, epigraphs.

Only running text is searched for talk; headings and breaks end a dialogue.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

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


def paragraph_kinds(book: BookText, language: Language, params: Extract) -> Kinds:  # noqa: ARG001
    """The kind of each paragraph of a book."""
    return np.zeros(len(book.paragraphs.starts), np.uint8)
