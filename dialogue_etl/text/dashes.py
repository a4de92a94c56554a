"""Speech after a dash: in a paragraph that opens with one, dashes part speech and narration in turn."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from dialogue_etl.text.spans import strip

if TYPE_CHECKING:
    from re import Pattern


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
