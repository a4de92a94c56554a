"""Vocatives: who is addressed in speech, and so does not speak there but likely before or after.

Muzny et al. 2017 (A two-stage sieve approach for quote attribution), and He, Barbosa & Kondrak 2013, section
4.2. Scores are natural logarithms, as in `clues.py`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.table import GENDERS
from dialogue_etl.text.words import any_of

if TYPE_CHECKING:
    from re import Pattern

    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.speakers.characters import Named
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask, Offsets

_ADDRESSED = -4.5  # speakers do not address themselves
_WAS_ADDRESSED, _IS_ADDRESSED_NEXT = 1.7, 0.5
_NAMED_IN_SPEECH = -2.5
_OPENING = 24  # characters before a vocative

_CLOSES = re.compile(r"[,.!?;—:\"”’'-]|\Z")  # the mark after a vocative
_VOCATIVE_PHRASE = re.compile(r"(?:\A|[,!—-])\s*((?:[\w'’]+\s){0,3}[\w'’-]+)(?=[,.!?;]|\Z)")


class Heard(NamedTuple):
    """Names in speech; all but the first as turn, character and value.

    Attributes:
        addressed: whether each name is a vocative.
        scores: of the names.
        called: who is addressed in a turn.
        talked_of: who else is named in it.
    """

    addressed: Mask
    scores: list[tuple[int, int, float]]
    called: list[tuple[int, int, float]]
    talked_of: list[tuple[int, int, float]]


def scores(document: Document, ends: Offsets, spoken: Named) -> Heard:
    """Which names in speech address somebody, and the scores of all of them.

    Args:
        document: the book.
        ends: offsets at which the turns end.
        spoken: names in speech.
    """
    text = document.text
    opening = _before_vocative(document.language.tag)
    turn = ends.searchsorted(spoken.starts, side="right")
    addressed = np.zeros(len(turn), np.bool_)
    for place, (start, end) in enumerate(zip(spoken.starts.tolist(), spoken.ends.tolist(), strict=True)):
        if _CLOSES.match(text, end):
            addressed[place] = opening.search(text[max(0, start - _OPENING) : start]) is not None
    pairs = np.unique(np.stack([turn, spoken.numbers, addressed], 1), axis=0)
    found: list[tuple[int, int, float]] = []
    last = len(ends) - 1
    calls = {(at, number) for at, number, is_called in pairs.tolist() if is_called}
    for at, number, is_called in pairs.tolist():
        if is_called:
            found.append((at, number, _ADDRESSED))
            found += [(at + 1, number, _WAS_ADDRESSED)] * (at < last)
            found += [(at - 1, number, _IS_ADDRESSED_NEXT)] * (at > 0)
    others = {(at, number) for at, number, _ in pairs.tolist()} - calls
    found += [(at, number, _NAMED_IN_SPEECH) for at, number in sorted(others)]
    called, talked_of = ([(*pair, 1.0) for pair in sorted(those)] for those in (calls, others))
    return Heard(addressed, found, called, talked_of)


def called(document: Document, table: SpeechTable, first: Offsets) -> Offsets:
    """For each turn the gender by which the turn before addresses its speaker: Yes, sir."""
    found = np.zeros(len(first), np.int64)
    genders, before = _vocatives(document.language.tag)
    last = np.append(first[1:], len(table)) - 1
    turn = np.arange(len(first)).repeat(last - first + 1)
    for number, piece in zip(turn.tolist(), table.spans.pieces(document.text), strict=True):
        if number + 1 < len(first) and not found[number + 1]:
            for phrase in _VOCATIVE_PHRASE.findall(piece):
                *others, word = phrase.lower().split()
                if word in genders and before.issuperset(others):
                    found[number + 1] = genders[word]
                    break
    return found


@cache
def _before_vocative(tag: str) -> Pattern[str]:
    """The end of the text before a vocative: a mark, and words like `my dear` or an interjection."""
    language = LANGUAGES[tag]
    dear = [word for word, gender in language.titles.items() if not gender]
    words = any_of(sorted({*dear, *language.determiners, *language.talk_words}))
    return re.compile(rf"(?:\A|[^\w\s’'])[\s_]*(?:(?:{words})\s){{0,3}}\Z", re.IGNORECASE)


@cache
def _vocatives(tag: str) -> tuple[dict[str, int], frozenset[str]]:
    """Words that address a man or a woman (sir, papa) with their genders, and words before (my dear)."""
    language = LANGUAGES[tag]
    known = {**language.gender_words, **language.titles}
    others = {*language.referring_words, *language.determiners}
    genders = {
        word: GENDERS.index(gender)
        for word, gender in known.items()
        if gender in {"m", "f"} and word not in others
    }
    dear = (word for word, gender in language.titles.items() if not gender)
    return genders, frozenset([*dear, *language.determiners])
