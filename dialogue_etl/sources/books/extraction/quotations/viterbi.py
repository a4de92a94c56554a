"""The likeliest reading of the quotation marks of one paragraph, where some are lost, stray or misplaced.

Every mark may open, close, stand inside a quotation, or be none. Of all ways to read a paragraph the one that
asks for the least is taken, found by dynamic programming (Viterbi 1967, IEEE Transactions on Information
Theory 13). What each oddity costs was set by hand on what transcribers do; the order of the costs counts, not
their size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

STRAY = 2.5  # a mark that is none
STRAY_SURE = 0.3  # more for each step of its role
NESTED = 0.7  # a quotation in a quotation with the same marks
NEW_SENTENCE = 1.0  # more after a full stop or comma: so speech begins anew
RESUMED = 2.0  # more after a comma and before a small letter: so it goes on (he said, “but)
NEVER = 99.0

_UNSURE = 0.4
_AGAINST = 1.2  # a mark against its neighbours or its glyph, for each step of its role
_LOST_CLOSING = 3.0
_LOST_OPENING = 2.9
_OPENED_BY_NOBODY = 2.0  # more if the paragraph before has no marks: then a tale ends here, more likely
_LEFT_OPEN = 2.5
_CONTINUED = 0.5  # left open or begun where the paragraphs around say so
_CLOSED_AT_END = 2.0  # more if the paragraph left open ends with a mark that closes

_OUTSIDE, _INSIDE, _INNER = range(3)

_Move = tuple[int, str]

_STAYS_OUTSIDE, _STAYS_INSIDE, _STAYS_INNER = ((state, "stays") for state in range(3))
_OPENS, _OPENS_ANEW, _CLOSES = (_OUTSIDE, "opens"), (_INSIDE, "opens"), (_INSIDE, "closes")
"""What a mark may do: the state before it, and whether a quotation opens or closes with it."""


class MarkedParagraph(NamedTuple):
    """The marks of one paragraph, and what the paragraphs around say.

    Attributes:
        roles: of each mark: above 0 it opens, below 0 it closes.
        strays: for each how odd it is that it is no mark at all.
        nests: for each how odd it is that it opens a quotation inside another.
        begun: whether the paragraph before leaves a quotation open.
        marked: whether the paragraph before has marks.
        continued: whether the next paragraph goes on with the speech.
        closed: whether the last mark is the end of the paragraph.
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
        opening: its opening mark, -1 if it goes on from the paragraph before.
        end: the mark it ends before, the number of marks if it goes on to the end of the paragraph.
        closed: whether that mark closes it.
    """

    opening: int
    end: int
    closed: bool


def pairs_of(paragraph: MarkedParagraph) -> list[Pair]:
    """The quotations of a paragraph, in order, as the likeliest reading has them."""
    lost = _LOST_OPENING if paragraph.marked else _LOST_OPENING + _OPENED_BY_NOBODY
    costs = (0.0, _CONTINUED if paragraph.begun else lost, NEVER)
    steps: list[tuple[_Move, _Move, _Move]] = []
    for role, stray, nest in zip(paragraph.roles, paragraph.strays, paragraph.nests, strict=True):
        costs, step = _read(costs, role, stray, nest)
        steps.append(step)
    left_open = _CONTINUED if paragraph.continued else _LEFT_OPEN
    if paragraph.closed and paragraph.roles[-1] < 0:
        left_open += _CLOSED_AT_END
    ended = (costs[0], costs[1] + left_open, costs[2] + (left_open + STRAY))
    return _followed(steps, ended.index(min(ended)))


def _read(
    costs: tuple[float, float, float], role: int, stray: float, nest: float
) -> tuple[tuple[float, float, float], tuple[_Move, _Move, _Move]]:
    """What the states cost after one mark; for each how it is come by.

    Of moves that cost the same the first one counts. It is spelled out: this is where the time goes.
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


def _followed(steps: list[tuple[_Move, _Move, _Move]], state: int) -> list[Pair]:
    """The quotations on the way that ends in the state."""
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
