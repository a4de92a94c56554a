"""Half-open stretches [start, end) of a text, counted in characters, and the text they stand for."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.text.points import is_space, points_of, string_of, true_places

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask, Places, Points

_PARTING = "¶"
_BLANK = ord(" ")
_MANY = 500  # places of characters that are left out: fewer are cut around
_GOES_ON = frozenset(",.;:!?…")


class Span(NamedTuple):
    """A stretch of a text, in characters, half open. A plain pair of numbers will do for one."""

    start: int
    end: int


class Spans(NamedTuple):
    """Many stretches of a text, as columns."""

    starts: Places
    ends: Places

    @classmethod
    def of(cls, pairs: Sequence[tuple[int, int]]) -> Spans:
        """From pairs of start and end."""
        edges = np.fromiter(chain.from_iterable(pairs), np.int64, 2 * len(pairs)).reshape(-1, 2)
        return cls(edges[:, 0], edges[:, 1])

    def pairs(self) -> list[tuple[int, int]]:
        """As pairs of start and end."""
        return list(zip(self.starts.tolist(), self.ends.tolist(), strict=True))

    def pieces(self, text: str) -> list[str]:
        """What stands in each of them."""
        # Without a list of pairs: a text has thousands.
        return [text[start:end] for start, end in zip(self.starts.tolist(), self.ends.tolist(), strict=True)]

    def where(self, chosen: Mask | Places) -> Spans:
        """Some of them, by a mask or by number."""
        return Spans(self.starts[chosen], self.ends[chosen])


def strip(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch without white space at its edges; empty (start == end) if there is nothing else."""
    piece = text[start:end]
    lead = len(piece) - len(piece.lstrip())
    if lead == len(piece):
        return start, start
    return start + lead, start + len(piece.rstrip())


def text_of(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """What the spans say: white space runs made one blank, spans joined by one, but not before a comma.

    What goes on after the narrator's words often begins with the mark that stands behind them: — Ja — sagte
    sie —, und doch.
    """
    said = ""
    for start, end in spans:
        piece = " ".join(text[start:end].split())
        said += piece if not said or piece[:1] in _GOES_ON else " " + piece
    return said


def texts_of(book: BookText, spans: Spans, first: Places) -> list[str]:
    """What groups of stripped spans say, as `text_of` has it, for all groups at once.

    Args:
        book: its text.
        spans: of all groups, in order.
        first: the number of the first span of each group.
    """
    if not len(first):
        return []
    said = spans.where(first).pieces(book.text)
    follows = np.ones(len(spans.starts), np.bool_)
    follows[first] = False
    groups = (~follows).cumsum()[follows] - 1
    # Few groups have more than one span: only those are put together.
    for group, piece in zip(groups.tolist(), spans.where(follows).pieces(book.text), strict=True):
        said[group] += piece if piece[0] in _GOES_ON else " " + piece
    if _PARTING in book.text and any(_PARTING in one for one in said):
        return [" ".join(one.split()) for one in said]
    return _with_one_blank(said, odd_spaces=book.odd_spaces)


def _without(text: str, points: Points, places: Places) -> str:
    """A text without the characters at some places."""
    if len(places) > _MANY:
        return string_of(np.delete(points, places))
    edges = [-1, *places.tolist(), len(text)]
    return "".join([text[last + 1 : place] for last, place in pairwise(edges)])


def _with_one_blank(said: list[str], *, odd_spaces: bool) -> list[str]:
    """Texts without the sign that parts them, with one blank for each run of white space."""
    together = _PARTING.join(said).replace("\n", " ")
    points = points_of(together)
    odd: list[int] = []
    if odd_spaces:
        odd = np.unique(points[is_space(points) & (points != _BLANK)]).tolist()
    for space in odd:
        together = together.replace(chr(space), " ")
    points = points_of(together) if odd else points
    blank = points == _BLANK
    if len(doubled := true_places(blank[:-1] & blank[1:])):
        together = _without(together, points, doubled)
    pieces = together.split(_PARTING)
    return [piece.strip(" ") for piece in pieces] if odd else pieces
