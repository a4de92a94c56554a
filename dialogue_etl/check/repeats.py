"""What is there twice, among any number of rows, in flat memory.

Of each row a digest is kept, its split and its place. Once there are many they go to files by the first bits
of the digest, so that equal ones are in one file, and each file is sorted by itself.
"""

from __future__ import annotations

import hashlib
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_RECORD = np.dtype([("high", "<u8"), ("low", "<u8"), ("split", "<u8"), ("place", "<u8")])
_HELD = 200_000
"""Records in memory, of 32 bytes."""
_FILE_BITS = 6
"""64 files: each holds a few MB where there are ten million rows."""

Numbers = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Repeated:
    """Rows that are not the first of their content, as columns.

    Attributes:
        places: of these rows.
        before: place of the row before it of the same content, by split and place.
        firsts: place of the first row of the same content, by split and place.
        within: whether an earlier row of the same split has the same content.
        across: whether a row of an earlier split has.
    """

    places: Numbers
    before: Numbers
    firsts: Numbers
    within: npt.NDArray[np.bool_]
    across: npt.NDArray[np.bool_]


class Repeats:
    """Rows are added as they are read, and asked about at the end."""

    def __init__(self, folder: Path) -> None:
        """Begin.

        Args:
            folder: empty; for the files, if there are many rows.
        """
        self._folder = folder
        self._held: list[npt.NDArray[np.void]] = []
        self._number = 0

    def add(self, contents: Sequence[str], split: int, places: Sequence[int]) -> None:
        """Add rows.

        Args:
            contents: what is compared of each.
            split: of all of them, as a number.
            places: of each; no two rows have one place.
        """
        digests = b"".join(
            hashlib.blake2b(content.encode("utf-8", "surrogatepass"), digest_size=16).digest()
            for content in contents
        )
        halves = np.frombuffer(digests, "<u8").reshape(-1, 2)
        records = np.empty(len(contents), _RECORD)
        records["high"], records["low"] = halves[:, 0], halves[:, 1]
        records["split"], records["place"] = split, places
        self._held.append(records)
        self._number += len(records)
        if self._number >= _HELD:
            self._spill()

    def _spill(self) -> None:
        records = np.concatenate(self._held)
        files = records["high"] >> np.uint64(64 - _FILE_BITS)
        records = records[np.argsort(files, kind="stable")]
        edges = np.searchsorted(np.sort(files), np.arange(2**_FILE_BITS + 1))
        for number in range(2**_FILE_BITS):
            with (self._folder / f"{number:02d}").open("ab") as file:
                file.write(records[edges[number] : edges[number + 1]].tobytes())
        self._held.clear()
        self._number = 0

    def find(self) -> Iterator[Repeated]:
        """All rows that are not the first of their content, in pieces."""
        files = sorted(self._folder.iterdir())
        if files and self._held:
            self._spill()
        for path in files:
            yield _repeated(np.frombuffer(path.read_bytes(), _RECORD))
        if self._held:
            yield _repeated(np.concatenate(self._held))


@contextmanager
def kept_in(folder: Path) -> Iterator[Repeats]:
    """Empty ones, whose files lie in a folder and are gone at the end."""
    with tempfile.TemporaryDirectory(dir=folder) as own:
        yield Repeats(Path(own))


def _repeated(records: npt.NDArray[np.void]) -> Repeated:
    order = np.lexsort((records["place"], records["split"], records["low"], records["high"]))
    records = records[order]
    again = np.zeros(len(records), np.bool_)
    again[1:] = (records["high"][1:] == records["high"][:-1]) & (records["low"][1:] == records["low"][:-1])
    within = again.copy()
    within[1:] &= records["split"][1:] == records["split"][:-1]
    # The first of each group stands before it: groups are numbered from 1 as they begin.
    first = np.flatnonzero(~again)[np.cumsum(~again) - 1]
    across = again & (records["split"] > records["split"][first])
    places, before = records["place"], np.roll(records["place"], 1)
    return Repeated(places[again], before[again], places[first][again], within[again], across[again])
