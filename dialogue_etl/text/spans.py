"""Half-open stretches [start, end) of a text, counted in characters, and the text they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_PARTING = "¶"


class Span(NamedTuple):
    """A stretch of a text, in characters, half open. A plain pair of numbers will do for one."""

    start: int
    end: int


def strip(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch without white space at its edges; empty (start == end) if there is nothing else."""
    if start < end and not text[start].isspace() and not text[end - 1].isspace():
        return start, end
    piece = text[start:end]
    lead = len(piece) - len(piece.lstrip())
    if lead == len(piece):
        return start, start
    return start + lead, start + len(piece.rstrip())


def text_of(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """What the spans say: white space runs made one blank, spans joined by one blank."""
    return " ".join([" ".join(text[start:end].split()) for start, end in spans])


def texts_of(text: str, turns: Sequence[Sequence[tuple[int, int]]]) -> list[str]:
    """What each turn's spans say: `text_of` for many turns at once, whose spans are stripped."""
    pieces = [
        text[turn[0][0] : turn[0][1]]
        if len(turn) == 1
        else " ".join([text[start:end] for start, end in turn])
        for turn in turns
    ]
    together = _PARTING.join(pieces).replace("\n", " ")
    while "  " in together:
        together = together.replace("  ", " ")
    # Of white space only the blank is printable: in most books there is no other one in speech.
    if together.isprintable() and together.count(_PARTING) == len(pieces) - 1:
        return together.split(_PARTING)
    return [text_of(text, turn) for turn in turns]
