"""Quotation marks and what they do where they stand: open, close, or neither.

A glyph alone does not tell: U+201C opens in English and closes in German, guillemets point both ways, the
straight mark does both, and typists and scanners mix them. What stands beside a mark does: after a blank and
before a letter it opens, after a letter or full stop and before a blank it closes. Glyphs that nearly always
do the same thing in a book are expected to do so everywhere in it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.text.points import Kinds, places_of, true_places

if TYPE_CHECKING:
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask, Places

Roles = npt.NDArray[np.int8]

DOUBLE = ('"', "“", "”", "„", "‟", "″", ",,", "''", "``", "´´")
GUILLEMETS = ("«", "»", "<<", ">>")
SINGLE = ("'", "‘", "’", "‚", "‛", "`", "´")
SINGLE_GUILLEMETS = ("‹", "›")
FAMILIES = (DOUBLE, GUILLEMETS, SINGLE, SINGLE_GUILLEMETS)
"""Glyphs that stand for each other: Unicode Standard, table 6-2, and what typists make of them."""

BLANK, LETTER, PUNCTUATION, DASH, _BRACKET, _CLEAR = range(6)
_APOSTROPHES = frozenset(("'", "’", "‘", "‛", "`", "´"))
_LOOK_THROUGH = 3  # marks of other kinds and of italics between a mark and what it belongs to
_USUAL = 0.9  # share of its places where a glyph does the same to be expected to do it everywhere
_PRESUMED = {"„": 1, "‚": 1, ",,": 1, "``": 1, "‟": 1, "‘": 1, "”": -1, "’": -1, "''": -1, "´": -1}

# What a mark does between the kind of character before it (rows) and after it (columns): above 0 it opens.
_EVIDENCE = np.array(
    [
        [0, 3, 1, 1, 3],
        [-3, 0, -3, -3, -1],
        [-3, 0, -3, -3, -1],
        [-2, 2, -2, 0, 2],
        [1, 3, 2, 2, 3],
    ],
    np.int8,
)


def _kind(character: str) -> int:
    if character.isspace():
        return BLANK
    if character in ".,;:!?…)]}":
        return PUNCTUATION
    if character in "-–—―":
        return DASH
    if character in "([{¿¡":
        return _BRACKET
    return _CLEAR if character in "_*/=\"'“”„‟«»‹›‘’‚‛`´″" else LETTER


_kinds = Kinds(_kind)


class Marks(NamedTuple):
    """Quotation marks of one family in a text, in order, as columns.

    Attributes:
        starts: where each begins.
        ends: where it ends.
        paragraphs: the number of its paragraph.
        roles: above 0 it opens, below 0 it closes, the farther the surer; at 0 it may do either.
        before: what kind of character stands before it; `after` likewise.
    """

    starts: Places
    ends: Places
    paragraphs: Places
    roles: Roles
    before: npt.NDArray[np.uint8]
    after: npt.NDArray[np.uint8]

    def where(self, chosen: Mask) -> Marks:
        """Some of them."""
        return Marks(
            self.starts[chosen],
            self.ends[chosen],
            self.paragraphs[chosen],
            self.roles[chosen],
            self.before[chosen],
            self.after[chosen],
        )


class BookMarks:
    """The quotation marks of a book: each glyph and each family is looked for once, when it is asked for."""

    def __init__(self, book: BookText) -> None:
        self.book = book
        self._places: dict[str, Places] = {}
        self._families: dict[tuple[str, ...], Marks] = {}

    def places(self, glyph: str) -> Places:
        """Where a mark stands, in order."""
        if glyph not in self._places:
            self._places[glyph] = self._find(glyph)
        return self._places[glyph]

    def _find(self, glyph: str) -> Places:
        """Where a character stands; of a mark of two, where it stands exactly twice in a row."""
        character = glyph[0]
        if len(glyph) == 1:
            return places_of(self.book.text, self.book.points, character)
        # Looking for two characters in the text itself takes longer than all the rest.
        if character != ",":
            places = self.places(character)
            return _not_overlapping(places[:-1][places[1:] - places[:-1] == 1])
        # There are too many commas to look at each.
        there = self.book.points == ord(character)
        return _not_overlapping(true_places(there[:-1] & there[1:]))

    def family(self, glyphs: tuple[str, ...]) -> Marks:
        """All marks of a family, without the apostrophes inside words."""
        if glyphs not in self._families:
            self._families[glyphs] = _with_roles(self.book, glyphs, [self.places(glyph) for glyph in glyphs])
        return self._families[glyphs]


@cache
def family_of(glyph: str) -> tuple[str, ...]:
    """The glyphs that stand for one; itself alone if it is none of ours."""
    return next((family for family in FAMILIES if glyph in family), (glyph,))


def is_single(glyph: str) -> bool:
    """Whether a mark is a single one."""
    return family_of(glyph) in (SINGLE, SINGLE_GUILLEMETS)


def _with_roles(book: BookText, glyphs: tuple[str, ...], places: list[Places]) -> Marks:
    """What each mark does, those left out that are none."""
    starts = np.concatenate(places)
    order = starts.argsort(kind="stable")  # quick: they are in a few rows that are in order
    which = np.repeat(np.arange(len(glyphs)), [len(found) for found in places])[order]
    starts = starts[order]
    widths = np.array([len(glyph) for glyph in glyphs])[which]
    before = _kind_beside(book, starts - 1, -1)
    after = _kind_beside(book, starts + widths, 1)
    apostrophe = np.array([glyph in _APOSTROPHES for glyph in glyphs], np.bool_)[which]
    written = ~apostrophe | (before != LETTER) | (after != LETTER)
    if ",," in glyphs:  # alone between blanks it stands for the word above
        written &= (which != glyphs.index(",,")) | (after != BLANK)
    if not written.all():
        chosen = written.nonzero()[0]
        starts, widths, which, before, after = (
            column[chosen] for column in (starts, widths, which, before, after)
        )
    ends, paragraphs = starts + widths, book.paragraphs.starts.searchsorted(starts, side="right") - 1
    roles = _EVIDENCE[before, after]
    unclear = (before == BLANK) & (after == BLANK)
    roles[unclear & (starts == book.paragraphs.starts[paragraphs])] = 2
    roles[unclear & (ends == book.paragraphs.ends[paragraphs])] = -2
    return Marks(starts, ends, paragraphs, roles + _habits(roles, which, glyphs), before, after)


def _not_overlapping(pairs: Places) -> Places:
    """Without those that overlap another one."""
    if not len(pairs):
        return pairs
    overlap = np.diff(pairs) == 1
    alone: Places = pairs[~(np.append(overlap, False) | np.append(False, overlap))]
    return alone


def _kind_beside(book: BookText, places: Places, step: int) -> npt.NDArray[np.uint8]:
    """What kind of character stands at the places, or beyond marks and underscores there."""
    kinds = _kind_at(book, places)
    for _ in range(_LOOK_THROUGH):
        clear = (kinds == _CLEAR).nonzero()[0]
        if not len(clear):
            break
        places[clear] += step
        kinds[clear] = _kind_at(book, places[clear])
    kinds[kinds == _CLEAR] = LETTER
    return kinds


def _kind_at(book: BookText, places: Places) -> npt.NDArray[np.uint8]:
    """What kind of character stands at the places; outside the text it is blank."""
    kinds = _kinds(book.points.take(places, mode="clip"))
    kinds[(places < 0) | (places >= len(book.points))] = BLANK
    return kinds


def _habits(roles: Roles, which: Places, glyphs: tuple[str, ...]) -> Roles:
    """For each mark what its glyph does elsewhere in the book: 2 opens, -2 closes, 0 both."""
    opens = np.bincount(which[roles > 1], minlength=len(glyphs))
    closes = np.bincount(which[roles < -1], minlength=len(glyphs))
    presumed = np.array([_PRESUMED.get(glyph, 0) for glyph in glyphs])
    share = (opens + 1 + presumed) / (opens + closes + 2)
    habits = np.where(share >= _USUAL, 2, np.where(share <= 1 - _USUAL, -2, 0))
    return habits.astype(np.int8)[which]
