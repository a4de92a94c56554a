"""Places of two texts of a book on one scale.

Where the text of a book differs (a new edition of the file, a header that is now recognised), everything
behind the difference has moved. Dialogues of the same words on both sides, the anchors, say by how much.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
import pyarrow as pa

from dialogue_etl.compare import nested

if TYPE_CHECKING:
    from dialogue_etl.compare.nested import Numbers


class Placed(Protocol):
    """Dialogues with their books and places."""

    sources: pa.Array
    starts: Numbers
    ends: Numbers


@dataclass(frozen=True)
class Alignment:
    """The dialogues of one side.

    Attributes:
        keys: where each begins on a scale that both sides and all books share.
        starts: where it would begin in the other side's text.
        ends: and end.
    """

    keys: Numbers
    starts: Numbers
    ends: Numbers


def align(one: Placed, other: Placed, anchors: tuple[Numbers, Numbers]) -> tuple[Alignment, Alignment]:
    """Put the dialogues of both sides on one scale.

    Args:
        one: of one side.
        other: of the other side.
        anchors: rows of both that are known to belong together.
    """
    books = pa.concat_arrays([one.sources, other.sources]).unique()
    numbers = nested.where(one.sources, books), nested.where(other.sources, books)
    # Twice the longest text parts two stretches of the scale: places before an anchor count backwards.
    apart = 4 * (int(max(one.ends.max(initial=0), other.ends.max(initial=0))) + 1)
    kept = _in_order(
        numbers[0][anchors[0]] * apart + one.starts[anchors[0]],
        numbers[1][anchors[1]] * apart + other.starts[anchors[1]],
    )
    places = (
        (one, numbers[0], anchors[0][kept]),
        (other, numbers[1], anchors[1][kept]),
    )
    lines = [number[rows] * apart + side.starts[rows] for side, number, rows in places]
    aligned = []
    for at, (side, number, rows) in enumerate(places):
        gaps = _gaps(number * apart + side.starts, number, lines[at], number[rows])
        theirs = places[1 - at]
        mine = np.append(side.starts[rows], 0)[gaps]
        shift = np.append(theirs[0].starts[theirs[2]] - side.starts[rows], 0)[gaps]
        stretch = np.where(gaps < 0, number, gaps + len(books))
        keys = stretch * apart + side.starts - mine + apart // 2
        aligned.append(Alignment(keys, side.starts + shift, side.ends + shift))
    return aligned[0], aligned[1]


def _in_order(lines: Numbers, other_lines: Numbers) -> Numbers:
    """Anchors that keep their order on both sides, by place: what crosses others tells nothing of them."""
    order = np.argsort(lines)
    there = other_lines[order]
    most_before = np.maximum.accumulate(np.concatenate([[-1], there[:-1]])) if len(there) else there
    least_after = np.minimum.accumulate(np.append(there[1:], np.iinfo(np.int64).max)[::-1])[::-1]
    return order[(there > most_before) & (there < least_after)]


def _gaps(lines: Numbers, books: Numbers, anchors: Numbers, anchor_books: Numbers) -> Numbers:
    """The number of the last anchor before each dialogue in its book, else of its first, -1 without any."""
    if not len(anchors):
        return np.full(len(lines), -1, np.int64)
    before = np.searchsorted(anchors, lines, side="right") - 1
    after = np.minimum(before + 1, len(anchors) - 1)
    own = (before >= 0) & (anchor_books[before] == books)
    return np.where(own, before, np.where(anchor_books[after] == books, after, -1))
