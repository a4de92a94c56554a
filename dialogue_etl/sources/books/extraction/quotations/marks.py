"""Quotation marks and what they do where they stand: open, close, or neither.

A glyph alone does not tell: U+201C opens in English and closes in German, guillemets point both ways, the
straight mark does both, and typists and scanners mix them. What stands beside a mark does: after a blank and
before a letter it opens, after a letter or full stop and before a blank it closes. Glyphs that nearly always
do the same thing in a book are expected to do so everywhere in it.

An apostrophe inside a word is told so, too. One at the edge of a word looks like a mark: at its beginning
like one that opens ('tis, 'em, Dutch 's avonds), at its end like one that closes (o', th', goin', the boys').
Known elisions are told by the word; others by what stands around them: between a mark that opens and a mark
after a full stop or comma there is no other mark that closes.
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
    from dialogue_etl.text.points import Mask, Places
    from dialogue_etl.text.spans import BookText

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

_WORD = re.compile(r"\w+")
_LONGEST = 12  # letters of a clipped word that are looked at
_ELIDED = 0.3  # how odd it is that a known elision is no mark; see pairs.py for the scale
_CLIPPED = 0.8
_NEVER_STRAY = 3.5


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
        return Marks._make(column[chosen] for column in self)


class BookMarks:
    """The quotation marks of a book: each glyph and each family is looked for once, when it is asked for."""

    def __init__(self, book: BookText) -> None:
        self.book = book
        self._places: dict[str, Places] = {}
        self._families: dict[tuple[str, ...], Marks] = {}

    def places(self, glyph: str) -> Places:
        """Where a mark stands, in order; one of two characters where it stands exactly twice in a row."""
        if glyph not in self._places:
            places = places_of(self.book.text, self.book.points, glyph[0])
            if len(glyph) == 2:
                bounds = bounds_of_runs(len(places), places[1:] - places[:-1] != 1)
                places = places[bounds[:-1][np.diff(bounds) == 2]]
            self._places[glyph] = places
        return self._places[glyph]

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
    columns = (starts, widths, which, before, after)
    starts, widths, which, before, after = (column[written] for column in columns)
    ends, paragraphs = starts + widths, book.paragraphs.starts.searchsorted(starts, side="right") - 1
    roles = _EVIDENCE[before, after]
    unclear = (before == BLANK) & (after == BLANK)
    roles[unclear & (starts == book.paragraphs.starts[paragraphs])] = 2
    roles[unclear & (ends == book.paragraphs.ends[paragraphs])] = -2
    return Marks(starts, ends, paragraphs, roles + _habits(roles, which, glyphs), before, after)


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


def without_apostrophes(book: BookText, marks: Marks, elisions: frozenset[str]) -> tuple[Marks, Costs]:
    """The marks that may be quotation marks, and for each how odd it is that it is an apostrophe.

    Args:
        book: its text.
        marks: single ones, without those inside words.
        elisions: words that begin or end with an apostrophe, written with ', in lower case: 'tis, o'.
    """
    opens, maybe = marks.roles > 0, (marks.roles <= 0) & (marks.before == LETTER)
    elided = _elided(book, marks, opens, elisions)
    clipped = _clipped(book, marks, maybe & (marks.after == BLANK), elisions)
    unsure = elided | maybe
    kept = ~clipped & ~_told_by_neighbours(marks, opens & ~elided, unsure)
    strays = np.where(elided, _ELIDED, np.where(maybe, _CLIPPED, _NEVER_STRAY))
    return marks.where(kept), strays[kept]


def _elided(book: BookText, marks: Marks, opens: Mask, elisions: frozenset[str]) -> Mask:
    """Which of the marks that seem to open begin a year, or a word known to begin with an apostrophe."""
    chosen = (opens & (marks.after == LETTER)).nonzero()[0]
    found = np.zeros(len(opens), np.bool_)
    found[chosen] = [_is_elided(book.text, end, elisions) for end in marks.ends[chosen].tolist()]
    return found


def _is_elided(text: str, start: int, elisions: frozenset[str]) -> bool:
    word = _WORD.match(text, start, start + _LONGEST)
    return word is not None and (word[0].isdigit() or f"'{word[0].lower()}" in elisions)


def _clipped(book: BookText, marks: Marks, closes: Mask, elisions: frozenset[str]) -> Mask:
    """Which of the marks that seem to close end a word that is known to end with an apostrophe."""
    found = np.zeros(len(closes), np.bool_)
    for number in closes.nonzero()[0].tolist():
        start = int(marks.starts[number])
        before = _WORD.findall(book.text[max(start - _LONGEST, 0) : start])
        found[number] = bool(before) and f"{before[-1].lower()}'" in elisions
    return found


def _told_by_neighbours(marks: Marks, opens: Mask, unsure: Mask) -> Mask:
    """Which unsure marks are apostrophes: inside a sure quotation, or outside of all."""
    sure = (~unsure).nonzero()[0]
    doubtful = unsure.nonzero()[0]
    after = sure.searchsorted(doubtful)
    before = _kind_of(marks, opens, sure, after - 1, doubtful)
    following = _kind_of(marks, opens, sure, after, doubtful)
    told = np.zeros(len(unsure), np.bool_)
    inside = (before == 1) & (following == -1)
    told[doubtful[inside | ((before <= 0) & (following >= 0))]] = True
    return told


def _kind_of(marks: Marks, opens: Mask, sure: Places, which: Places, doubtful: Places) -> Places:
    """Of sure marks 1 if they open, -1 if they close; 0 where there is none in the paragraph."""
    there = (which >= 0) & (which < len(sure))
    kinds = np.zeros(len(which), np.int64)
    number = sure[which[there]]
    same = marks.paragraphs[number] == marks.paragraphs[doubtful[there]]
    kinds[there] = np.where(same, np.where(opens[number], 1, -1), 0)
    return kinds


def single_openings(found: BookMarks, opening: str) -> Places:
    """Where a single mark opens and another closes before the next one opens, told by neighbours alone."""
    marks = found.family(family_of(opening))
    closes = (marks.roles < 0) & ((marks.before != LETTER) | (marks.after == PUNCTUATION))
    sure = (closes | (marks.roles > 0)).nonzero()[0]
    paired = (
        ~closes[sure[:-1]] & closes[sure[1:]] & (marks.paragraphs[sure[:-1]] == marks.paragraphs[sure[1:]])
    )
    places: Places = marks.starts[sure[:-1][paired]]
    chosen: Places = places[found.book.points[places] == ord(opening)]
    return chosen
