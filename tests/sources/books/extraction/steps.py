"""The steps of extraction run on a text, as far as a test wants."""

from __future__ import annotations

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.params import Extract
from dialogue_etl.sources.books.extraction.document import Document
from dialogue_etl.sources.books.extraction.pipeline import STEPS
from dialogue_etl.sources.books.extraction.table import SpeechTable


def document(text, tag="en", language=None, **params):
    """A text taken apart."""
    return Document.of(text, language or LANGUAGES[tag], Extract(**params))


def table_after(step, book):
    """The table after a step, given by its name."""
    table = SpeechTable()
    for function in STEPS:
        table = function(book, table)
        if function.__name__ == step:
            return table
    raise KeyError(step)


def stretches(step, text, tag="en", **params):
    """What each stretch of a text says after a step."""
    return table_after(step, document(text, tag, **params)).spans.pieces(text)


def check_stretches(book, table):
    """Stretches are in order, filled, stripped, and inside their paragraph."""
    last = 0
    for (start, end), number in zip(table.spans.pairs(), table.column("paragraph").tolist(), strict=True):
        assert last <= start < end
        assert book.text[start:end] == book.text[start:end].strip()
        assert book.paragraphs.starts[number] <= start
        assert end <= book.paragraphs.ends[number]
        last = end
