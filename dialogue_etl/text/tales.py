"""Tales: a speaker begins, and the story goes on for paragraphs without a mark until one closes it at last.

So novellas frame a story: »I was young then« and pages of it. What stands in its first paragraph is no turn
of a talk; the dialogues inside the story have marks of their own. Corpus Redewiedergabe (Brunner et al. 2020)
has such frames as one representation over many paragraphs.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask
    from dialogue_etl.text.quotations import Quotations

_PROSE = 100  # characters: more than a line, so no verse, heading or date set apart inside a speech
_FARTHEST = 40_000  # characters to the mark that closes a tale: a long chapter
_CLOSING = re.compile(r"[\"“”«»](?<=[^\s(\[{—–-].)(?!\w)")
_BESIDE = 3  # characters between the end of a quotation and its mark: a blank, an underscore


def begins_tale(book: BookText, found: Quotations) -> Mask:
    """For each quotation whether it is only the beginning of a tale of several paragraphs.

    It is left open, the next paragraph is prose that neither opens with a mark nor closes it, and further on
    a mark closes that none opened, before another quotation is left open.
    """
    begins = np.zeros(len(found.paragraphs), np.bool_)
    last = np.ones(len(begins), np.bool_)
    last[:-1] = found.paragraphs[1:] != found.paragraphs[:-1]
    opened = (last & found.left_open[found.paragraphs]).nonzero()[0]
    edges = np.append(found.spans.starts, len(book.text))
    limits = np.append(found.spans.starts[opened], len(book.text))[1:]
    for place, limit in zip(opened.tolist(), limits.tolist(), strict=True):
        following = int(found.paragraphs[place]) + 1
        if following < len(book.paragraphs.starts):
            start, end = int(book.paragraphs.starts[following]), int(book.paragraphs.ends[following])
            silent = edges[place + 1] > end
            begins[place] = (
                silent
                and end - start >= _PROSE
                and _is_closed(book.text, found, end, min(end + _FARTHEST, limit))
            )
    return begins


def _is_closed(text: str, found: Quotations, start: int, end: int) -> bool:
    """Whether a mark closes in the stretch that is neither inside a quotation nor at the end of one."""
    for mark in _CLOSING.finditer(text, start, end):
        place = int(found.spans.starts.searchsorted(mark.start(), side="right")) - 1
        if place < 0 or mark.start() >= int(found.spans.ends[place]) + _BESIDE:
            return True
    return False
