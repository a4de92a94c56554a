"""Which quotation marks of a book belong together.

Where marks open and close by turns, as they should, all is done at once with arrays. The other paragraphs
(3 % of those with marks in the reference books of gutenberg-dialog) are read mark by mark: `mark_path.py`.
"""

from __future__ import annotations

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
from dialogue_etl.text.points import is_space
from dialogue_etl.text.quotations import Quotations
from dialogue_etl.text.spans import Spans, strip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.mark_roles import Marks
    from dialogue_etl.text.points import Mask, Places

_MOST_MARKS = 2_000  # of a paragraph that is read mark by mark; with more it is no prose

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


class _Oddity(NamedTuple):
    """How odd it is that a mark is none, and whether quotations may be nested."""

    strays: Costs
    nested: bool


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
    first = np.flatnonzero(np.append(True, marks.paragraphs[1:] != marks.paragraphs[:-1]))
    groups = _Groups(first, np.diff(np.append(first, len(marks.starts))))
    order = np.arange(len(marks.starts)) - np.repeat(*groups)
    odd = np.where(order % 2, marks.roles > 0, marks.roles < 0)
    if strays is None:
        strays = STRAY + STRAY_SURE * np.abs(marks.roles)
    else:
        odd |= strays < STRAY
    regular = ~np.logical_or.reduceat(odd, first) | (groups.counts > _MOST_MARKS)
    left_open[marks.paragraphs[first[regular & (groups.counts % 2 == 1)]]] = True
    sound = _by_turns(book, marks, np.repeat(regular, groups.counts) & (order % 2 == 0))
    mended = _mended(book, marks, _Oddity(strays, nested), groups.where(~regular), left_open)
    return _in_order(book, sound, mended, left_open)


def _in_order(book: BookText, sound: _Edges, mended: _Edges, left_open: Mask) -> Quotations:
    begins, ends, paragraphs = (np.concatenate(pair) for pair in zip(sound, mended, strict=True))
    order = np.argsort(begins, kind="stable")
    spans = stripped(book, begins[order], ends[order])
    filled = spans.starts < spans.ends
    return Quotations(spans.where(filled), paragraphs[order][filled], left_open)


def _by_turns(book: BookText, marks: Marks, opens: Mask) -> _Edges:
    """The quotations of the paragraphs where marks open and close by turns, by those that open."""
    numbers = np.flatnonzero(opens)
    paragraphs = marks.paragraphs[numbers]
    following = np.append(marks.starts, len(book.text))[numbers + 1]
    return _Edges(marks.ends[numbers], np.minimum(following, book.paragraphs.ends[paragraphs]), paragraphs)


def _mended(book: BookText, marks: Marks, oddity: _Oddity, groups: _Groups, left_open: Mask) -> _Edges:
    """The quotations of the other paragraphs; what they say of `left_open` is filled in."""
    begins: list[int] = []
    ends: list[int] = []
    numbers: list[int] = []
    goes_on, before = _goes_on(book, marks), _paragraph_before(book)
    for start, count in zip(groups.first.tolist(), groups.counts.tolist(), strict=True):
        these = slice(start, start + count)
        number = int(marks.paragraphs[start])
        first, last = int(book.paragraphs.starts[number]), int(book.paragraphs.ends[number])
        opened, closed = marks.starts[these].tolist(), marks.ends[these].tolist()
        paragraph = MarkedParagraph(
            roles=marks.roles[these].tolist(),
            strays=oddity.strays[these].tolist(),
            nests=_nests(book.text, opened, closed) if oddity.nested else [NEVER] * count,
            marked=start > 0 and int(marks.paragraphs[start - 1]) == number - 1,
            begun=before[number] >= 0 and bool(left_open[before[number]]),
            continued=bool(goes_on[number]),
            closed=closed[-1] == last,
        )
        found = pairs_of(paragraph)
        begins += [first if pair.opening < 0 else closed[pair.opening] for pair in found]
        ends += [last if pair.end == count else opened[pair.end] for pair in found]
        numbers += [number] * len(found)
        left_open[number] = bool(found) and found[-1].end == count
    return _Edges(*(np.array(column, np.int64) for column in (begins, ends, numbers)))


def _nests(text: str, starts: Sequence[int], ends: Sequence[int]) -> list[float]:
    """For each mark how odd it would be if it opened a quotation inside another."""
    return [_nest(text, start, end) for start, end in zip(starts, ends, strict=True)]


def _nest(text: str, start: int, end: int) -> float:
    before = text[max(start - 2, 0) : start].rstrip()[-1:]
    if before == "," and text[end : end + 1].islower():
        return NESTED + RESUMED
    return NESTED + NEW_SENTENCE * (before != "" and before in ".,!?")


def _goes_on(book: BookText, marks: Marks) -> Mask:
    """For each paragraph whether the next one opens with a mark, or has one that closes first."""
    goes_on = np.zeros(len(book.paragraphs.starts) + 1, np.bool_)
    first = np.append(True, marks.paragraphs[1:] != marks.paragraphs[:-1])
    at_start = marks.starts == book.paragraphs.starts[marks.paragraphs]
    goes_on[marks.paragraphs[first & (at_start | (marks.roles < 0))]] = True
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
    for place in np.flatnonzero(doubtful).tolist():
        spans.starts[place], spans.ends[place] = strip(book.text, int(starts[place]), int(ends[place]))
    return spans
