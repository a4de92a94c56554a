"""Paragraphs that begin with words of another time or place (The next morning)."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.boundaries.places import numbers_between
from dialogue_etl.text.word_patterns import any_of

if TYPE_CHECKING:
    from dialogue_etl.sources.books.boundaries.places import PlaceColumns
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask

_LONGEST_OPENING = 60


class Scenes:
    """Where new scenes begin in a book; its paragraphs are looked at when they are asked for.

    Args:
        book: its text.
        phrases: that open a new scene, in lower case; without any there is none.
    """

    def __init__(self, book: BookText, phrases: tuple[str, ...]) -> None:
        self._text, self._starts = book.text, book.paragraphs.starts
        self._opening, self._shortest = _openings(phrases)

    def begin_at(self, seen: PlaceColumns) -> Mask:
        """For each place whether a new scene begins with one of the paragraphs between its turns."""
        places, paragraphs = numbers_between(seen.begun, seen.begins)
        starts = self._starts[paragraphs]
        ends = np.minimum(starts + _LONGEST_OPENING, seen.ends[places])
        # Nothing but a mark stands before most turns in their paragraph.
        long = (ends - starts >= self._shortest).nonzero()[0]
        opens, text = self._opening.match, self._text
        edges = zip(starts[long].tolist(), ends[long].tolist(), strict=True)
        found = np.zeros(len(seen.turns), np.bool_)
        found[places[long[[opens(text, start, end) is not None for start, end in edges]]]] = True
        return found


@cache
def _openings(phrases: tuple[str, ...]) -> tuple[re.Pattern[str], int]:
    """The phrases as whole words, those that end with an apostrophe before the rest of their word.

    With the length of the shortest one.
    """
    elided = [phrase for phrase in phrases if phrase.endswith("'")]
    whole = any_of(set(phrases).difference(elided))
    any_phrase = rf"{whole}(?![^\W_])|{any_of(elided)}".replace("'", "['’]")
    pattern = re.compile(rf"[\W_]{{0,3}}(?:{any_phrase})", re.IGNORECASE)
    return pattern, min(map(len, phrases), default=0)
