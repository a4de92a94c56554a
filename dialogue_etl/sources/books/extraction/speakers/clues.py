"""Clues to the speaker of each turn: its speech tag, and the names in the text around it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from dialogue_etl.sources.books.extraction.speakers.speech_tags import telling_row
from dialogue_etl.sources.books.extraction.table import BY_VERB, GENDERS, NOBODY
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.speakers.characters import Characters
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask, Places

_CALLED = re.compile(r"(?:^|[,!—–-])\s*+(?:[^\W\d_]++\.?+\s){0,2}([^\W\d_a-z][\w’'-]++)(?=[,.!?;]|$)")
# Begins with plain ranges, which are searched twice as fast as a class of all letters.
_NAME = re.compile(r"[A-Z\x80-\U0010ffff](?<=[^\W\d_a-z])(?<!\w.)[\w’'-]+")
"""A capitalised word that follows no letter, with parts after an apostrophe or hyphen: l’Emma, Jean-Paul."""

_SHORTEST_NAME = 4
_NARRATED = 200  # characters of narration next to speech in which names are searched
_SPOKEN = 120  # characters of speech in which names of addressees are searched


class Clues(NamedTuple):
    """Clues to the speakers of turns. All but the first two arrays have an element per turn.

    Attributes:
        is_nominal: for each character whether it has no name; the last element is for NOBODY, and false.
        genders: index into GENDERS for each character; the last element is for NOBODY.
        tag: UNTAGGED, BESIDE or BY_VERB.
        tagged: number of the character in the tag, or NOBODY.
        gender: gender of the tag, an index into GENDERS.
        beside: character named last in the narration before the turn, in its paragraph, or NOBODY.
        around: character named first in the narration inside or after the turn, or NOBODY.
        ahead: character named last in the paragraphs between this turn and the one before, or NOBODY.
        addressed: character whom the turn addresses by name, or NOBODY.
    """

    is_nominal: Mask
    genders: Places
    tag: Places
    tagged: Places
    gender: Places
    beside: Places
    around: Places
    ahead: Places
    addressed: Places


def find_clues(
    document: Document, table: SpeechTable, characters: Characters, first: Places, doubtful: Places
) -> Clues:
    """Collect the clues to the speakers of turns.

    Args:
        document: the book.
        table: with speech tags.
        characters: named in the tags.
        first: first row of each turn.
        doubtful: turns after which the speaker may continue; names are searched next to these only.
    """
    rows = telling_row(table.column("tag"), first)
    tag, tagged = table.column("tag")[rows], table.column("character")[rows]
    is_nominal = characters.are_nominal()
    by_name = (tag == BY_VERB) & (tagged != NOBODY) & ~is_nominal[tagged]
    near = np.zeros(len(first), np.bool_)
    near[doubtful] = near[doubtful + 1] = True
    # A turn whose tag names the speaker needs no other names.
    unsure = (near & ~by_name).nonzero()[0]
    search = NameSearch(document.text, characters.by_word())
    beside, around, ahead, addressed = np.full((4, len(first)), NOBODY)
    before, after = _narration_beside(table, first[unsure])
    beside[unsure] = search.nearest_name(before, side="last")
    around[unsure] = search.nearest_name(after, side="first")
    turns, between = _paragraphs_between(document, table, first, doubtful[~by_name[doubtful + 1]])
    ahead[turns] = search.nearest_name(between, side="last")
    addressed[near] = search.addressed(_openings(table, first).where(near))
    gender = table.column("tag_gender")[rows]
    genders = np.array([*map(GENDERS.index, characters.genders()), 0], np.int64)
    return Clues(is_nominal, genders, tag, tagged, gender, beside, around, ahead, addressed)


def _openings(table: SpeechTable, first: Places) -> Spans:
    """The first characters of each turn."""
    last = np.append(first[1:], len(table)) - 1
    starts = table.column("start")[first]
    return Spans(starts, np.minimum(table.column("end")[last], starts + _SPOKEN))


def _narration_beside(table: SpeechTable, rows: Places) -> tuple[Spans, Spans]:
    """The narration just before and just after some rows; empty where it is too short for a name."""
    starts, ends = table.spans.where(rows)
    before, after = table.column("narration_start")[rows], table.column("narration_end")[rows]
    leads, follows = starts - before > _SHORTEST_NAME, after - ends > _SHORTEST_NAME
    return (
        Spans(np.maximum(before, starts - _NARRATED), np.where(leads, starts - 1, 0)),
        Spans(ends, np.where(follows, np.minimum(after, ends + _NARRATED), 0)),
    )


def _paragraphs_between(
    document: Document, table: SpeechTable, first: Places, turns: Places
) -> tuple[Places, Spans]:
    """The turns after `turns` that have paragraphs in between, and the last characters of those."""
    paragraphs, numbers = document.paragraphs, table.column("paragraph")
    above, below = numbers[first[turns + 1] - 1] + 1, numbers[first[turns + 1]]
    apart = above < below
    starts, ends = paragraphs.starts[above[apart]], paragraphs.ends[below[apart] - 1]
    return turns[apart] + 1, Spans(np.maximum(starts, ends - _NARRATED), ends)


class NameSearch(NamedTuple):
    """Searches for names of characters in a text.

    Attributes:
        text: of the book.
        by_word: number of the character for each word of a name, in lower case.
    """

    text: str
    by_word: Mapping[str, int]

    def nearest_name(self, windows: Spans, *, side: Literal["first", "last"]) -> list[int]:
        """For each window the number of the character named first, or last, or NOBODY."""
        step = 1 if side == "first" else -1
        return [self._first_of(_NAME.findall(piece)[::step]) for piece in windows.pieces(self.text)]

    def _first_of(self, words: list[str]) -> int:
        for word in words:
            number = self.by_word.get(word.lower().removesuffix("'s").removesuffix("’s"))
            if number is not None:
                return number
        return NOBODY

    def addressed(self, windows: Spans) -> list[int]:
        """For each window of speech the character it addresses by name (No, Emma, never!), or NOBODY."""
        called = []
        for piece in windows.pieces(self.text):
            # Most windows have no name, which is cheaper to find out.
            none = self.by_word.keys().isdisjoint(map(str.lower, _NAME.findall(piece)))
            words = [] if none else map(str.lower, _CALLED.findall(piece))
            called.append(next((self.by_word[word] for word in words if word in self.by_word), NOBODY))
        return called
