"""Half-open stretches [start, end) of a text, counted in characters, and the text they stand for."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dialogue_etl.text.points import Mask, Places

_PARTING = "¶"
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

    def where(self, chosen: Mask) -> Spans:
        """Some of them."""
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


def texts_of(text: str, spans: Spans, first: Places) -> list[str]:
    """What groups of stripped spans say, as `text_of` has it, for all groups at once.

    Args:
        text: of the book.
        spans: of all groups, in order.
        first: the number of the first span of each group.
    """
    if not len(first):
        return []
    opens = np.zeros(len(spans.starts) + 1, np.bool_)
    opens[first] = opens[-1] = True
    pieces = [text[start:end] for start, end in spans.pairs()]
    partings = [
        _PARTING if opened else "" if following[:1] in _GOES_ON else " "
        for opened, following in zip(opens[1:].tolist(), [*pieces[1:], " "], strict=True)
    ]
    together = "".join(chain.from_iterable(zip(pieces, partings, strict=True)))[:-1].replace("\n", " ")
    # Of white space only the blank is printable: in most books there is no other one in speech.
    if not together.isprintable() or together.count(_PARTING) != len(first) - 1:
        groups = np.split(np.stack(spans, axis=1), first[1:])
        return [text_of(text, map(tuple, group.tolist())) for group in groups]
    said = together.split(_PARTING)
    return [" ".join(one.split()) if "  " in one else one for one in said] if "  " in together else said
