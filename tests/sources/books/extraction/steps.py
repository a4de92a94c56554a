"""Documents and tables for tests of single steps."""

from __future__ import annotations

import re

import numpy as np

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.document import Document
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import STEPS
from dialogue_etl.sources.books.extraction.table import SpeechTable
from dialogue_etl.text.spans import Spans


def document(text, tag="en", language=None, **params):
    """A parsed document."""
    return Document.of(text, language or LANGUAGES[tag], Extract(**params))


def table_after(step, book):
    """The table after a step, given by its name."""
    table = SpeechTable()
    for function in STEPS:
        table = function(book, table)
        if function.__name__ == step:
            return table
    raise KeyError(step)


def pieces(step, text, tag="en", **params):
    """The text of each row after a step."""
    return table_after(step, document(text, tag, **params)).spans.pieces(text)


def check_spans(book, table):
    """Spans are in order, not empty, stripped, and inside their paragraph."""
    last = 0
    for (start, end), number in zip(table.spans.pairs(), table.column("paragraph").tolist(), strict=True):
        assert last <= start < end
        assert book.text[start:end] == book.text[start:end].strip()
        assert book.paragraphs.starts[number] <= start
        assert end <= book.paragraphs.ends[number]
        last = end


def by_hand(document, speakers=(), breaks=()):
    """A table in which each span between straight marks is a turn; speakers are certain."""
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
            "certainty": np.ones(count),
            "speaker": names,
            "confidence": np.array([name is not None for name in names], np.float64),
        }
    )
