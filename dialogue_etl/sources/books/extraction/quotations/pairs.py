"""Pairs the quotation marks of a book.

Paragraphs in which marks open and close alternately are handled with arrays. In the other paragraphs (3 % of
those with marks in the reference books of gutenberg-dialog) some marks are lost, stray or misplaced: every
mark may open, close, be inside a quotation, or be no quotation mark. Of all readings of a paragraph, the one
with the lowest cost is taken, found by dynamic programming (Viterbi 1967, IEEE Transactions on Information
Theory 13). The costs of irregularities were set by hand on texts of transcribers; their order matters, not
their size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.text.points import CharacterSet, bounds_of_runs, is_space
from dialogue_etl.text.spans import Spans, strip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.sources.books.extraction.quotations.marks import Marks
    from dialogue_etl.text.points import Mask, Offsets
    from dialogue_etl.text.spans import BookText

    Columns = tuple[Offsets, Offsets, Offsets]
    """Start, end and paragraph number of quotations."""

STRAY = 2.5  # a mark that is not a quotation mark
STRAY_SURE = 0.3  # more, times the absolute value of its role
NESTED = 0.7  # a quotation in a quotation with the same marks
NEW_SENTENCE = 1.0  # more after a full stop or comma, where new speech is likelier
RESUMED = 2.0  # more after a comma and before a lower-case letter, where speech resumes (he said, “but)
NEVER = 99.0

_UNSURE = 0.4  # a mark with role 0 that opens or closes
_AGAINST = 1.2  # a mark that acts against its role, times the absolute value of the role
_LOST_CLOSING = 3.0
_LOST_OPENING = 2.9
_OPENED_BY_NOBODY = 2.0  # more if the paragraph before has no marks: this is likelier the end of a tale
_LEFT_OPEN = 2.5
_CONTINUED = 0.5  # instead, if the paragraphs around indicate that the quotation continues
_CLOSED_AT_END = 2.0  # more if the paragraph ends with a closing mark

_OUTSIDE, _INSIDE, _INNER = range(3)

_Move = tuple[int, str]

_STAYS_OUTSIDE, _STAYS_INSIDE, _STAYS_INNER = ((state, "stays") for state in range(3))
_OPENS, _OPENS_ANEW, _CLOSES = (_OUTSIDE, "opens"), (_INSIDE, "opens"), (_INSIDE, "closes")
"""What a mark may do: the state before it, and the action of the mark."""

Costs = npt.NDArray[np.float64]

_MOST_MARKS = 2_000  # of a paragraph that is read mark by mark; with more it is not prose
_MOST_UNMARKED = 1  # paragraphs without marks inside one quotation
_ends_clause = CharacterSet(lambda letter: letter in ".,!?")


class MarkedParagraph(NamedTuple):
    """The marks of one paragraph, and properties of the paragraphs around it.

    Attributes:
        roles: of each mark: above 0 it opens, below 0 it closes.
        strays: for each mark the cost of being no quotation mark.
        nests: for each mark the cost of opening a quotation inside another.
        begun: whether the paragraph before leaves a quotation open.
        marked: whether the paragraph before has marks.
        continued: whether the next paragraph continues the speech.
        closed: whether the last mark is at the end of the paragraph.
    """

    roles: Sequence[int]
    strays: Sequence[float]
    nests: Sequence[float]
    begun: bool = False
    marked: bool = False
    continued: bool = False
    closed: bool = False


class Pair(NamedTuple):
    """A quotation of one paragraph, by the numbers of its marks there.

    Attributes:
        opening: its opening mark, -1 if it continues from the paragraph before.
        end: the mark at which it ends; the number of marks if it ends with the paragraph.
        closed: whether that mark closes it.
    """

    opening: int
    end: int
    closed: bool


def pairs_of(paragraph: MarkedParagraph) -> list[Pair]:
    """The quotations of a paragraph, in order, in the reading with the lowest cost."""
    lost = _LOST_OPENING if paragraph.marked else _LOST_OPENING + _OPENED_BY_NOBODY
    costs = (0.0, _CONTINUED if paragraph.begun else lost, NEVER)
    steps: list[tuple[_Move, _Move, _Move]] = []
    for role, stray, nest in zip(paragraph.roles, paragraph.strays, paragraph.nests, strict=True):
        costs, step = _after_mark(costs, role, stray, nest)
        steps.append(step)
    left_open = _CONTINUED if paragraph.continued else _LEFT_OPEN
    if paragraph.closed and paragraph.roles[-1] < 0:
        left_open += _CLOSED_AT_END
    ended = (costs[0], costs[1] + left_open, costs[2] + (left_open + STRAY))
    return _traced_back(steps, ended.index(min(ended)))


def _after_mark(
    costs: tuple[float, float, float], role: int, stray: float, nest: float
) -> tuple[tuple[float, float, float], tuple[_Move, _Move, _Move]]:
    """The cost of each state after one mark, and the move that leads to it.

    Of moves with equal cost, the first is taken. Written without a loop, since most time is spent here.
    """
    outside, inside, inner = costs
    opens = closes = _UNSURE
    if role > 0:
        opens, closes = 0.0, _AGAINST * role
    elif role < 0:
        opens, closes = -_AGAINST * role, 0.0
    to_outside, leaves = outside + stray, _STAYS_OUTSIDE
    if inside + closes < to_outside:
        to_outside, leaves = inside + closes, _CLOSES
    to_inside, enters = outside + opens, _OPENS
    if inside + opens + _LOST_CLOSING < to_inside:
        to_inside, enters = inside + opens + _LOST_CLOSING, _OPENS_ANEW
    if inside + stray < to_inside:
        to_inside, enters = inside + stray, _STAYS_INSIDE
    if inner + closes < to_inside:
        to_inside, enters = inner + closes, _STAYS_INNER
    to_inner, nests = inside + opens + nest, _STAYS_INSIDE
    if inner + stray < to_inner:
        to_inner, nests = inner + stray, _STAYS_INNER
    return (to_outside, to_inside, to_inner), (leaves, enters, nests)


def _traced_back(steps: list[tuple[_Move, _Move, _Move]], state: int) -> list[Pair]:
    """The quotations of the best path that ends in a state."""
    end, closed = len(steps), False
    found: list[Pair] = []
    for number in range(len(steps) - 1, -1, -1):
        before, action = steps[number][state]
        if action == "closes":
            end, closed = number, True
        elif action == "opens":
            found.append(Pair(number, end, closed))
            end, closed = number, False
        state = before
    if state != _OUTSIDE:
        found.append(Pair(-1, end, closed))
    return found[::-1]


class Quotations(NamedTuple):
    """The quotations of a text, in reading order; none crosses a paragraph.

    Attributes:
        spans: between the marks, without white space at the edges; none is empty.
        paragraphs: number of the paragraph of each quotation.
        left_open: for each paragraph of the text whether its last quotation is not closed.
    """

    spans: Spans
    paragraphs: Offsets
    left_open: Mask

    def where(self, chosen: Mask) -> Quotations:
        """The quotations selected by a mask."""
        return Quotations(self.spans.where(chosen), self.paragraphs[chosen], self.left_open)


def quotations(
    book: BookText, marks: Marks, strays: Costs | None = None, *, nested: bool = True
) -> Quotations:
    """The quotations of a book between marks of one family.

    Args:
        book: its text.
        marks: of the family.
        strays: for each mark the cost of being no quotation mark; derived from the roles if not given.
        nested: whether a quotation may be inside another with the same marks.
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
    paired = _alternating(book, marks, regular.repeat(counts) & even)
    nests = np.full(len(marks.starts), NEVER)
    if nested:
        doubtful = (~regular).repeat(counts).nonzero()[0]
        nests[doubtful] = _nests(book, marks.starts[doubtful], marks.ends[doubtful])
    irregular = Spans(first, bounds[1:]).where(~regular)
    repaired = _repaired(book, marks, (strays, nests), irregular, left_open)
    begins, ends, paragraphs = map(np.concatenate, zip(paired, repaired, strict=True))
    order = begins.argsort(kind="stable")
    spans = _stripped(book, begins[order], ends[order])
    filled = spans.starts < spans.ends
    return Quotations(spans.where(filled), paragraphs[order][filled], left_open)


