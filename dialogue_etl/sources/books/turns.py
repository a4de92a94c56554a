"""Turns: who wants to know how speech is told from narration, looks here.

A turn is what one speaker says without another one in between; a paragraph holds one at most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.dialogue_rows import Turns
from dialogue_etl.languages import Quotes
from dialogue_etl.text import dashes, quotes
from dialogue_etl.text.paragraphs import bounds, paragraphs
from dialogue_etl.text.points import is_upper, points_of
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from dialogue_etl.languages import Dash, Language, Marks
    from dialogue_etl.params import Extract
    from dialogue_etl.text.points import Mask


def weigh(text: str, marks: Marks) -> int:
    """How much speech a kind of mark shows: weighted count of opening marks.

    Of dashes only those in paragraphs that open with one: elsewhere they are punctuation.
    """
    if isinstance(marks, Quotes):
        return text.count(marks.opening) * marks.weight
    if not any(glyph.strip() in text for glyph in marks.glyphs):
        return 0
    found = (dashes.spoken(text, paragraph, marks.glyphs)[1] for paragraph in paragraphs(text))
    return sum(found) * marks.weight


def own_marks(text: str, language: Language) -> tuple[Marks, int]:
    """The kind of marks a book uses, and its weight: the one that weighs most."""
    weights = [(weigh(text, marks), -position) for position, marks in enumerate(language.marks)]
    weight, position = max(weights)
    return language.marks[-position], weight


def find_turns(text: str, marks: Marks, params: Extract) -> tuple[Turns, Turns]:
    """The turns of a book in reading order, and the paragraphs left out as scare quotes."""
    if isinstance(marks, Quotes):
        return _quoted_turns(text, marks, params)
    return _dashed_turns(text, marks), Turns.of(text, Spans.of([]), np.zeros(0, np.int64))


def _dashed_turns(text: str, marks: Dash) -> Turns:
    found = [dashes.spoken(text, paragraph, marks.glyphs)[0] for paragraph in paragraphs(text)]
    turns = [spans for spans in found if spans]
    first = np.cumsum([0, *(len(spans) for spans in turns)])[:-1]
    return Turns.of(text, Spans.of([span for spans in turns for span in spans]), first)


def _quoted_turns(text: str, marks: Quotes, params: Extract) -> tuple[Turns, Turns]:
    book = _Speaking(text, marks)
    nobody = np.zeros(len(book.numbers), np.bool_)
    scare = book.scare_quotes() if params.drop_scare_quotes else nobody
    goes_on = book.goes_on(scare) if params.join_paragraphs else nobody
    return book.turns(~scare, goes_on), book.turns(scare, nobody)


class _Speaking:
    """The paragraphs of a book that hold quotations.

    Attributes:
        numbers: which paragraphs of the book they are.
    """

    def __init__(self, text: str, marks: Quotes) -> None:
        self._text = text
        self._opening = marks.opening
        self._points = points_of(text)
        self._paragraphs = bounds(text, self._points)
        self._found = quotes.in_paragraphs(text, self._points, self._paragraphs, marks.opening, marks.closing)
        self.numbers, self._first = np.unique(self._found.paragraphs, return_index=True)
        self._lengths = np.diff(np.append(self._first, len(self._found.paragraphs)))

    def scare_quotes(self) -> Mask:
        """Which of them only quote a word or phrase."""
        scare = np.zeros(len(self.numbers), np.bool_)
        if not len(scare):
            return scare
        # A capital at the beginning of any quotation is speech: few are left to be looked at.
        capital = is_upper(self._points[self._found.spans.starts])
        for place in np.flatnonzero(~np.logical_or.reduceat(capital, self._first)).tolist():
            first, length = int(self._first[place]), int(self._lengths[place])
            spans = Spans(*(column[first : first + length] for column in self._found.spans)).pairs()
            scare[place] = quotes.is_scare_quote(self._text, self._paragraph(place), spans)
        return scare

    def goes_on(self, scare: Mask) -> Mask:
        """Which of them go on with the speech that the paragraph before left open; scare quotes aside."""
        joined = np.zeros(len(self.numbers), np.bool_)
        left_open = self._found.left_open[self.numbers] & ~scare
        for place in np.flatnonzero(left_open).tolist():
            following = place + 1
            while following < len(joined) and self.numbers[following] == self.numbers[following - 1] + 1:
                if not scare[following]:
                    paragraph = self._paragraph(following)
                    joined[following] = quotes.opens_with(self._text, paragraph, self._opening)
                    break
                following += 1
        return joined

    def turns(self, chosen: Mask, goes_on: Mask) -> Turns:
        """Some of them as turns; those that go on belong to the turn before."""
        spans = self._found.spans.where(np.repeat(chosen, self._lengths))
        lengths = self._lengths[chosen]
        first = np.cumsum(lengths) - lengths
        return Turns.of(self._text, spans, first[~goes_on[chosen]])

    def _paragraph(self, place: int) -> tuple[int, int]:
        number = self.numbers[place]
        return int(self._paragraphs.starts[number]), int(self._paragraphs.ends[number])
