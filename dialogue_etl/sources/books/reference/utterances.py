"""What the reference takes for an utterance, and where it begins a dialogue."""

from __future__ import annotations

from typing import NamedTuple

MAX_GAP = 150
"""Characters between utterances; more begin a dialogue (gutenberg-dialog, `dialog_gap`)."""
BEFORE_THE_FIRST = MAX_GAP + 1
"""The gap a book begins with, so that its first speaking paragraph begins a dialogue."""


class Utterance(NamedTuple):
    """What one paragraph says.

    Attributes:
        text: white-space runs made one blank; empty where nothing stands between two marks.
        start: of the paragraph it comes from, in characters of the book.
        end: of that paragraph.
    """

    text: str
    start: int
    end: int


Dialogue = list[Utterance]


def utterance(said: str, start: int, paragraph: str) -> Utterance:
    """What a paragraph says, as one line: the reference splits each utterance at white space."""
    line = said.replace("\n", " ").strip()
    # Of white space only the blank is printable.
    if "  " in line or not line.isprintable():
        line = " ".join(line.split())
    return Utterance(line, start, start + len(paragraph))
