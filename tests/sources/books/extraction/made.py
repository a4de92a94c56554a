"""Documents and tables for tests of single steps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.params import Extract
from dialogue_etl.sources.books.extraction.document import Document
from dialogue_etl.sources.books.extraction.pipeline import run_steps
from dialogue_etl.sources.books.extraction.table import SpeechTable
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from collections.abc import Sequence


def document(text: str, language: str = "en", **params: Any) -> Document:
    """A text as the steps see it."""
    return Document.of(text, LANGUAGES[language], Extract(**params))


def after(step: str, document: Document) -> SpeechTable:
    """The table after a step, all steps before it run."""
    return next(table for name, table in run_steps(document) if name == step)


def by_hand(
    document: Document, speakers: Sequence[str | None] = (), breaks: Sequence[int] = ()
) -> SpeechTable:
    """A table in which each stretch between straight marks is a turn; speakers are certain."""
    spans = Spans.of([match.span(1) for match in re.finditer(r'"([^"]+)"', document.text)])
    count = len(spans.starts)
    names = np.array([*speakers] or [None] * count, object)
    return SpeechTable(
        {
            "start": spans.starts,
            "end": spans.ends,
            "paragraph": document.paragraphs.starts.searchsorted(spans.starts, side="right") - 1,
            "scene": np.array(breaks, np.int64).searchsorted(spans.starts, side="right"),
            "begins_turn": np.ones(count, np.bool_),
            "speaker": names,
            "confidence": np.array([name is not None for name in names], np.float64),
        }
    )
