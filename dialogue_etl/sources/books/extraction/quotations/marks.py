"""Classifies quotation marks as opening, closing, or apostrophes.

The glyph does not decide: U+201C opens in English and closes in German, guillemets point both ways, the
straight mark does both, and typists and scanners mix them. The characters next to a mark do: after a blank
and before a letter it opens, after a letter or full stop and before a blank it closes. A glyph that nearly
always does the same in a book is expected to do so everywhere in it.

An apostrophe is between two letters, or at the edge of a word, where it looks like an opening mark ('tis,
'em, Dutch 's avonds) or a closing one (o', th', goin', the boys'). Known elisions are recognised by the word;
others by their neighbours: between an opening mark and a mark after a full stop or comma, no other mark
closes.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.text.points import Kinds, bounds_of_runs, places_of

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.quotations.pairs import Costs
    from dialogue_etl.text.points import Mask, Offsets
    from dialogue_etl.text.spans import BookText

Roles = npt.NDArray[np.int8]

DOUBLE = ('"', "“", "”", "„", "‟", "″", ",,", "''", "``", "´´")
GUILLEMETS = ("«", "»", "<<", ">>")
SINGLE = ("'", "‘", "’", "‚", "‛", "`", "´")
SINGLE_GUILLEMETS = ("‹", "›")
CORNERS, WHITE_CORNERS = ("「", "」"), ("『", "』")
FAMILIES = (DOUBLE, GUILLEMETS, SINGLE, SINGLE_GUILLEMETS, CORNERS, WHITE_CORNERS)
"""Equivalent glyphs: Unicode Standard, table 6-2, and what typists use instead."""

BLANK, LETTER, PUNCTUATION, DASH, _BRACKET, _CLEAR = range(6)
_APOSTROPHES = frozenset(("'", "’", "‘", "‛", "`", "´"))
_LOOK_THROUGH = 3  # other marks, and markup for italics, that are skipped next to a mark
_USUAL = 0.9  # share of occurrences in which a glyph does the same to be expected to do so everywhere
_PRESUMED = {"„": 1, "‚": 1, ",,": 1, "``": 1, "‟": 1, "‘": 1, "”": -1, "’": -1, "''": -1, "´": -1}

# Role of a mark by the kind of character before it (rows) and after it (columns): above 0 it opens.
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

_WORD = re.compile(r"\w+")
_LONGEST = 12  # letters of a word with an apostrophe that are looked at
# Costs of taking a mark for an apostrophe; see pairs.py for the scale.
_ELIDED = 0.3
_CLIPPED = 0.8
_NEVER_STRAY = 3.5


def _kind(character: str) -> int:
    if character.isspace():
        return BLANK
    if character in ".,;:!?…)]}，。！？；：、）":
        return PUNCTUATION
    if character in "-–—":
        return DASH
    if character in "([{¿¡（":
        return _BRACKET
    return _CLEAR if character in "_*/=\"'“”„‟«»‹›‘’‚‛`´″" else LETTER


_kinds = Kinds(_kind)


class Marks(NamedTuple):
    """Quotation marks of one family in a text, in order, as columns.

    Attributes:
        starts: offset at which each begins.
        ends: offset at which it ends.
        paragraphs: number of its paragraph.
        roles: above 0 it opens, below 0 it closes, the absolute value is the confidence; 0 is unknown.
        before: kind of the character before it.
        after: kind of the character after it.
    """

    starts: Offsets
    ends: Offsets
    paragraphs: Offsets
    roles: Roles
    before: npt.NDArray[np.uint8]
    after: npt.NDArray[np.uint8]

    def where(self, chosen: Mask) -> Marks:
        """Some of them."""
        return Marks._make(column[chosen] for column in self)


class BookMarks:
    """The quotation marks of a book; each glyph and each family is searched once, on first use."""

    def __init__(self, book: BookText) -> None:
        self.book = book
        self._places: dict[str, Offsets] = {}
        self._families: dict[tuple[str, ...], Marks] = {}

    def places(self, glyph: str) -> Offsets:
        """Offsets of a mark, in order. A mark of two characters must occur exactly twice in a row."""
        if glyph not in self._places:
            places = places_of(self.book.text, self.book.points, glyph[0])
            if len(glyph) == 2:
                bounds = bounds_of_runs(len(places), places[1:] - places[:-1] != 1)
                places = places[bounds[:-1][np.diff(bounds) == 2]]
            self._places[glyph] = places
        return self._places[glyph]

    def family(self, glyphs: tuple[str, ...]) -> Marks:
        """All marks of a family, without apostrophes inside words."""
        if glyphs not in self._families:
            self._families[glyphs] = _with_roles(self.book, glyphs, [self.places(glyph) for glyph in glyphs])
        return self._families[glyphs]


@cache
def family_of(glyph: str) -> tuple[str, ...]:
    """The family of a glyph; itself alone if it has none."""
    return next((family for family in FAMILIES if glyph in family), (glyph,))


def is_single(glyph: str) -> bool:
    """Whether a mark is a single one."""
    return family_of(glyph) in (SINGLE, SINGLE_GUILLEMETS)


def _with_roles(book: BookText, glyphs: tuple[str, ...], places: list[Offsets]) -> Marks:
    """The marks with their roles, without apostrophes inside words and ditto marks."""
    starts = np.concatenate(places)
    order = starts.argsort(kind="stable")  # fast, since the parts are sorted
    which = np.repeat(np.arange(len(glyphs)), [len(found) for found in places])[order]
    starts = starts[order]
    widths = np.array([len(glyph) for glyph in glyphs])[which]
    before = _kind_beside(book, starts - 1, -1)
    after = _kind_beside(book, starts + widths, 1)
    apostrophe = np.array([glyph in _APOSTROPHES for glyph in glyphs], np.bool_)[which]
    written = ~apostrophe | (before != LETTER) | (after != LETTER)
    if ",," in glyphs:  # before a blank it is a ditto mark
        written &= (which != glyphs.index(",,")) | (after != BLANK)
    columns = (starts, widths, which, before, after)
    starts, widths, which, before, after = (column[written] for column in columns)
    ends, paragraphs = starts + widths, book.paragraphs.starts.searchsorted(starts, side="right") - 1
    roles = _EVIDENCE[before, after]
    unclear = (before == BLANK) & (after == BLANK)
    roles[unclear & (starts == book.paragraphs.starts[paragraphs])] = 2
    roles[unclear & (ends == book.paragraphs.ends[paragraphs])] = -2
    return Marks(starts, ends, paragraphs, roles + _habits(roles, which, glyphs), before, after)


def _kind_beside(book: BookText, places: Offsets, step: int) -> npt.NDArray[np.uint8]:
    """The kind of character at each offset, or next to it in direction `step` after marks and underscores."""
    kinds = _kind_at(book, places)
    for _ in range(_LOOK_THROUGH):
        clear = (kinds == _CLEAR).nonzero()[0]
        if not len(clear):
            break
        places[clear] += step
        kinds[clear] = _kind_at(book, places[clear])
    kinds[kinds == _CLEAR] = LETTER
    return kinds


def _kind_at(book: BookText, places: Offsets) -> npt.NDArray[np.uint8]:
    """The kind of character at each offset; outside the text it is blank."""
    kinds = _kinds(book.points.take(places, mode="clip"))
    kinds[(places < 0) | (places >= len(book.points))] = BLANK
    return kinds


def _habits(roles: Roles, which: Offsets, glyphs: tuple[str, ...]) -> Roles:
    """For each mark what its glyph usually does in the book: 2 opens, -2 closes, 0 both."""
    opens = np.bincount(which[roles > 1], minlength=len(glyphs))
    closes = np.bincount(which[roles < -1], minlength=len(glyphs))
    presumed = np.array([_PRESUMED.get(glyph, 0) for glyph in glyphs])
    share = (opens + 1 + presumed) / (opens + closes + 2)
    habits = np.where(share >= _USUAL, 2, np.where(share <= 1 - _USUAL, -2, 0))
    return habits.astype(np.int8)[which]


def without_apostrophes(book: BookText, marks: Marks, elisions: frozenset[str]) -> tuple[Marks, Costs]:
    """The marks that may be quotation marks, and for each the cost of taking it for an apostrophe.

    Args:
        book: its text.
        marks: single marks, without those inside words.
        elisions: words that begin or end with an apostrophe, written with ', in lower case: 'tis, o'.
    """
    opens, maybe = marks.roles > 0, (marks.roles <= 0) & (marks.before == LETTER)
    elided = _elided(book, marks, opens, elisions)
    clipped = _clipped(book, marks, maybe & (marks.after == BLANK), elisions)
    unsure = elided | maybe
    kept = ~clipped & ~_are_apostrophes(marks, opens & ~elided, unsure)
    strays = np.where(elided, _ELIDED, np.where(maybe, _CLIPPED, _NEVER_STRAY))
    return marks.where(kept), strays[kept]


def _elided(book: BookText, marks: Marks, opens: Mask, elisions: frozenset[str]) -> Mask:
    """Which marks that seem to open are before a year, or before a word known to begin with an apostrophe."""
    chosen = (opens & (marks.after == LETTER)).nonzero()[0]
    found = np.zeros(len(opens), np.bool_)
    found[chosen] = [_is_elided(book.text, end, elisions) for end in marks.ends[chosen].tolist()]
    return found


def _is_elided(text: str, start: int, elisions: frozenset[str]) -> bool:
    word = _WORD.match(text, start, start + _LONGEST)
    return word is not None and (word[0].isdigit() or f"'{word[0].lower()}" in elisions)


def _clipped(book: BookText, marks: Marks, closes: Mask, elisions: frozenset[str]) -> Mask:
    """Which marks that seem to close are after a word known to end with an apostrophe."""
    found = np.zeros(len(closes), np.bool_)
    for number in closes.nonzero()[0].tolist():
        start = int(marks.starts[number])
        before = _WORD.findall(book.text[max(start - _LONGEST, 0) : start])
        found[number] = bool(before) and f"{before[-1].lower()}'" in elisions
    return found


def _are_apostrophes(marks: Marks, opens: Mask, unsure: Mask) -> Mask:
    """Which unsure marks are apostrophes by their sure neighbours: inside a quotation, or outside all."""
    sure = (~unsure).nonzero()[0]
    doubtful = unsure.nonzero()[0]
    after = sure.searchsorted(doubtful)
    before = _direction(marks, opens, sure, after - 1, doubtful)
    following = _direction(marks, opens, sure, after, doubtful)
    apostrophes = np.zeros(len(unsure), np.bool_)
    inside = (before == 1) & (following == -1)
    apostrophes[doubtful[inside | ((before <= 0) & (following >= 0))]] = True
    return apostrophes


def _direction(marks: Marks, opens: Mask, sure: Offsets, which: Offsets, doubtful: Offsets) -> Offsets:
    """1 if a sure mark opens, -1 if it closes; 0 if it is not in the paragraph of the doubtful mark."""
    there = (which >= 0) & (which < len(sure))
    directions = np.zeros(len(which), np.int64)
    number = sure[which[there]]
    same = marks.paragraphs[number] == marks.paragraphs[doubtful[there]]
    directions[there] = np.where(same, np.where(opens[number], 1, -1), 0)
    return directions


def single_openings(found: BookMarks, opening: str) -> Offsets:
    """Offsets at which a single mark opens and another closes before the next one opens."""
    marks = found.family(family_of(opening))
    closes = (marks.roles < 0) & ((marks.before != LETTER) | (marks.after == PUNCTUATION))
    sure = (closes | (marks.roles > 0)).nonzero()[0]
    paired = (
        ~closes[sure[:-1]] & closes[sure[1:]] & (marks.paragraphs[sure[:-1]] == marks.paragraphs[sure[1:]])
    )
    places: Offsets = marks.starts[sure[:-1][paired]]
    chosen: Offsets = places[found.book.points[places] == ord(opening)]
    return chosen
