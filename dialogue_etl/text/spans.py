"""Half-open stretches [start, end) of a text, counted in characters, and the text they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


class Span(NamedTuple):
    """A stretch of a text, in characters, half open."""

    start: int
    end: int


def strip(text: str, start: int, end: int) -> Span:
    """The stretch without white space at its edges; empty (start == end) if there is nothing else."""
    piece = text[start:end]
    lead = len(piece) - len(piece.lstrip())
    if lead == len(piece):
        return Span(start, start)
    return Span(start + lead, start + len(piece.rstrip()))


def text_of(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """What the spans say: white space runs made one blank, spans joined by one blank."""
    return " ".join(" ".join(text[start:end].split()) for start, end in spans)
