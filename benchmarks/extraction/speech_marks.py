"""Counts paragraphs that begin with the book's speech mark, and how many of them become turns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from benchmarks.extraction import markdown
from benchmarks.extraction.switches import THRESHOLDS
from dialogue_etl.languages import LANGUAGES, Dash
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from dialogue_etl.sources.books.extraction.quotations.own_marks import own_marks
from dialogue_etl.text.spans import BookText

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.extraction.library import Book
    from dialogue_etl.languages import Marks

_WITHOUT = Extract(dialogue_gap=0).model_copy(update=dict.fromkeys(THRESHOLDS, 0))
_DASH = re.compile(r"_?(?:-{1,3}|[–—―])(?![-–—―])[^\S\n]{0,3}[¿¡«“„\"…_]{0,3}\w")
"""A dash before a word; other dashes may be a horizontal rule."""


class Opened(NamedTuple):
    """Paragraphs of a book, or of several.

    Attributes:
        language: BCP-47 tag.
        books: their number.
        paragraphs: number of paragraphs that begin with the book's speech mark.
        turns: number of those in which a span of a turn begins.
    """

    language: str
    books: int
    paragraphs: int
    turns: int


def measure(book: Book) -> Opened:
    """Count the paragraphs of one book, without thresholds, since these do not decide what is speech.

    Books from which the default profile takes no dialogues are not counted.
    """
    text = BookText.of(book.text)
    found, whole = (
        extract_book(book.id, book.text, book.language, params) for params in (_WITHOUT, Extract())
    )
    if not len(whole.dialogues):
        return Opened(book.language.tag, 0, 0, 0)
    begins = np.array(
        [
            span["start"]
            for turns in found.dialogues.column("turns").to_pylist()
            for turn in turns
            for span in turn["spans"]
        ],
        np.int64,
    )
    opening = openings(text, own_marks(text, book.language, _WITHOUT).marks[0])
    turns = np.searchsorted(begins, opening[:, 1]) > np.searchsorted(begins, opening[:, 0])
    return Opened(book.language.tag, 1, len(opening), int(turns.sum()))


def openings(book: BookText, marks: Marks) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Start and end of the paragraphs that begin with a mark; markup for italics may precede it."""
    pattern = _DASH if isinstance(marks, Dash) else re.compile(f"_?{re.escape(marks.opening)}")
    pairs = [pair for pair in book.paragraphs.pairs() if pattern.match(book.text, *pair)]
    return np.array(pairs, np.int64).reshape(-1, 2)


def table(books: Sequence[Opened]) -> str:
    """A row per language."""
    rows = []
    for language in sorted({book.language for book in books}):
        group = [book for book in books if book.language == language]
        kept, paragraphs, turns = (
            sum(getattr(book, name) for book in group) for name in ("books", "paragraphs", "turns")
        )
        share = turns / paragraphs if paragraphs else None
        name = LANGUAGES[language].name
        rows.append([name, f"{kept:,}", f"{paragraphs:,}", f"{turns:,}", markdown.percent(share)])
    header = ["language", "books", "paragraphs that open with the mark", "become turns", "%"]
    return markdown.table(header, rows)
