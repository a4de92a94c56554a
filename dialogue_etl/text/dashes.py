"""Speech after a dash: in a paragraph that opens with one, dashes part speech and narration in turn."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.text.quotations import Quotations
from dialogue_etl.text.spans import Spans, strip

if TYPE_CHECKING:
    from re import Pattern

    from dialogue_etl.text.book_text import BookText


@cache
def _opening(glyphs: tuple[str, ...]) -> Pattern[str]:
    """The mark at the beginning of a paragraph. A run of hyphens is a rule, not a mark."""
    marks = "|".join(re.escape(glyph.lstrip()) for glyph in glyphs)
    return re.compile(rf"(?:{marks})(?![-–—―])\s*")


@cache
def _inner(glyphs: tuple[str, ...]) -> Pattern[str]:
    """The mark inside a paragraph; blanks around a glyph stand for any white space."""
    marks = "|".join(
        f"{before}{re.escape(glyph.strip())}{after}" for glyph in glyphs for before, after in [_blanks(glyph)]
    )
    return re.compile(marks)


def _blanks(glyph: str) -> tuple[str, str]:
    return r"(?<=\s)" if glyph[0].isspace() else "", r"(?=\s)" if glyph[-1].isspace() else ""


def spoken(
    text: str, paragraph: tuple[int, int], glyphs: tuple[str, ...]
) -> tuple[list[tuple[int, int]], int]:
    """Stretches of speech of a paragraph, without the dashes, and how many dashes it has.

    Speech, narration, speech and so on (Csáky & Recski 2021; gutenberg-dialog, languages/hu.py). A
    paragraph that does not open with a dash has no speech and no marks.
    """
    start, end = paragraph
    opening = _opening(glyphs).match(text, start, end)
    if opening is None:
        return [], 0
    cuts = [opening.span(), *(found.span() for found in _inner(glyphs).finditer(text, opening.end(), end))]
    ends = [before for before, _ in cuts[1:]] + [end]
    pieces = [strip(text, after, stop) for (_, after), stop in zip(cuts, ends, strict=True)]
    return [span for span in pieces[::2] if span[0] < span[1]], len(cuts)


def in_paragraphs(book: BookText, glyphs: tuple[str, ...]) -> Quotations:
    """What `spoken` says of each paragraph, as columns."""
    found = [spoken(book.text, paragraph, glyphs)[0] for paragraph in book.paragraphs.pairs()]
    numbers = [number for number, spans in enumerate(found) for _ in spans]
    spans = Spans.of([span for spans in found for span in spans])
    return Quotations(spans, np.array(numbers, np.int64), np.zeros(len(found), np.bool_))


def marks_in(book: BookText, glyphs: tuple[str, ...]) -> int:
    """How many dashes there are in paragraphs that open with one."""
    if not any(glyph.strip() in book.text for glyph in glyphs):
        return 0
    return sum(spoken(book.text, paragraph, glyphs)[1] for paragraph in book.paragraphs.pairs())
