"""Unclosed quotations: speech whose closing mark was lost ends before the tag, if there is one.

A quotation with a lost closing mark runs to the next opening mark or to the end of its paragraph and takes
narration with it: “Yes! said Lucy, and went on. “But ...”. The narrator's verb of speech with its subject,
after a mark of punctuation, tells where speech ended.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.quotations.pairs import Quotations
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from dialogue_etl.languages import Language
    from dialogue_etl.text.book_text import BookText

# A set of characters is found soonest.
_TAG = re.compile(r"[,;!?…—–-]\s++(?=(\w++)\s++(\w++))")
_NARRATION = 300  # characters of it that are taken for swallowed; with more, somebody tells a story
_LONGEST_MARK = 3  # characters: two commas, a blank


def without_swallowed(
    book: BookText, found: Quotations, glyphs: tuple[str, ...], language: Language
) -> Quotations:
    """Quotations with a lost closing mark, cut before the narrator's tag; all others as they are.

    Args:
        book: its text.
        found: its quotations.
        glyphs: the marks they stand between.
        language: without speech verbs nothing is cut.
    """
    if not (language.comma_verbs or language.speech_verbs):
        return found
    ends, left_open = found.spans.ends.copy(), found.left_open.copy()
    inner, last = _lost(book, found, glyphs)
    for number in (*inner, *last):
        start, end = int(found.spans.starts[number]), int(ends[number])
        ends[number] = cut = _before_tag(book.text, start, end, language)
        if cut < end and number in last:
            left_open[found.paragraphs[number]] = False
    return Quotations(Spans(found.spans.starts, ends), found.paragraphs, left_open)


def _lost(book: BookText, found: Quotations, glyphs: tuple[str, ...]) -> tuple[list[int], list[int]]:
    """Which quotations have no closing mark: inside a paragraph, and at its end where nothing goes on."""
    starts, ends = found.spans
    same = found.paragraphs[1:] == found.paragraphs[:-1]
    near = (same & (starts[1:] - ends[:-1] <= _LONGEST_MARK)).nonzero()[0].tolist()
    inner = [number for number in near if book.text[ends[number] : starts[number + 1]].strip() in glyphs]
    open_end = (np.append(~same, True)[: len(starts)] & found.left_open[found.paragraphs]).nonzero()[0]
    following = np.minimum(found.paragraphs[open_end] + 1, len(book.paragraphs.starts) - 1)
    next_starts = book.paragraphs.starts[following]
    quoted = np.append(starts, -1)[open_end + 1] == next_starts
    last = [
        number
        for number, start in zip(open_end[~quoted].tolist(), next_starts[~quoted].tolist(), strict=True)
        if not book.text.startswith(glyphs, start)
    ]
    return inner, last


def _before_tag(text: str, start: int, end: int, language: Language) -> int:
    """Where the first tag near the end of a stretch begins, its end if there is none.

    A tag is a verb of speech before a name, a pronoun or a determiner, or behind a name or a pronoun.
    """
    verbs, pronouns = language.comma_verbs or language.speech_verbs, language.pronouns
    for parting in _TAG.finditer(text, max(start - 1, end - _NARRATION - 1, 0), end):
        first, second = parting.groups()
        if first.islower() and first in verbs:
            is_tag = second[0].isupper() or second in pronouns or second in language.determiners
        else:
            is_tag = second in verbs and (first[0].isupper() or first in pronouns)
        if is_tag:
            return parting.start() + 1
    return end
