"""Single quotation marks told from apostrophes.

An apostrophe inside a word is told by its neighbours (`mark_roles`). One at the edge of a word looks like a
mark: at its beginning it looks like one that opens ('tis, 'em, Dutch 's avonds), at its end like one that
closes (o', th', goin', the boys'). Known elisions are told by the word; others by what stands around them:
between a mark that opens and a mark after a full stop or comma there is no other mark that closes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.quotations.marks import (
    BLANK,
    LETTER,
    PUNCTUATION,
    Marks,
    family_of,
)

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.quotations.marks import BookMarks
    from dialogue_etl.sources.books.extraction.quotations.pairs import Costs
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask, Places

_WORD = re.compile(r"\w+")
_LONGEST = 12  # letters of a clipped word that are looked at
_ELIDED = 0.3  # how odd it is that a known elision is no mark; see mark_pairs for the scale
_CLIPPED = 0.8
_CLEAR = 3.5


def without_apostrophes(book: BookText, marks: Marks, elisions: frozenset[str]) -> tuple[Marks, Costs]:
    """The marks that may be quotation marks, and for each how odd it is that it is an apostrophe.

    Args:
        book: its text.
        marks: single ones, without those inside words.
        elisions: words that begin or end with an apostrophe, written with ', in lower case: 'tis, o'.
    """
    opens, maybe = marks.roles > 0, (marks.roles <= 0) & (marks.before == LETTER)
    elided = _elided(book, marks, opens, elisions)
    clipped = _clipped(book, marks, maybe & (marks.after == BLANK), elisions)
    unsure = elided | maybe
    kept = (
        ~clipped
        & ~_told_by_neighbours(marks, opens & ~elided, unsure)
        & ~_closing_glyph_opens(book, marks, elided)
    )
    strays = np.where(elided, _ELIDED, np.where(maybe, _CLIPPED, _CLEAR))
    return marks.where(kept), strays[kept]


def _elided(book: BookText, marks: Marks, opens: Mask, elisions: frozenset[str]) -> Mask:
    """Which of the marks that seem to open begin a year, or a word known to begin with an apostrophe."""
    chosen = (opens & (marks.after == LETTER)).nonzero()[0]
    found = np.zeros(len(opens), np.bool_)
    found[chosen] = [_is_elided(book.text, end, elisions) for end in marks.ends[chosen].tolist()]
    return found


def _is_elided(text: str, start: int, elisions: frozenset[str]) -> bool:
    word = _WORD.match(text, start, start + _LONGEST)
    return word is not None and (word[0].isdigit() or f"'{word[0].lower()}" in elisions)


def _clipped(book: BookText, marks: Marks, closes: Mask, elisions: frozenset[str]) -> Mask:
    """Which of the marks that seem to close end a word that is known to end with an apostrophe."""
    found = np.zeros(len(closes), np.bool_)
    for number in closes.nonzero()[0].tolist():
        start = int(marks.starts[number])
        before = _WORD.findall(book.text[max(start - _LONGEST, 0) : start])
        found[number] = bool(before) and f"{before[-1].lower()}'" in elisions
    return found


def _told_by_neighbours(marks: Marks, opens: Mask, unsure: Mask) -> Mask:
    """Which unsure marks are apostrophes: inside a sure quotation, or outside of all."""
    sure = (~unsure).nonzero()[0]
    doubtful = unsure.nonzero()[0]
    after = sure.searchsorted(doubtful)
    before = _kind_of(marks, opens, sure, after - 1, doubtful)
    following = _kind_of(marks, opens, sure, after, doubtful)
    told = np.zeros(len(unsure), np.bool_)
    inside = (before == 1) & (following == -1)
    told[doubtful[inside | ((before <= 0) & (following >= 0))]] = True
    return told


def _kind_of(marks: Marks, opens: Mask, sure: Places, which: Places, doubtful: Places) -> Places:
    """Of sure marks 1 if they open, -1 if they close; 0 where there is none in the paragraph."""
    there = (which >= 0) & (which < len(sure))
    kinds = np.zeros(len(which), np.int64)
    number = sure[which[there]]
    same = marks.paragraphs[number] == marks.paragraphs[doubtful[there]]
    kinds[there] = np.where(same, np.where(opens[number], 1, -1), 0)
    return kinds


def _closing_glyph_opens(book: BookText, marks: Marks, elided: Mask) -> Mask:
    """Which marks are glyphs that close but seem to open, in a book that opens with another glyph."""
    glyphs = book.points[marks.starts]
    closing: Mask = (glyphs == ord("’")) & (marks.roles > -2) & (marks.before != LETTER)
    others = (glyphs != ord("’")) & (glyphs != ord("'")) & (marks.roles > 0)
    if np.count_nonzero(others) <= np.count_nonzero(closing & ~elided):
        closing[:] = False
    return closing


def single_openings(found: BookMarks, opening: str) -> Places:
    """Where a single mark opens and another closes before the next one opens, told by neighbours alone."""
    marks = found.family(family_of(opening))
    closes = (marks.roles < 0) & ((marks.before != LETTER) | (marks.after == PUNCTUATION))
    sure = (closes | (marks.roles > 0)).nonzero()[0]
    paired = (
        ~closes[sure[:-1]] & closes[sure[1:]] & (marks.paragraphs[sure[:-1]] == marks.paragraphs[sure[1:]])
    )
    places: Places = marks.starts[sure[:-1][paired]]
    chosen: Places = places[found.book.points[places] == ord(opening)]
    return chosen
