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
def _closing(glyph: str) -> tuple[Pattern[str], ...]:
    """The closing mark, the surest form of it first.

    One that is also the apostrophe closes where no letter follows it; most surely after punctuation,
    for it also ends plurals and clipped words (the boys’ boat, goin’ home).
    """
    mark = re.escape(glyph)
    if glyph not in _APOSTROPHES:
        return (re.compile(mark),)
    return (re.compile(rf"(?<=[^\w\s]){mark}(?!\w)"), re.compile(rf"{mark}(?!\w)"))


def quoted(text: str, paragraph: Span, opening: str, closing: str) -> tuple[list[Span], bool]:
    """Stretches inside the marks, without the marks, and whether the last one is left open.

    A quotation that is not closed runs to the end of its paragraph: it is the first part of a speech of
    several paragraphs, or a mark was lost. Marks inside a quotation (of another kind) belong to it.
    """
    spans: list[Span] = []
    position, end = paragraph
    left_open = False
    while not left_open and (mark := text.find(opening, position, end)) >= 0:
        close = _find_close(text, mark + 1, end, opening, closing)
        left_open = close < 0
        position = end if left_open else close + 1
        spans.append(strip(text, mark + 1, end if left_open else close))
    return [span for span in spans if span.start < span.end], left_open


def _find_close(text: str, start: int, end: int, opening: str, closing: str) -> int:
    """Where the quotation that begins at `start` is closed, -1 if it is not."""
    surest, *others = _closing(closing)
    if not others:
        return text.find(closing, start, end)
    following = text.find(opening, start, end)
    for pattern, limit in ((surest, following), *((pattern, -1) for pattern in others)):
        if found := pattern.search(text, start, end if limit < 0 else limit):
            return found.start()
    return -1


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
    # The mark itself stands between, with or without a blank behind it.
    before = text[paragraph.start : first.start].rstrip()[:-1].rstrip()
    if before and before[-1] not in _LEADS_TO_SPEECH:
        return True
    words = text[first.start : first.end].split()
    return len(words) < _SCARE_QUOTE_WORDS and words[-1][-1] not in _ENDS_SPEECH


def _begins_lower(piece: str) -> bool:
    return next((char.islower() for char in piece if char.isalpha()), False)
