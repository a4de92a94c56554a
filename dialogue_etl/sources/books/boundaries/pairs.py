"""Pairs of neighbouring turns to train on: those whose gap says alone whether they are of one conversation.

Nothing of a pair may grow with its gap, or a classifier would learn the gap and know nothing of those in
between: of the narration the same number of words at both ends, of participants those around it.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from dialogue_etl.sources.books.boundaries import find_gaps
from dialogue_etl.sources.books.boundaries.model import DIFFERENT_FROM, SAME_UP_TO, signs
from dialogue_etl.sources.books.boundaries.places import places
from dialogue_etl.sources.books.boundaries.words import edge_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dialogue_etl.languages import Language
    from dialogue_etl.params import Extract
    from dialogue_etl.sources.books.spoken import Spoken
    from dialogue_etl.text.book_text import BookText

_MOST_OF_A_BOOK = 100
_MOST_TO_ONE = 3
PAIRS = pa.schema(
    [
        ("source_id", pa.string()),
        ("start", pa.int64()),
        ("different", pa.bool_()),
        ("rank", pa.uint64()),
        ("signs", pa.list_(pa.bool_())),
        ("words", pa.list_(pa.string())),
    ]
)
"""Pairs as rows: the book and where the second turn begins, the label, a hash to draw by, what is seen."""


class Pair(NamedTuple):
    """Two neighbouring turns.

    Attributes:
        source_id: the book's.
        start: where the second turn begins.
        different: whether they are of two conversations.
        rank: a hash of where they are: the least ones are drawn.
        signs: what is seen beside words, in the order of SIGNS.
        words: of both ends of the narration.
    """

    source_id: str
    start: int
    different: bool
    rank: int
    signs: list[bool]
    words: list[str]


def pairs_of(id: str, book: BookText, spoken: Spoken, language: Language, params: Extract) -> list[Pair]:
    """The pairs of a book, drawn by hash: at most three of one kind to one of the other.

    A book that is all narration or all talk would teach how it is written, not where its conversations end.
    """
    found = find_gaps(book, spoken.turns, spoken.breaks, params.model_copy(update={"gap_both_sides": True}))
    near = (found.width <= SAME_UP_TO) & ~found.breaks
    far = found.width > DIFFERENT_FROM
    chosen = np.flatnonzero(near | far)
    seen = places(book, spoken.turns, found.width, found.breaks, chosen=chosen, language=language)
    pairs: tuple[list[Pair], list[Pair]] = ([], [])
    for place in seen:
        if (words := edge_words(book.text[place.start : place.end])) is not None:
            different = place.gap > DIFFERENT_FROM
            told = list(signs(place, book, spoken.turns).values())
            pairs[different].append(Pair(id, place.end, different, rank(id, place.end), told, words))
    most = min(_MOST_OF_A_BOOK, _MOST_TO_ONE * min(map(len, pairs)))
    return [pair for kind in pairs for pair in sorted(kind, key=_rank)[:most]]


def table(pairs: Iterable[Pair]) -> pa.Table:
    """Pairs as rows."""
    return pa.Table.from_pylist([pair._asdict() for pair in pairs], PAIRS)


def draw(tables: Iterable[pa.Table], most: int) -> list[Pair]:
    """The pairs of least rank of each kind, in the order of rank; whatever the order of the tables."""
    kept: tuple[list[Pair], list[Pair]] = ([], [])
    for rows in tables:
        for row in rows.to_pylist():
            kept[row["different"]].append(Pair(**row))
        for kind in kept:
            kind.sort(key=_rank)
            del kind[most:]
    return [*kept[False], *kept[True]]


def rank(id: str, start: int) -> int:
    """A hash of a place in a book: the same draw on any machine, and no other place moves for a new book."""
    return int.from_bytes(hashlib.sha256(f"{id}:{start}".encode()).digest()[:8])


def _rank(pair: Pair) -> tuple[int, str, int]:
    return pair.rank, pair.source_id, pair.start
