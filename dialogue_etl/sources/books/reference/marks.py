"""Which marks the reference looks for in a language, and which of them a book uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Mark(NamedTuple):
    """A mark that may show speech.

    Attributes:
        glyph: of which the paragraphs are searched.
        weight: of each one found.
        first_only: whether it counts only as the first character of a line.
    """

    glyph: str
    weight: int = 2
    first_only: bool = False


def own_mark(text: str, marks: Sequence[Mark]) -> tuple[str, int]:
    """The glyph of the mark that weighs most in a book, and its weight; of equal ones the first.

    Kept from the reference: it counts each mark from 1.
    """
    weights = [_weigh(text, mark) + 1 for mark in marks]
    weight = max(weights)
    return marks[weights.index(weight)].glyph, weight


def _weigh(text: str, mark: Mark) -> int:
    if mark.first_only:
        return (text.count(f"\n{mark.glyph}") + text.startswith(mark.glyph)) * mark.weight
    return text.count(mark.glyph) * mark.weight
