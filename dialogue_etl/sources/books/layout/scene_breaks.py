"""Scene breaks: a row of asterisks or the like between two paragraphs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.text.points import Kinds

if TYPE_CHECKING:
    from dialogue_etl.sources.books.layout.shapes import Shapes
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask

_SIGNS = "*#~=_+•·●◦⁂†‡§¤°|<>^◊♦✻❦-–—―.…xXoO\\"
_is_sign = Kinds(_SIGNS.__contains__)
_is_in_row = Kinds(lambda character: character in _SIGNS + "0" or character.isspace())
_LONGEST = 200
# A dash and dots, or dots and a mark, are silence in a dialogue: dashes, dots and other signs do not mix.
_BREAK = re.compile(
    r"(?:[*#~=+•·●◦⁂†‡§¤°|<>^◊♦✻❦\\_]\s*+)++"  # any sign that is no punctuation, even alone
    r"|(?:[-–—―_][ \t\n]*+){3,}+"
    r"|(?:\.[ \t\n]*+){3,}+|(?:…[ \t\n]*+)++"
    r"|(?:[xXoO][ \t\n]++){2,}+[xXoO]"
    r"|[*~=-][ \t]*+[oO0x][ \t]*+[*~=-]"
)


def scene_breaks(book: BookText, shapes: Shapes) -> Mask:
    """Which paragraphs are nothing but signs that part scenes: * * *, -----, . . . ., #.

    Distributed Proofreaders' formatting guidelines set thought breaks as five asterisks; others do as they
    like.
    """
    found = np.zeros(len(shapes.lengths), np.bool_)
    starts, ends = book.paragraphs
    signs = (_is_sign(shapes.first).view(np.bool_) & (shapes.lengths <= _LONGEST)).nonzero()[0]
    for place in (1, 2):
        # The dash of speech is a sign, and many paragraphs begin with it; its words tell soon.
        at = np.minimum(starts[signs] + place, ends[signs] - 1)
        signs = signs[_is_in_row(book.points[at]).view(np.bool_)]
    for number in signs.tolist():
        found[number] = bool(_BREAK.fullmatch(book.text, int(starts[number]), int(ends[number])))
    return found
