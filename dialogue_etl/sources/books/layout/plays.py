"""Passages set as a play: each paragraph begins with the name of who speaks."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.text.points import is_upper

if TYPE_CHECKING:
    from dialogue_etl.sources.books.layout.shapes import Shapes
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask

_FEWEST = 3
"""Paragraphs that begin with a name, of which one comes again: fewer are a list."""
_FARTHEST = 3
"""Paragraphs without a name, stage directions, that may stand between two with one."""
# HAMLET. Words; _Hamlet._ Words; HAMLET (aside): words. Hamlet: words is too common elsewhere.
_NAMED = re.compile(
    r"(?:(?P<name>[^\W\d_][\w'’-]{1,30}+(?: [^\W\d_][\w'’-]{0,30}+){0,3})(?: ?[(\[][^()\[\]\n]{1,80}+[)\]])?"
    r"|_(?P<italic>[^\W\d][^_\n]{1,30}?)(?:[.:](?=_)|_(?=[.:])))[.:—–_-]{1,3}+[ \n]?"
)


def plays(book: BookText, shapes: Shapes) -> Mask:
    """Which paragraphs belong to a passage set as a play, stage directions between the lines included."""
    found = np.zeros(len(shapes.lengths), np.bool_)
    starts, ends = book.paragraphs
    second = book.points[np.minimum(starts + 1, len(book.points) - 1)]
    candidates = is_upper(shapes.letter) & (is_upper(second) | (shapes.first == ord("_"))) & ~shapes.quoted
    matches = [
        (number, _NAMED.match(book.text, int(starts[number]), int(ends[number])))
        for number in candidates.nonzero()[0].tolist()
    ]
    named = [
        (number, name["name"] or name["italic"])
        for number, name in matches
        if name and (name["italic"] or name["name"].isupper())
    ]
    for passage in _passages(named):
        if len(passage) >= _FEWEST and max(Counter(name for _, name in passage).values()) > 1:
            found[passage[0][0] : passage[-1][0] + 1] = True
    return found


def _passages(named: list[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    passages: list[list[tuple[int, str]]] = []
    for number, name in named:
        if not passages or number - passages[-1][-1][0] > _FARTHEST + 1:
            passages.append([])
        passages[-1].append((number, name))
    return passages
