"""Epigraphs: a motto under a heading, with the name of its author."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.layout.shapes import MARKS

if TYPE_CHECKING:
    from dialogue_etl.sources.books.layout.shapes import Shapes
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask

_DEEPEST = 4
"""Paragraphs under a heading that may be mottoes: two with their attributions."""
_LONGEST = 1_500
_TAIL = 120
_SMALL = 3
"""Letters of words that names have in lower case: of, de la, von."""
# —GEORGE ELIOT; --Shakespeare; behind the mark that closes the motto, or on a line of its own.
_ATTRIBUTION = re.compile(
    rf"(?:\A|\n|[{re.escape(MARKS)}])[ \t_(\[]*+(?:--|[—–―])[ \t_]*+(?P<name>\w[^\n?!]{{1,80}}+)\Z"
)


def epigraphs(book: BookText, shapes: Shapes, headings: Mask) -> Mask:
    """Which paragraphs are mottoes under a heading, or stand between one and the attribution below it.

    Args:
        book: its text.
        shapes: of its paragraphs.
        headings: which paragraphs are headings.
    """
    found = np.zeros(len(headings), np.bool_)
    starts, ends = book.paragraphs
    apart = shapes.quoted | shapes.set_in | (shapes.first == ord("_"))
    for heading in (headings[:-1] & ~headings[1:] & apart[1:]).nonzero()[0].tolist():
        for number in range(heading + 1, min(heading + 1 + _DEEPEST, len(headings))):
            if headings[number] or shapes.lengths[number] > _LONGEST:
                break
            tail = book.text[max(int(starts[number]), int(ends[number]) - _TAIL) : int(ends[number])]
            if (attribution := _ATTRIBUTION.search(tail)) and _is_name(attribution["name"]):
                found[heading + 1 : number + 1] = True
    return found


def _is_name(said: str) -> bool:
    """Whether every word that is not small has a capital or is a number: Dante, Purg. IX, 64."""
    words = re.findall(r"[^\W_]+", said)
    return words[0][0].isupper() and all(not word[0].islower() or len(word) <= _SMALL for word in words)
