"""Turns: who wants to know how speech is told from narration, looks here.

A turn is what one speaker says without another one in between; a paragraph holds one at most.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.languages import Quotes
from dialogue_etl.text import dashes, quotes
from dialogue_etl.text.paragraphs import paragraphs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dialogue_etl.languages import Dash, Language, Marks
    from dialogue_etl.params import Extract
    from dialogue_etl.text.spans import Span


@dataclass(frozen=True)
class Turn:
    """What one speaker says: its stretches of the book's text, several where narration interrupts."""

    spans: tuple[Span, ...]

    @property
    def start(self) -> int:
        """Offset of its first character."""
        return self.spans[0].start

    @property
    def end(self) -> int:
        """Offset after its last character."""
        return self.spans[-1].end


def weigh(text: str, marks: Marks) -> int:
    """How much speech a kind of mark shows: weighted count of opening marks.

    Of dashes only those in paragraphs that open with one: elsewhere they are punctuation.
    """
    if isinstance(marks, Quotes):
        return text.count(marks.opening) * marks.weight
    return (
        sum(dashes.spoken(text, paragraph, marks.glyphs)[1] for paragraph in paragraphs(text)) * marks.weight
    )


def own_marks(text: str, language: Language) -> tuple[Marks, int]:
    """The kind of marks a book uses, and its weight: the one that weighs most."""
    weights = [(weigh(text, marks), -position) for position, marks in enumerate(language.marks)]
    weight, position = max(weights)
    return language.marks[-position], weight


def find_turns(text: str, marks: Marks, params: Extract) -> tuple[list[Turn], list[Turn]]:
    """The turns of a book in reading order, and the paragraphs left out as scare quotes."""
    if isinstance(marks, Quotes):
        return _quoted_turns(text, marks, params)
    return _dashed_turns(text, marks), []


def _dashed_turns(text: str, marks: Dash) -> list[Turn]:
    found = (dashes.spoken(text, paragraph, marks.glyphs)[0] for paragraph in paragraphs(text))
    return [Turn(tuple(spans)) for spans in found if spans]


def _quoted_turns(text: str, marks: Quotes, params: Extract) -> tuple[list[Turn], list[Turn]]:
    turns: list[Turn] = []
    scare: list[Turn] = []
    left_open = False
    for paragraph in paragraphs(text):
        spans, opened = quotes.quoted(text, paragraph, marks.opening, marks.closing)
        if not spans:
            left_open = False
        elif params.drop_scare_quotes and quotes.is_scare_quote(text, paragraph, spans):
            scare.append(Turn(tuple(spans)))
        else:
            goes_on = (
                params.join_paragraphs and left_open and quotes.opens_with(text, paragraph, marks.opening)
            )
            _append(turns, spans, goes_on=goes_on)
            left_open = opened
    return turns, scare


def _append(turns: list[Turn], spans: Iterable[Span], *, goes_on: bool) -> None:
    if goes_on:
        turns[-1] = Turn((*turns[-1].spans, *spans))
    else:
        turns.append(Turn(tuple(spans)))
