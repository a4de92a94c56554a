"""Finds verse that a character says, as in fairy tales (and the glass answered: …)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.layout import Kind
from dialogue_etl.sources.books.extraction.speakers.tag_parser import tag_before
from dialogue_etl.text.points import one_of

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask

_TAG = 100  # characters at the end of a paragraph in which a tag for the next paragraph is searched
_LEADS = ",;:-—–"
_WORD = re.compile(r"\w+")
_SENTENCE_END = re.compile(r"[.!?…]\s")


def is_spoken_verse(document: Document, table: SpeechTable) -> Mask:
    """For each span whether it is verse that a character says.

    Either the paragraph above ends with a speech tag, in a sentence without words of singing, reading or
    writing; or the span continues such verse before its closing mark.
    """
    spoken = np.zeros(len(table), np.bool_)
    paragraph, left_open = table.column("paragraph"), table.column("left_open")
    is_verse = document.kinds == int(Kind.VERSE)
    ends = document.paragraphs.ends
    introduced = one_of(document.points[ends - 1], _LEADS) & ~is_verse
    for row in is_verse[paragraph].nonzero()[0].tolist():
        above = int(paragraph[row]) - 1
        if row and paragraph[row] == paragraph[row - 1]:
            spoken[row] = spoken[row - 1]
        elif row and paragraph[row - 1] == above and spoken[row - 1]:
            spoken[row] = left_open[row - 1]
        elif above >= 0 and introduced[above]:
            speech_end = int(table.column("end")[row - 1]) + 1 if row and paragraph[row - 1] == above else 0
            spoken[row] = _is_said(document, max(speech_end, int(ends[above]) - _TAG), int(ends[above]))
    return spoken


def _is_said(document: Document, start: int, end: int) -> bool:
    """Whether narration ends with a speech tag, in a sentence without words of singing or writing."""
    language, narration = document.language, document.text[start:end]
    tag, sentence = tag_before(narration, False, language), _SENTENCE_END.split(narration)[-1]
    not_said = language.singing_words | language.writing_words
    return tag is not None and tag.by_verb and not_said.isdisjoint(_WORD.findall(sentence.lower()))
