"""The turns of a book: its marks, what is talk between them, who says it.

What parts turns into dialogues comes after (`boundaries/`), and is trained on the same turns.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.dialogue_rows import Turns
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.going_on import with_unmarked
from dialogue_etl.sources.books.layout import Kind, paragraph_kinds
from dialogue_etl.sources.books.marks import find_speech
from dialogue_etl.sources.books.remarks import without_remarks
from dialogue_etl.sources.books.speakers import find_speakers
from dialogue_etl.sources.books.talk import no_talk
from dialogue_etl.sources.books.turns import begins_turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.languages import Language
    from dialogue_etl.params import Extract
    from dialogue_etl.sources.books.marks import OwnMarks
    from dialogue_etl.sources.books.talk import Reasons
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Places
    from dialogue_etl.text.quotations import Quotations


_IS_BREAK = np.array([kind in {Kind.HEADING, Kind.SCENE_BREAK} for kind in Kind], np.bool_)


class Spoken(NamedTuple):
    """What is said in a book.

    Attributes:
        turns: in reading order, with their speakers.
        breaks: where chapters and scenes begin, in order.
        quotations: every stretch that is marked as speech.
        reasons: for each of these why it is no talk, 0 if it is.
    """

    turns: Turns
    breaks: Places
    quotations: Quotations
    reasons: Reasons


def other_languages(stated: str, language: Language) -> list[Language]:
    """The other languages that a book's own header names, of those we know."""
    named = stated.lower()
    return [other for other in LANGUAGES.values() if other is not language and other.name.lower() in named]


def find_spoken(
    book: BookText, own: OwnMarks, language: Language, params: Extract, others: Sequence[Language] = ()
) -> Spoken:
    """What is said in a book.

    Args:
        book: its text.
        own: the marks it sets speech apart with.
        language: of the book.
        params: the knobs of marks, layout, turns and speakers are looked at.
        others: languages it is said to hold as well.
    """
    quotations = find_speech(book, own, language, params)
    kinds = paragraph_kinds(book, language, params)
    if params.join_paragraphs:
        quotations = with_unmarked(book, quotations, own, kinds, language)
    reasons = no_talk(book, quotations, kinds, params, (language, *others))
    breaks = book.paragraphs.starts[_IS_BREAK[kinds]]
    said = quotations.where(reasons == 0)
    begins = begins_turn(book, quotations, reasons == 0, params)
    speakers = find_speakers(book, said, begins, breaks=breaks, language=language, params=params)
    spans, begins = said.spans, speakers.begins
    if params.inserted_remarks:
        spans, begins = without_remarks(book, spans, begins, language)
    turns = Turns.of(book, spans, begins.nonzero()[0])
    named = replace(turns, speakers=speakers.names, confidence=speakers.confidence)
    return Spoken(named, breaks, quotations, reasons)
