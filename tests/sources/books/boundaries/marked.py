"""Turns of a text whose speech stands in double quotes, speakers named by hand."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.dialogue_rows import Turns
from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from collections.abc import Sequence

NO_BREAKS = np.array([], np.int64)


def marked(text: str, speakers: Sequence[str | None] = ()) -> tuple[BookText, Turns]:
    """A book in which each quotation is a turn; speakers are certain."""
    spans = Spans.of([match.span(1) for match in re.finditer(r'"([^"]+)"', text)])
    count = len(spans.starts)
    book = BookText.of(text)
    turns = Turns.of(book, spans, np.arange(count))
    names = list(speakers) or [None] * count
    return book, replace(turns, speakers=names, confidence=[1.0 if n else 0.0 for n in names])


def told(characters: int) -> str:
    """Narration of so many characters in a paragraph of its own."""
    return ("She went on and on along the road. " * (characters // 35 + 1))[:characters].rstrip() + "x"
