"""Step 4: the stretches of one paragraph are one turn, and so are the paragraphs of one long speech."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.table import changes

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask


def join_turns(document: Document, table: SpeechTable) -> SpeechTable:
    """Leave out what is no speech, and mark where a turn begins; `join_paragraphs` is looked at."""
    is_speech = table.column("reason") == 0
    speech = table.where(is_speech)
    begins = speech.first_of_paragraph()
    if document.params.join_paragraphs:
        begins[continues_speech(document, table)[is_speech]] = False
    return speech.with_columns(begins_turn=begins)


def continues_speech(document: Document, table: SpeechTable) -> Mask:
    """Which rows go on with the speech that the paragraph before left open.

    So does the first one of a paragraph that opens with a mark (Chicago Manual of Style 13.32), also across
    paragraphs with nothing but quoted words. An underscore before the mark is for italics.
    """
    continues = np.zeros(len(table), np.bool_)
    if not len(table):
        return continues
    # A row here is the first one of its paragraph.
    first = changes(table.column("paragraph")).nonzero()[0]
    paragraphs, starts = table.column("paragraph")[first], table.column("start")[first]
    speaks = np.logical_or.reduceat(table.column("reason") == 0, first)
    for place in (table.column("left_open")[first] & speaks).nonzero()[0].tolist():
        following = place + 1
        while following < len(first) and paragraphs[following] == paragraphs[following - 1] + 1:
            if speaks[following]:
                start = int(document.paragraphs.starts[paragraphs[following]])
                opening = document.text[start : int(starts[following])].strip()
                continues[first[following]] = opening[:1] in {opening, "_"} and len(opening) <= 2
                break
            following += 1
    return continues
