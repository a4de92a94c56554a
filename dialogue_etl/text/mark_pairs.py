"""Which quotation marks of a book belong together.

Where marks open and close by turns, as they should, all is done at once with arrays. The other paragraphs
(3 % of those with marks in the reference books of gutenberg-dialog) are read mark by mark: `mark_path.py`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.text.mark_path import (
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
from dialogue_etl.text.quotations import Quotations
from dialogue_etl.text.spans import Spans, strip

if TYPE_CHECKING:
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.mark_roles import Marks
    from dialogue_etl.text.points import Mask, Places

_MOST_MARKS = 2_000  # of a paragraph that is read mark by mark; with more it is no prose

_FEW = 6  # marks of a paragraph: most are like many others, and read once
_pairs_of_few = lru_cache(1 << 12)(pairs_of)

_ends_clause = Kinds(lambda letter: letter in ".,!?")

Costs = npt.NDArray[np.float64]


class _Edges(NamedTuple):
    """Quotations by where they begin and end, and their paragraphs."""

    begins: Places
    ends: Places
    paragraphs: Places


class _Groups(NamedTuple):
    """The marks of each paragraph that has some: the first one and how many."""

    first: Places
    counts: Places

    def where(self, chosen: Mask) -> _Groups:
        return _Groups(self.first[chosen], self.counts[chosen])


class _Signs(NamedTuple):
    """What tells how a paragraph is read.

    Attributes:
        strays: for each mark how odd it is that it is none.
        nests: for each mark how odd it is that it opens a quotation inside another.
        goes_on: for each paragraph whether the next one seems to go on with the speech.
    """

    strays: Costs
    nests: Costs
    goes_on: Mask


def quotations(
    book: BookText, marks: Marks, strays: Costs | None = None, *, nested: bool = True
) -> Quotations:
    """The quotations of a book between marks of one family.

    Args:
        book: its text.
        marks: of the family.
        strays: for each mark how odd it is that it is none, on the scale of `mark_path`; of marks that are
            no apostrophes that is told from their roles.
        nested: whether a quotation may stand inside another with the same marks.
    """
    left_open = np.zeros(len(book.paragraphs.starts), np.bool_)
    if not len(marks.starts):
        return Quotations(Spans.of([]), np.zeros(0, np.int64), left_open)
    bounds = bounds_of_runs(len(marks.starts), marks.paragraphs[1:] != marks.paragraphs[:-1])
    first = bounds[:-1]
    groups = _Groups(first, bounds[1:] - first)
    even = (np.arange(len(marks.starts)) - groups.first.repeat(groups.counts)) & 1 == 0
    odd = np.where(even, marks.roles < 0, marks.roles > 0)
    if strays is None:
        strays = STRAY + STRAY_SURE * np.abs(marks.roles)
    else:
        odd |= strays < STRAY
    regular = ~np.logical_or.reduceat(odd, first) | (groups.counts > _MOST_MARKS)
    left_open[marks.paragraphs[first[regular & (groups.counts % 2 == 1)]]] = True
    in_regular = regular.repeat(groups.counts)
    sound = _by_turns(book, marks, in_regular & even)
    nests = np.full(len(marks.starts), NEVER)
    if nested:
        doubtful = (~in_regular).nonzero()[0]
        nests[doubtful] = _nests(book, marks.starts[doubtful], marks.ends[doubtful])
    signs = _Signs(strays, nests, _goes_on(book, marks, first))
    mended = _mended(book, marks, signs, groups.where(~regular), left_open)
    return _in_order(book, sound, mended, left_open)


def _in_order(book: BookText, sound: _Edges, mended: _Edges, left_open: Mask) -> Quotations:
    begins, ends, paragraphs = (np.concatenate(pair) for pair in zip(sound, mended, strict=True))
    order = begins.argsort(kind="stable")
    spans = stripped(book, begins[order], ends[order])
    filled = spans.starts < spans.ends
    return Quotations(spans.where(filled), paragraphs[order][filled], left_open)


def _by_turns(book: BookText, marks: Marks, opens: Mask) -> _Edges:
    """The quotations of the paragraphs where marks open and close by turns, by those that open."""
    numbers = opens.nonzero()[0]
    paragraphs = marks.paragraphs[numbers]
    following = np.append(marks.starts, len(book.text))[numbers + 1]
    return _Edges(marks.ends[numbers], np.minimum(following, book.paragraphs.ends[paragraphs]), paragraphs)


def _mended(book: BookText, marks: Marks, signs: _Signs, groups: _Groups, left_open: Mask) -> _Edges:
    """The quotations of the other paragraphs; what they say of `left_open` is filled in."""
    begins: list[int] = []
    ends: list[int] = []
    numbers: list[int] = []
    bounds = book.paragraphs.where(marks.paragraphs[groups.first]).pairs()
    columns = _around(book, marks, signs, groups)
    inside = np.repeat(groups.first - (groups.counts.cumsum() - groups.counts), groups.counts)
    inside += np.arange(len(inside))
    opened, closed = marks.starts[inside].tolist(), marks.ends[inside].tolist()
    roles, strays, nests = (tuple(of[inside].tolist()) for of in (marks.roles, signs.strays, signs.nests))
    start = 0
    for (first, last), number, count, marked, before, continued in zip(bounds, *columns, strict=True):
        these = slice(start, start + count)
        paragraph = MarkedParagraph(
            roles=roles[these],
            strays=strays[these],
            nests=nests[these],
            marked=marked,
            begun=before >= 0 and bool(left_open[before]),
            continued=continued,
            closed=closed[start + count - 1] == last,
        )
        found = (_pairs_of_few if count <= _FEW else pairs_of)(paragraph)
        begins += [first if pair.opening < 0 else closed[start + pair.opening] for pair in found]
        ends += [last if pair.end == count else opened[start + pair.end] for pair in found]
        numbers += [number] * len(found)
        left_open[number] = bool(found) and found[-1].end == count
        start += count
    return _Edges(*(np.array(column, np.int64) for column in (begins, ends, numbers)))


def _around(book: BookText, marks: Marks, signs: _Signs, groups: _Groups) -> list[list[int]]:
    """What the paragraphs around say of those with some groups of marks.

    Returns:
        The number of each paragraph, how many marks it has, whether the one before it has some, the last one
        before it that is not indented, and whether the next one goes on with its speech.
    """
    numbers = marks.paragraphs[groups.first]
    marked = (groups.first > 0) & (marks.paragraphs[groups.first - 1] == numbers - 1)
    before = _paragraph_before(book)[numbers] if len(numbers) else numbers
    return [column.tolist() for column in (numbers, groups.counts, marked, before, signs.goes_on[numbers])]


def _nests(book: BookText, starts: Places, ends: Places) -> Costs:
    """For each mark how odd it would be if it opened a quotation inside another."""
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


def stripped(book: BookText, starts: Places, ends: Places) -> Spans:
    """The stretches without white space at their edges; few have any, those are looked at one by one."""
    spans = Spans(starts, ends)
    bounded = np.minimum(starts, len(book.points) - 1)
    doubtful = (starts >= ends) | is_space(book.points[bounded]) | is_space(book.points[ends - 1])
    for place in doubtful.nonzero()[0].tolist():
        spans.starts[place], spans.ends[place] = strip(book.text, int(starts[place]), int(ends[place]))
    return spans
