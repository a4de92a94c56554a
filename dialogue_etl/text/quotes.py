"""Speech between quotation marks: the quoted stretches of one paragraph."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.text.quotations import Quotations
from dialogue_etl.text.spans import Spans, strip
from dialogue_etl.text.speech_marks import all_quoted

if TYPE_CHECKING:
    from re import Pattern

    from dialogue_etl.text.book_text import BookText

_APOSTROPHES = frozenset("'’")
_LEADS_TO_SPEECH = frozenset(",:;—–-")
_ENDS_SPEECH = frozenset(",.!?…—–-")
_SCARE_QUOTE_WORDS = 4


@cache
def _closing(glyph: str) -> tuple[Pattern[str], ...]:
    """The closing mark that is also the apostrophe, the surest form of it first.

    It closes where no letter follows it; most surely after punctuation, for it also ends plurals and
    clipped words (the boys’ boat, goin’ home).
    """
    mark = re.escape(glyph)
    return (re.compile(rf"(?<=[^\w\s]){mark}(?!\w)"), re.compile(rf"{mark}(?!\w)"))


def quoted(
    text: str, paragraph: tuple[int, int], opening: str, closing: str
) -> tuple[list[tuple[int, int]], bool]:
    """Stretches inside the marks, without the marks, and whether the last one is left open.

    A quotation that is not closed runs to the end of its paragraph: it is the first part of a speech of
    several paragraphs, or a mark was lost. Marks inside a quotation (of another kind) belong to it.
    """
    spans: list[tuple[int, int]] = []
    position, end = paragraph
    apostrophe = closing in _APOSTROPHES
    while (mark := text.find(opening, position, end)) >= 0:
        close = (
            _find_close(text, mark + 1, end, opening, closing)
            if apostrophe
            else text.find(closing, mark + 1, end)
        )
        left_open = close < 0
        span = strip(text, mark + 1, end if left_open else close)
        if span[0] < span[1]:
            spans.append(span)
        if left_open:
            return spans, True
        position = close + 1
    return spans, False


def in_paragraphs(book: BookText, opening: str, closing: str) -> Quotations:
    """What `quoted` says of each paragraph, as columns."""
    text, points, paragraphs = book
    if closing not in _APOSTROPHES:
        return all_quoted(text, points, paragraphs, opening, closing)
    found = [quoted(text, paragraph, opening, closing) for paragraph in paragraphs.pairs()]
    numbers = [number for number, (spans, _) in enumerate(found) for _ in spans]
    spans = Spans.of([span for spans, _ in found for span in spans])
    return Quotations(
        spans, np.array(numbers, np.int64), np.array([is_open for _, is_open in found], np.bool_)
    )


def _find_close(text: str, start: int, end: int, opening: str, closing: str) -> int:
    """Where the quotation that begins at `start` is closed by an apostrophe, -1 if it is not."""
    surest, other = _closing(closing)
    following = text.find(opening, start, end)
    for pattern, limit in ((surest, following), (other, -1)):
        if found := pattern.search(text, start, end if limit < 0 else limit):
            return found.start()
    return -1


def opens_with(text: str, paragraph: tuple[int, int], opening: str) -> bool:
    """Whether the paragraph begins with the mark; an underscore before it marks italics."""
    return text.startswith((opening, "_" + opening), *paragraph)


def is_scare_quote(text: str, paragraph: tuple[int, int], spans: list[tuple[int, int]]) -> bool:
    """Whether the paragraph only quotes a word or phrase and nobody speaks.

    So it is if every quotation begins in lower case, and the first one either stands in the flow of the
    sentence (nothing before it leads to speech: no comma, colon, semicolon, dash, beginning of the
    paragraph) or is under four words long and without the punctuation that ends speech.
    """
    start, end = spans[0]
    if text[start].isupper() or not all(_begins_lower(text, *span) for span in spans):
        return False
    # The mark itself stands between, with or without a blank behind it.
    before = text[paragraph[0] : start].rstrip()[:-1].rstrip()
    if before and before[-1] not in _LEADS_TO_SPEECH:
        return True
    words = text[start:end].split()
    return len(words) < _SCARE_QUOTE_WORDS and words[-1][-1] not in _ENDS_SPEECH


def _begins_lower(text: str, start: int, end: int) -> bool:
    if text[start].isalpha():
        return text[start].islower()
    return next((letter.islower() for letter in text[start:end] if letter.isalpha()), False)
