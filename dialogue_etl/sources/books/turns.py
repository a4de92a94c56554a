"""Turns: who wants to know how speech is told from narration, looks here.

A turn is what one speaker says without another one in between; a paragraph holds one at most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.dialogue_rows import Utterance
from dialogue_etl.languages import Quotes
from dialogue_etl.text import dashes, quotes
from dialogue_etl.text.paragraphs import bounds, paragraphs
from dialogue_etl.text.points import points_of
from dialogue_etl.text.spans import texts_of

if TYPE_CHECKING:
    from dialogue_etl.languages import Dash, Language, Marks
    from dialogue_etl.params import Extract

    Spans = list[tuple[int, int]]


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


def find_turns(text: str, marks: Marks, params: Extract) -> tuple[list[Utterance], list[Utterance]]:
    """The turns of a book in reading order, and the paragraphs left out as scare quotes."""
    found, scare = _quoted(text, marks, params) if isinstance(marks, Quotes) else (_dashed(text, marks), [])
    return _utterances(text, found), _utterances(text, scare)


def _utterances(text: str, turns: list[Spans]) -> list[Utterance]:
    return [Utterance(said, tuple(spans)) for said, spans in zip(texts_of(text, turns), turns, strict=True)]


def _dashed(text: str, marks: Dash) -> list[Spans]:
    found = (dashes.spoken(text, paragraph, marks.glyphs)[0] for paragraph in paragraphs(text))
    return [spans for spans in found if spans]


def _quoted(text: str, marks: Quotes, params: Extract) -> tuple[list[Spans], list[Spans]]:
    turns: list[Spans] = []
    scare: list[Spans] = []
    points = points_of(text)
    pieces = bounds(text, points)
    goes_on = -1  # the paragraph that a speech left open may go on in
    for number, spans, left_open in quotes.in_paragraphs(text, points, pieces, marks.opening, marks.closing):
        paragraph = pieces[number]
        if params.drop_scare_quotes and quotes.is_scare_quote(text, paragraph, spans):
            scare.append(spans)
            goes_on = number + 1 if number == goes_on else -1
            continue
        if number == goes_on and params.join_paragraphs and quotes.opens_with(text, paragraph, marks.opening):
            turns[-1] += spans
        else:
            turns.append(spans)
        goes_on = number + 1 if left_open else -1
    return turns, scare
