"""The speech of two in one paragraph, parted.

A paragraph is one speaker's (Chicago Manual of Style 13.39), unless the narrator says otherwise, nothing at
all stands between two quotations, or a book sets its talk in one piece: then each sentence of narration may
part two speakers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.speakers.cast import NOBODY
from dialogue_etl.sources.books.speakers.narration import TOLD

if TYPE_CHECKING:
    from dialogue_etl.sources.books.speakers.narration import Told
    from dialogue_etl.text.points import Mask

_MARKS_AND_BLANKS = 8
_CLOSING_AND_OPENING = 2
_OFTEN = 0.1  # of the neighbours in a paragraph those that answer each other where talk is set in one piece
_FEW = 4
_TAIL = 40  # characters of narration before speech that tell whether its sentence has ended
_ENDED = re.compile(r"[.!?…:][^\w,;]*\Z")
_CAPITAL = re.compile(r"\W{0,6}[^\W\d_a-zß-öø-ÿ]")


def begins_with_another(told: Told, begins: Mask) -> Mask:
    """Which stretches inside a turn another speaker says than the one before.

    Args:
        told: of the stretches.
        begins: for each whether a turn begins with it, by paragraphs.
    """
    answers = _answers(told, begins)
    parted = answers | _other_sentence(told, begins, answers)
    return parted | _other_speaker(told, begins | parted)


def _answers(told: Told, begins: Mask) -> Mask:
    """Which stretches follow one in their paragraph with nothing but marks between: “No!” “Yes!”."""
    answers = np.zeros(len(begins), np.bool_)
    starts, ends = told.found.spans.starts, told.found.spans.ends
    close = ~told.around.opens & ~begins
    close[1:] &= starts[1:] - ends[:-1] <= _MARKS_AND_BLANKS
    for place in close.nonzero()[0].tolist():
        between = told.book.text[int(ends[place - 1]) : int(starts[place])]
        answers[place] = between[:1].strip() != "" and len(between.split()) == _CLOSING_AND_OPENING
    return answers


def _other_sentence(told: Told, begins: Mask, answers: Mask) -> Mask:
    """Which stretches a sentence of narration parts from the one before, where talk is set in one piece.

    A sentence that begins with a tag does so only if the narrator tells again who speaks.
    """
    parted = np.zeros(len(begins), np.bool_)
    inside = ~told.around.opens & ~begins
    if answers.sum() < max(_FEW, _OFTEN * inside.sum()):
        return parted
    starts, ends = told.found.spans.starts, told.found.spans.ends
    for place in inside.nonzero()[0].tolist():
        between = told.book.text[int(ends[place - 1]) : int(starts[place])]
        told_again = told.how[place] == TOLD == told.how[place - 1]
        ended = _ENDED.search(between[-_TAIL:]) is not None
        parted[place] = ended and (told_again or _CAPITAL.match(between) is not None)
    return parted


def _other_speaker(told: Told, begins: Mask) -> Mask:
    """Which stretches inside a turn the narrator gives to somebody else than the one before by name."""
    other = np.zeros(len(begins), np.bool_)
    nouns = told.cast.nouns()
    named = ((told.how == TOLD) & (told.person != NOBODY) & ~nouns[told.person]).nonzero()[0]
    turns, persons = np.cumsum(begins)[named], told.person[named]
    other[named[1:]] = (turns[1:] == turns[:-1]) & (persons[1:] != persons[:-1])
    return other & ~begins
