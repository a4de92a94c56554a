"""Speech between quotation marks: which marks a book uses, and what stands between them.

`mark_roles.py` tells which marks open and which close, `apostrophes.py` which are none, `mark_pairs.py` which
belong together; `speech_marks.py` is the plain rule without all this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.text.apostrophes import single_openings, without_apostrophes
from dialogue_etl.text.lost_marks import NO_TELLERS, Tellers, without_swallowed
from dialogue_etl.text.mark_pairs import quotations
from dialogue_etl.text.mark_roles import SINGLE, SINGLE_GUILLEMETS, BookMarks, family_of
from dialogue_etl.text.speech_marks import all_quoted

if TYPE_CHECKING:
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.quotations import Quotations

_OUTER = '"“„”«»'  # the marks that single ones stand inside of


def in_paragraphs(
    book: BookText,
    opening: str,
    closing: str,
    *,
    found: BookMarks | None = None,
    mend: bool = True,
    nested: bool = True,
    elisions: frozenset[str] = frozenset(),
    tellers: Tellers = NO_TELLERS,
) -> Quotations:
    """The quoted stretches of each paragraph, without the marks.

    A quotation that is not closed runs to the end of its paragraph: it is the first part of a speech of
    several paragraphs, or a mark was lost. Marks inside a quotation belong to it.

    Args:
        book: its text.
        opening: the mark before speech.
        closing: the mark after it.
        found: its marks, if some were looked for already.
        mend: whether glyphs of the same family stand for each other, are told by what stands beside them
            and may be lost; if not, each is what it is. Single marks are always told by their neighbours.
        nested: whether a quotation may stand inside another with the same marks.
        elisions: of the language, for single marks.
        tellers: words of the language that a tag is known by, which speech ends before if its mark is lost.
    """
    glyphs = family_of(opening)
    if glyphs != SINGLE and not mend:
        return all_quoted(found or BookMarks(book), opening, closing)
    marks, strays = (found or BookMarks(book)).family(glyphs), None
    if glyphs == SINGLE:
        marks, strays = without_apostrophes(book, marks, elisions)
    return without_swallowed(book, quotations(book, marks, strays, nested=nested), glyphs, tellers)


def weigh(found: BookMarks, opening: str, closing: str) -> int:
    """How often a book opens a quotation with a mark; where it closes with the same one, both count.

    Single marks count where they open and another closes before the next one opens, outside of double
    ones: apostrophes are no speech, and a quotation in a quotation is none of its own.
    """
    if not is_single(opening):
        return len(found.places(opening))
    if opening not in found.book.text or closing not in found.book.text:
        return 0
    places = single_openings(found, opening)
    starts = found.book.paragraphs.starts
    paragraphs = starts[starts.searchsorted(places, side="right") - 1]
    marks = np.sort(np.concatenate([found.places(mark) for mark in _OUTER]))
    own = marks.searchsorted(places) == marks.searchsorted(paragraphs)
    return int(np.count_nonzero(own)) * (2 if opening == closing else 1)


def same_family(glyph: str, other: str) -> bool:
    """Whether two marks may stand for each other, so that a book uses one of them."""
    return other in family_of(glyph)


def is_single(glyph: str) -> bool:
    """Whether a mark is a single one."""
    return family_of(glyph) in (SINGLE, SINGLE_GUILLEMETS)
