"""How a book marks speech, and all stretches that are so marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.languages import Quotes
from dialogue_etl.text import dashes, quotes

if TYPE_CHECKING:
    from dialogue_etl.languages import Language, Marks
    from dialogue_etl.params import Extract
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.quotations import Quotations


class OwnMarks(NamedTuple):
    """The marks a book sets speech apart with.

    Attributes:
        marks: the kind that weighs most.
        weight: how much speech they show: weighted count of opening marks.
    """

    marks: Marks
    weight: int


def weigh(book: BookText, marks: Marks) -> int:
    """How much speech a kind of mark shows: weighted count of opening marks.

    Of dashes only those in paragraphs that open with one: elsewhere they are punctuation.
    """
    if isinstance(marks, Quotes):
        return book.text.count(marks.opening) * marks.weight
    return dashes.marks_in(book, marks.glyphs) * marks.weight


def own_marks(book: BookText, language: Language, params: Extract) -> OwnMarks:  # noqa: ARG001
    """The kind of marks a book uses, and its weight: the one that weighs most."""
    weights = [(weigh(book, marks), -position) for position, marks in enumerate(language.marks)]
    weight, position = max(weights)
    return OwnMarks(language.marks[-position], weight)


def find_speech(book: BookText, own: OwnMarks, language: Language, params: Extract) -> Quotations:  # noqa: ARG001
    """What stands between a book's marks, in reading order."""
    if isinstance(own.marks, Quotes):
        return quotes.in_paragraphs(book, own.marks.opening, own.marks.closing)
    return dashes.in_paragraphs(book, own.marks.glyphs)
