"""Speech between quotation marks: the quoted stretches of one paragraph."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from dialogue_etl.text.spans import Span, strip

if TYPE_CHECKING:
    from re import Pattern

_APOSTROPHES = frozenset("'’")
_LEADS_TO_SPEECH = frozenset(",:;—–-")
_ENDS_SPEECH = frozenset(",.!?…—–-")
_SCARE_QUOTE_WORDS = 4


@cache
def _mark(glyph: str) -> Pattern[str]:
    """The closing mark; one that is also the apostrophe closes only where no letter follows it."""
    return re.compile(re.escape(glyph) + (r"(?!\w)" if glyph in _APOSTROPHES else ""))


def quoted(text: str, paragraph: Span, opening: str, closing: str) -> tuple[list[Span], bool]:
    """Stretches inside the marks, without the marks, and whether the last one is left open.

    A quotation that is not closed runs to the end of its paragraph: it is the first part of a speech of
    several paragraphs, or a mark was lost. Marks inside a quotation (of another kind) belong to it.
    """
    spans: list[Span] = []
    position, end = paragraph
    close = _mark(closing)
    while (mark := text.find(opening, position, end)) >= 0:
        found = close.search(text, mark + 1, end)
        spans.append(strip(text, mark + 1, found.start() if found else end))
        if found is None:
            return [span for span in spans if span.start < span.end], True
        position = found.end()
    return [span for span in spans if span.start < span.end], False


def opens_with(text: str, paragraph: Span, opening: str) -> bool:
    """Whether the paragraph begins with the mark; an underscore before it marks italics."""
    return text.startswith((opening, "_" + opening), paragraph.start, paragraph.end)


def is_scare_quote(text: str, paragraph: Span, spans: list[Span]) -> bool:
    """Whether the paragraph only quotes a word or phrase and nobody speaks.

    So it is if every quotation begins in lower case, and the first one either stands in the flow of the
    sentence (nothing before it leads to speech: no comma, colon, semicolon, dash, beginning of the
    paragraph) or is under four words long and without the punctuation that ends speech.
    """
    if not all(_begins_lower(text[start:end]) for start, end in spans):
        return False
    first = spans[0]
    before = text[paragraph.start : first.start - 1].rstrip()
    if before and before[-1] not in _LEADS_TO_SPEECH:
        return True
    words = text[first.start : first.end].split()
    return len(words) < _SCARE_QUOTE_WORDS and words[-1][-1] not in _ENDS_SPEECH


def _begins_lower(piece: str) -> bool:
    return next((char.islower() for char in piece if char.isalpha()), False)