def _alternating(book: BookText, marks: Marks, opens: Mask) -> Columns:
    """The quotations of paragraphs in which marks open and close alternately, given those that open."""
    numbers = opens.nonzero()[0]
    paragraphs = marks.paragraphs[numbers]
    following = np.append(marks.starts, len(book.text))[numbers + 1]
    return marks.ends[numbers], np.minimum(following, book.paragraphs.ends[paragraphs]), paragraphs


def _repaired(
    book: BookText, marks: Marks, costs: tuple[Costs, Costs], irregular: Spans, left_open: Mask
) -> Columns:
    """The quotations of irregular paragraphs, each in the reading with the lowest cost.

    Args:
        book: its text.
        marks: of the book.
        costs: for each mark of being no quotation mark, and of opening a quotation inside another.
        irregular: range of the numbers of the marks of each such paragraph.
        left_open: for each paragraph; known for all others, filled in for these.
    """
    first = irregular.starts
    paragraphs = marks.paragraphs[first]
    marked = (first > 0) & (marks.paragraphs[first - 1] == paragraphs - 1)
    before = _paragraph_before(book)[paragraphs] if len(paragraphs) else paragraphs
    # A quotation that opens inside a paragraph may run over one without marks to a mark that closes; those
    # that begin with their paragraph and run further are letters and tales.
    opened_in = marks.paragraphs[first - 1]
    runs_on = (marks.roles[first] < 0) & (first > 0) & (opened_in < before)
    runs_on &= before - opened_in <= _MOST_UNMARKED
    runs_on &= marks.starts[first - 1] > book.paragraphs.starts[opened_in]
    before = np.where(runs_on, opened_in, before)
    goes_on = _goes_on(book, marks)[paragraphs]
    columns = (paragraphs, *irregular, *book.paragraphs.where(paragraphs), marked, before, goes_on, runs_on)
    rows: list[tuple[int, int, int]] = []
    for number, place, stop, begin, end, has_marks, last, continued, runs in zip(
        *(column.tolist() for column in columns), strict=True
    ):
        these, count = slice(place, stop), stop - place
        opened, closed = marks.starts[these].tolist(), marks.ends[these].tolist()
        strays, nests = (tuple(cost[these].tolist()) for cost in costs)
        paragraph = MarkedParagraph(
            roles=tuple(marks.roles[these].tolist()),
            strays=strays,
            nests=nests,
            begun=last >= 0 and bool(left_open[last]),
            marked=has_marks,
            continued=continued,
            closed=closed[-1] == end,
        )
        found = pairs_of(paragraph)
        for pair in found:
            quoted_from = begin if pair.opening < 0 else closed[pair.opening]
            rows.append((quoted_from, end if pair.end == count else opened[pair.end], number))
        left_open[number] = bool(found) and found[-1].end == count
        if runs and found and found[0].opening < 0:
            for between in range(last + 1, number):
                rows.append(
                    (int(book.paragraphs.starts[between]), int(book.paragraphs.ends[between]), between)
                )
                left_open[between] = True
    begins, ends, numbers = np.array(rows, np.int64).reshape(-1, 3).T
    return begins, ends, numbers


