"""Which books have text in common: pairs worth a look found over ranges of shingles, then compared in full.

Pairs are found without comparing all with all: who has a shingle in common with whom is counted for one range
of shingles after the other, and the counts are added up over one range of pairs after the other
(`word_counts.py`), so memory does not grow with the library.

Whether two books are alike is decided on their two whole sketches, whatever other books there are. Only which
pairs are looked at depends on others, where more than `MOST` books have a shingle: each is then paired with
its next `NEAR` alone. In so many editions each is like its neighbours, and together they make one work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from dialogue_etl.text.word_numbers import Numbers

    Integers = npt.NDArray[np.int64]

MOST = 32
"""Books with a shingle up to which all pairs of them are counted; phrases of a language are in more."""
NEAR = 8
MIN_SHINGLES = 8
"""Of a sketch, for it to tell anything: that many are some 250 words."""
_SEEN_SHARE = 0.2
"""Of the shingles a pair must share to be alike, the share that must be seen for it to be worth a look."""

_HELD_PAIRS = 1_000_000
_ODD = 0x9E3779B9  # 2^32 over the golden ratio: multiples lie far apart (Knuth, TAOCP 3, section 6.4)
_FACTOR, _INVERSE = np.uint64(_ODD), np.uint64(pow(_ODD, -1, 1 << 32))
_HALF, _LOW = np.uint64(32), np.uint64((1 << 32) - 1)


def pair_counts(shingles: Numbers, books: Integers) -> Iterator[tuple[Numbers, Integers]]:
    """Pairs of books that have shingles in common, and how many.

    Args:
        shingles: one per book that has it.
        books: their numbers, below 2^32, in the order in which neighbours are neighbours.

    Yields:
        Pairs as numbers, sorted and distinct, with counts; a pair may come again in a later piece.
    """
    order = np.lexsort((books, shingles))
    shingles, books = shingles[order], books[order]
    places = np.arange(len(shingles))
    sizes, left = _runs(shingles, places)
    held: list[Numbers] = []
    for step in range(1, MOST):
        chosen = (left >= step) if step <= NEAR else (left >= step) & (sizes <= MOST)
        places, sizes, left = places[chosen], sizes[chosen], left[chosen]
        if not len(places):
            break
        for start in range(0, len(places), _HELD_PAIRS):
            some = places[start : start + _HELD_PAIRS]
            held.append(_numbered(books[some], books[some + step]))
            if sum(map(len, held)) >= _HELD_PAIRS:
                yield _counted(held)
                held = []
    if held:
        yield _counted(held)


def _runs(shingles: Numbers, places: Integers) -> tuple[Integers, Integers]:
    """For each of sorted shingles: how many there are of it, and how many come after it."""
    starts = np.flatnonzero(np.diff(shingles, prepend=shingles[:1] ^ np.uint64(1)))
    lengths = np.diff(np.append(starts, len(shingles)))
    sizes = np.repeat(lengths, lengths)
    return sizes, np.repeat(starts, lengths) + sizes - 1 - places


def _numbered(first: Integers, second: Integers) -> Numbers:
    """Pairs as numbers: all of a first book beside each other, first books spread over all numbers."""
    spread = (first.astype(np.uint64) * _FACTOR) & _LOW
    pairs: Numbers = (spread << _HALF) | second.astype(np.uint64)
    return pairs


def books_of(pairs: Numbers) -> tuple[Integers, Integers]:
    """The two books of each pair."""
    first = ((pairs >> _HALF) * _INVERSE) & _LOW
    return first.astype(np.int64), (pairs & _LOW).astype(np.int64)


def _counted(held: list[Numbers]) -> tuple[Numbers, Integers]:
    pairs, counts = np.unique(np.concatenate(held), return_counts=True)
    return pairs, counts.astype(np.int64)


def worth_a_look(seen: Integers, smaller: Integers, similarity: float) -> npt.NDArray[np.bool_]:
    """Whether pairs may be alike.

    Args:
        seen: shingles counted as shared, of each pair.
        smaller: shingles in the smaller sketch of the two.
        similarity: share of them that makes two books alike.
    """
    return (smaller >= MIN_SHINGLES) & (seen >= _SEEN_SHARE * similarity * smaller)
