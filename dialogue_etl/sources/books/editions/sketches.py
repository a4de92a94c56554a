"""Sketches of all books on disk: written once per shard, found again by a book's rank.

A book's rank is its place among all books in the order of their ids (`groups.id_order`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.editions.groups import id_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from typing import BinaryIO

    import numpy.typing as npt

    from dialogue_etl.text.word_numbers import Numbers

    Integers = npt.NDArray[np.int64]

_TYPE = np.dtype("<u8")


def write(file: BinaryIO, sketch: Numbers) -> None:
    """Append a sketch to those of a shard."""
    file.write(sketch.astype(_TYPE, copy=False).tobytes())


@dataclass(frozen=True)
class Index:
    """Where the sketches of books are, one after the other per shard.

    Attributes:
        firsts: the number of the first book of each shard, books being numbered shard by shard.
        ranks: of each book by its number.
        sizes: of each book's sketch, by its number.
    """

    firsts: Integers
    ranks: Integers
    sizes: Integers

    @classmethod
    def of(cls, shards: Sequence[Sequence[tuple[str, int]]]) -> Index:
        """From id and size of sketch of each shard's books."""
        books = [book for shard in shards for book in shard]
        order = sorted(range(len(books)), key=lambda number: id_order(books[number][0]))
        ranks = np.zeros(len(books), np.int64)
        ranks[order] = np.arange(len(books))
        firsts = np.cumsum([0, *map(len, shards)])[:-1]
        return cls(firsts.astype(np.int64), ranks, np.array([size for _, size in books], np.int64))

    def save(self, folder: Path) -> None:
        """Write it, for other processes."""
        for name in ("firsts", "ranks", "sizes"):
            np.save(folder / f"{name}.npy", getattr(self, name))

    @classmethod
    def load(cls, folder: Path) -> Index:
        """What `save` wrote."""
        return cls(*(np.load(folder / f"{name}.npy") for name in ("firsts", "ranks", "sizes")))


class Sketches:
    """The sketches of all books, read one by one."""

    def __init__(self, index: Index, paths: Iterable[Path]) -> None:
        self._paths = list(paths)
        self._numbers = np.argsort(index.ranks)
        self._shards = np.searchsorted(index.firsts, self._numbers, side="right") - 1
        ends = np.cumsum(index.sizes)
        starts = ends - index.sizes
        shard_starts = np.append(starts, 0)[index.firsts]
        self.sizes = index.sizes[self._numbers]
        self._places = starts[self._numbers] - shard_starts[self._shards]

    def of(self, rank: int) -> Numbers:
        """The sketch of a book."""
        place, size = int(self._places[rank]), int(self.sizes[rank])
        path = self._paths[self._shards[rank]]
        read = np.fromfile(path, _TYPE, count=size, offset=place * _TYPE.itemsize)
        return read.astype(np.uint64, copy=False)