def _nests(book: BookText, starts: Offsets, ends: Offsets) -> Costs:
    """For each mark the cost of opening a quotation inside another."""
    before = book.points[starts - 1]
    blank = is_space(before).nonzero()[0]
    before[blank] = book.points[np.maximum(starts[blank] - 2, 0)]
    new = _ends_clause(before) & (starts > 0)
    nests: Costs = NESTED + NEW_SENTENCE * new.astype(np.float64)
    for place in (new & (before == ord(","))).nonzero()[0].tolist():
        if book.text[ends[place] : ends[place] + 1].islower():
            nests[place] = NESTED + RESUMED
    return nests


def _goes_on(book: BookText, marks: Marks) -> Mask:
    """For each paragraph whether the next one begins with a mark, or its first mark closes."""
    first = bounds_of_runs(len(marks.starts), marks.paragraphs[1:] != marks.paragraphs[:-1])[:-1]
    goes_on = np.zeros(len(book.paragraphs.starts) + 1, np.bool_)
    paragraphs = marks.paragraphs[first]
    at_start = marks.starts[first] == book.paragraphs.starts[paragraphs]
    goes_on[paragraphs[at_start | (marks.roles[first] < 0)]] = True
    return goes_on[1:]


def _paragraph_before(book: BookText) -> Offsets:
    """For each paragraph the last one before that is not indented: speech may contain verse and letters."""
    starts = book.paragraphs.starts
    before = book.points[starts - 1]
    indented = is_space(before) & (before != ord("\n"))
    numbers = np.maximum.accumulate(np.where(indented, -1, np.arange(len(starts))))
    return np.append(-1, numbers[:-1])


def _stripped(book: BookText, starts: Offsets, ends: Offsets) -> Spans:
    """The spans without white space at their edges; the few that have some are handled one by one."""
    spans = Spans(starts, ends)
    bounded = np.minimum(starts, len(book.points) - 1)
    doubtful = (starts >= ends) | is_space(book.points[bounded]) | is_space(book.points[ends - 1])
    for place in doubtful.nonzero()[0].tolist():
        spans.starts[place], spans.ends[place] = strip(book.text, int(starts[place]), int(ends[place]))
    return spans
