"""Paragraphs as the reference knows them: only a line without any character ends one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def paragraphs(text: str) -> Iterator[tuple[int, str]]:
    r"""Place and text of each paragraph of a text with `\n` line ends.

    A line of blanks parts nothing, unlike in the default profile, and is a paragraph where it stands alone.
    """
    start = 0
    for piece in text.rstrip("\n").split("\n\n"):
        # Of an odd number of line ends one is left over.
        if piece.startswith("\n"):
            yield start + 1, piece[1:]
        elif piece:
            yield start, piece
        start += len(piece) + 2


def length(piece: str) -> int:
    """Characters of a paragraph or of its end, the blank included that the reference puts after each line."""
    return len(piece) + 1
