"""Which books share text: pairs by a query over all sketches, then what those pairs share, counted.

The work grows with the books, however many near copies there are. A book is looked for by its `PROBES` least
shingles alone: any choice by hash tells what share of them another book holds (Broder 1997). Of more than
`MOST` books with a shingle not all pairs are taken, but each book with the `NEAR` longest of them, as
deduplicators of large corpora compare within a bucket and join what is connected (Lee et al. 2022,
*Deduplicating training data makes language models better*); the longest, for those are the editions that are
kept. Only of pairs found so are the sketches held against each other.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa

from dialogue_etl.core import shards
from dialogue_etl.sources.books.editions.joining import Pair
from dialogue_etl.text import shingles
from dialogue_etl.text.word_numbers import Numbers

PROBES = 256
"""Shingles of a book that it is looked for by. If half of them are to be in another book, that is 128, give
or take 8, and 26 are enough for a closer look; if a twentieth, it is 13, and fewer than the 3 that are enough
are seen once in 3,000 times.
"""
MOST = 32
"""Books with a shingle up to which all pairs of them are counted; phrases of a language are in more."""
NEAR = 8
MIN_SHINGLES = 8
"""Of a sketch, for it to tell anything: that many are some 250 words."""
_SEEN_SHARE = 0.2
"""Of the probes a pair must share to be alike, the share that must be seen for it to be worth a look."""

SKETCHES = pa.schema([("shingle", pa.uint64()), ("book", pa.int64()), ("probe", pa.bool_())])
"""The shingles that sketches hold: a book's own one after the other, its probes first."""

PLACES = pa.schema([(name, pa.int64()) for name in ("book", "place", "size", "words")])
"""Books, their places in the order of ids, how many shingles their sketches hold, and their words as white
space parts them: by these editions are chosen.
"""

PAIRS = """
WITH probes AS (
    SELECT DISTINCT shingle FROM sketches WHERE probe
), held AS (
    SELECT shingle, place, size, count(*) OVER holders AS often,
        row_number() OVER (holders ORDER BY words DESC, place) AS nth
    FROM sketches SEMI JOIN probes USING (shingle) JOIN books USING (book)
    WHERE size >= $least WINDOW holders AS (PARTITION BY shingle)
), first AS (
    SELECT * FROM held WHERE often > 1 AND (often <= $most OR nth <= $near)
)
SELECT first.place AS longer, held.place AS other
FROM first JOIN held ON held.shingle = first.shingle AND held.nth > first.nth
GROUP BY longer, other
HAVING count(*) >= $share * least(any_value(first.size), any_value(held.size), $probes)
ORDER BY longer, other
"""
"""Pairs of books that may be alike, by their places, the longer one first."""


def values(similarity: float) -> dict[str, int | float]:
    """What `PAIRS` names, by the share of shingles that makes two books alike."""
    share = _SEEN_SHARE * similarity
    return {"most": MOST, "near": NEAR, "least": MIN_SHINGLES, "share": share, "probes": PROBES}


def table(sketch: Numbers, book: int) -> pa.Table:
    """Rows of `SKETCHES`, of one book.

    Args:
        sketch: sorted.
        book: its number.
    """
    count = len(sketch)
    return pa.table([sketch, np.full(count, book), np.arange(count) < PROBES], schema=SKETCHES)


def counted(
    pairs: Sequence[tuple[int, int]], books: Sequence[int], sketches: Iterable[Path]
) -> Iterator[Pair]:
    """Pairs with the number of shingles they share.

    Args:
        pairs: of places.
        books: their numbers, by place.
        sketches: files of `SKETCHES`.
    """
    wanted = {books[place] for pair in pairs for place in pair}
    of = _sketches(sketches, wanted)
    for one, other in pairs:
        yield one, other, shingles.shared(of[books[one]], of[books[other]])


def _sketches(paths: Iterable[Path], wanted: Container[int]) -> dict[int, Numbers]:
    """The sketches of some books, by number."""
    pieces: dict[int, list[Numbers]] = defaultdict(list)
    for path in paths:
        for batch in shards.read_batches(path, ["shingle", "book"]):
            held, owners = (column.to_numpy() for column in batch.columns)
            starts = np.flatnonzero(np.diff(owners, prepend=-1))
            for book, piece in zip(owners[starts].tolist(), np.split(held, starts[1:]), strict=True):
                if book in wanted:
                    pieces[book].append(piece)
    # Pieces hold what was read with them: they go as they are copied.
    return {book: np.concatenate(pieces.pop(book)) for book in list(pieces)}
