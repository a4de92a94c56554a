"""Paragraphs: stretches of a text parted by blank lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dialogue_etl.text.spans import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_BREAK = re.compile(r"\n[^\S\n]*\n\s*")


def paragraphs(text: str) -> Iterator[Span]:
    r"""Spans of the paragraphs of a text with `\n` line ends, in order, none of them blank.

    A line of nothing but white space parts paragraphs, as an empty one does: transcribers leave blanks.
    """
    start = len(text) - len(text.lstrip())
    for found in _BREAK.finditer(text, start):
        yield Span(start, found.start())
        start = found.end()
    end = len(text.rstrip())
    if start < end:
        yield Span(start, end)
