"""Which quotation marks of a book belong together.

Where marks open and close by turns, as they should, all is done at once with arrays. The other paragraphs
(3 % of those with marks in the reference books of gutenberg-dialog) are read mark by mark: `viterbi.py`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.sources.books.extraction.quotations.viterbi import (
    NESTED,
    NEVER,
    NEW_SENTENCE,
    RESUMED,
    STRAY,
    STRAY_SURE,
    MarkedParagraph,
    pairs_of,
)
from dialogue_etl.text.points import Kinds, bounds_of_runs, is_space
from dialogue_etl.text.spans import Spans, strip

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.quotations.marks import BookMarks, Marks
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask, Places

    Columns = tuple[Places, Places, Places]
    """Of quotations where each begins, where it ends, and the number of its paragraph."""

Costs = npt.NDArray[np.float64]

_MOST_MARKS = 2_000  # of a paragraph that is read mark by mark; with more it is no prose
_FEW = 6  # marks of a paragraph: most are like many others, and read once
_pairs_of_few = lru_cache(1 << 12)(pairs_of)
_ends_clause = Kinds(lambda letter: letter in ".,!?")


class Quotations(NamedTuple):
    """The marked stretches of a text, in reading order; none crosses a paragraph.

    Attributes:
        spans: inside the marks, without white space at the edges, none empty.
        paragraphs: the number of each one's paragraph.
        left_open: for each paragraph of the text whether its last quotation is not closed.
    """

    spans: Spans
    paragraphs: Places
    left_open: Mask

    def where(self, chosen: Mask) -> Quotations:
        """Some of them."""
        return Quotations(self.spans.where(chosen), self.paragraphs[chosen], self.left_open)

    @classmethod
    def between(cls, book: BookText, columns: Columns, left_open: Mask) -> Quotations:
        """What stands between marks, in order, without white space at the edges and without empty ones."""
        begins, ends, paragraphs = columns
        order = begins.argsort(kind="stable")
        spans = _stripped(book, begins[order], ends[order])
        filled = spans.starts < spans.ends
        return cls(spans.where(filled), paragraphs[order][filled], left_open)


def quotations(
    book: BookText, marks: Marks, strays: Costs | None = None, *, nested: bool = True
) -> Quotations:
    """The quotations of a book between marks of one family.

    Args:
        book: its text.
        marks: of the family.
        strays: for each mark the cost of taking it for none, on the scale of `viterbi`; of marks that are no
            apostrophes that is told from their roles.
        nested: whether a quotation may stand inside another with the same marks.
    """
    left_open = np.zeros(len(book.paragraphs.starts), np.bool_)
    if not len(marks.starts):
        return Quotations(Spans.of([]), np.zeros(0, np.int64), left_open)
    bounds = bounds_of_runs(len(marks.starts), marks.paragraphs[1:] != marks.paragraphs[:-1])
    first, counts = bounds[:-1], bounds[1:] - bounds[:-1]
    even = (np.arange(len(marks.starts)) - first.repeat(counts)) & 1 == 0
    odd = np.where(even, marks.roles < 0, marks.roles > 0)
    if strays is None:
        strays = STRAY + STRAY_SURE * np.abs(marks.roles)
    else:
        odd |= strays < STRAY
    regular = ~np.logical_or.reduceat(odd, first) | (counts > _MOST_MARKS)
    left_open[marks.paragraphs[first[regular & (counts % 2 == 1)]]] = True
    sound = _by_turns(book, marks, regular.repeat(counts) & even)
    nests = np.full(len(marks.starts), NEVER)
    if nested:
        doubtful = (~regular).repeat(counts).nonzero()[0]
        nests[doubtful] = _nests(book, marks.starts[doubtful], marks.ends[doubtful])
    mended = _mended(marks, (strays, nests), _Irregular.of(book, marks, bounds, ~regular), left_open)
    begins, ends, paragraphs = map(np.concatenate, zip(sound, mended, strict=True))
    return Quotations.between(book, (begins, ends, paragraphs), left_open)


def plain_quotations(found: BookMarks, opening: str, closing: str) -> Quotations:
    """The quotations of a book by the plain rule: a glyph is what it is, equal ones open and close by turns.

    A quotation that is not closed runs to the end of its paragraph; marks inside one belong to it.

    Args:
        found: the marks of the book.
        opening: the mark before speech, one character or two.
        closing: the mark after it, perhaps the same.
    """
    book = found.book
    rows: list[tuple[int, int, int]] = []
    opens, closes = found.places(opening), found.places(closing)
    closing_places = closes.tolist()
    left_open = np.zeros(len(book.paragraphs.starts), np.bool_)
    paragraphs = book.paragraphs.starts.searchsorted(opens, side="right") - 1
    free_from = 0
    for place, paragraph in zip(opens.tolist(), paragraphs.tolist(), strict=True):
        if place < free_from:
            continue
        begin, end = place + len(opening), int(book.paragraphs.ends[paragraph])
        number = int(closes.searchsorted(place, side="right" if opening == closing else "left"))
        close = closing_places[number] if number < len(closing_places) else end
        left_open[paragraph] |= close >= end
        rows.append((begin, min(close, end), paragraph))
        # The mark that closes opens nothing, even where it is the same glyph.
        free_from = min(close + (opening == closing), end)
    begins, ends, numbers = np.array(rows, np.int64).reshape(-1, 3).T
    return Quotations.between(book, (begins, ends, numbers), left_open)


def _by_turns(book: BookText, marks: Marks, opens: Mask) -> Columns:
    """The quotations of the paragraphs where marks open and close by turns, by those that open."""
    numbers = opens.nonzero()[0]
    paragraphs = marks.paragraphs[numbers]
    following = np.append(marks.starts, len(book.text))[numbers + 1]
    return marks.ends[numbers], np.minimum(following, book.paragraphs.ends[paragraphs]), paragraphs


class _Irregular(NamedTuple):
    """Paragraphs that are read mark by mark, and what those around say of them, as columns.

    Attributes:
        paragraphs: the number of each.
        first: the number of its first mark.
        counts: how many marks it has.
        starts: where it begins.
        ends: where it ends.
        marked: whether the one before it has marks.
        before: the last one before it that is not indented.
        goes_on: whether the next one seems to go on with its speech.
    """

    paragraphs: Places
    first: Places
    counts: Places
    starts: Places
    ends: Places
    marked: Mask
    before: Places
    goes_on: Mask

    @classmethod
    def of(cls, book: BookText, marks: Marks, bounds: Places, chosen: Mask) -> _Irregular:
        """Some of the paragraphs that have marks; the marks of each are those between two bounds."""
        first, counts = bounds[:-1][chosen], (bounds[1:] - bounds[:-1])[chosen]
        paragraphs = marks.paragraphs[first]
        starts, ends = book.paragraphs.where(paragraphs)
        marked = (first > 0) & (marks.paragraphs[first - 1] == paragraphs - 1)
        before = _paragraph_before(book)[paragraphs] if len(paragraphs) else paragraphs
        goes_on = _goes_on(book, marks, bounds[:-1])[paragraphs]
        return cls(paragraphs, first, counts, starts, ends, marked, before, goes_on)


def _mended(marks: Marks, costs: tuple[Costs, Costs], irregular: _Irregular, left_open: Mask) -> Columns:
    """The quotations of irregular paragraphs, each by its likeliest reading; `left_open` is filled in."""
    rows: list[tuple[int, int, int]] = []
    columns = (column.tolist() for column in irregular)
    for number, first, count, begin, end, marked, before, goes_on in zip(*columns, strict=True):
        these = slice(first, first + count)
        opened, closed = marks.starts[these].tolist(), marks.ends[these].tolist()
        strays, nests = (tuple(cost[these].tolist()) for cost in costs)
        paragraph = MarkedParagraph(
            roles=tuple(marks.roles[these].tolist()),
            strays=strays,
            nests=nests,
            begun=before >= 0 and bool(left_open[before]),
            marked=marked,
            continued=goes_on,
            closed=closed[-1] == end,
        )
        found = (_pairs_of_few if count <= _FEW else pairs_of)(paragraph)
        for pair in found:
            quoted_from = begin if pair.opening < 0 else closed[pair.opening]
            rows.append((quoted_from, end if pair.end == count else opened[pair.end], number))
        left_open[number] = bool(found) and found[-1].end == count
    begins, ends, paragraphs = np.array(rows, np.int64).reshape(-1, 3).T
    return begins, ends, paragraphs


def _nests(book: BookText, starts: Places, ends: Places) -> Costs:
    """For each mark the cost of taking it for one that opens a quotation inside another."""
    before = book.points[starts - 1]
    blank = is_space(before).nonzero()[0]
    before[blank] = book.points[np.maximum(starts[blank] - 2, 0)]
    new = _ends_clause(before).view(np.bool_) & (starts > 0)
    nests: Costs = NESTED + NEW_SENTENCE * new.astype(np.float64)
    for place in (new & (before == ord(","))).nonzero()[0].tolist():
        if book.text[ends[place] : ends[place] + 1].islower():
            nests[place] = NESTED + RESUMED
    return nests


def _goes_on(book: BookText, marks: Marks, first: Places) -> Mask:
    """For each paragraph whether the next one opens with a mark, or has one that closes first.

    Args:
        book: its text.
        marks: of it.
        first: the numbers of those that are the first of their paragraph.
    """
    goes_on = np.zeros(len(book.paragraphs.starts) + 1, np.bool_)
    paragraphs = marks.paragraphs[first]
    at_start = marks.starts[first] == book.paragraphs.starts[paragraphs]
    goes_on[paragraphs[at_start | (marks.roles[first] < 0)]] = True
    return goes_on[1:]


def _paragraph_before(book: BookText) -> Places:
    """For each paragraph the one before that is not indented: verse and letters stand inside speech."""
    starts = book.paragraphs.starts
    before = book.points[starts - 1]
    indented = is_space(before) & (before != ord("\n"))
    numbers = np.maximum.accumulate(np.where(indented, -1, np.arange(len(starts))))
    return np.append(-1, numbers[:-1])


def _stripped(book: BookText, starts: Places, ends: Places) -> Spans:
    """The stretches without white space at their edges; few have any, those are looked at one by one."""
    spans = Spans(starts, ends)
    bounded = np.minimum(starts, len(book.points) - 1)
    doubtful = (starts >= ends) | is_space(book.points[bounded]) | is_space(book.points[ends - 1])
    for place in doubtful.nonzero()[0].tolist():
        spans.starts[place], spans.ends[place] = strip(book.text, int(starts[place]), int(ends[place]))
    return spans
