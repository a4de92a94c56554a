"""A boundary classifier for each language, trained on real books as stage `boundaries` does."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from benchmarks.extraction import library
from dialogue_etl.engines import local
from dialogue_etl.filters.books import min_delimiters
from dialogue_etl.params import Extract
from dialogue_etl.sources.books.boundaries.pairs import draw, pairs_of, table
from dialogue_etl.sources.books.boundaries.training import train
from dialogue_etl.sources.books.marks import own_marks
from dialogue_etl.sources.books.spoken import find_spoken
from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.encoding import UndecodableError
from dialogue_etl.text.words import count_words_of_points

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.extraction.library import Entry
    from dialogue_etl.sources.books.boundaries.model import BoundaryModel
    from dialogue_etl.sources.books.boundaries.pairs import Pair

_ALL = sys.maxsize


def train_each(folder: Path, workers: int) -> dict[str, BoundaryModel]:
    """A model for each language that has books enough; no annotated text is looked at.

    Args:
        folder: of books, with MANIFEST.tsv.
        workers: processes.

    Raises:
        BadManifestError: the list cannot be used.
    """
    entries = library.entries(folder)
    found: dict[str, list[Pair]] = {}
    for entry, pairs in zip(entries, local.run(pairs_of_book, entries, workers), strict=True):
        found.setdefault(entry.language, []).extend(pairs)
    trained = {language: train(draw([table(pairs)], _ALL), {}, language) for language, pairs in found.items()}
    return {language: one.model for language, one in trained.items() if one.model}


def pairs_of_book(entry: Entry) -> list[Pair]:
    """What a book gives to train on; nothing if it cannot be read or holds no speech."""
    params = Extract()
    try:
        read = library.read(entry)
    except (OSError, UndecodableError):
        return []
    book, language = BookText.of(read.text), read.language
    own = own_marks(book, language, params)
    words = count_words_of_points(book.points, odd_spaces=book.odd_spaces)
    if not words or min_delimiters(own.weight / words * 10_000, params):
        return []
    return pairs_of(read.id, book, find_spoken(book, own, language, params), language, params)
