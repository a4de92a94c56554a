"""Searches rows of Parquet files page by page, in limited time.

The time of a page does not depend on the size of the files: of each row group only the columns to test are
read, and the others only if there is a match, until the page is full or its time is over; the next page
continues there.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

if TYPE_CHECKING:
    import numpy.typing as npt

    Test = Callable[[pa.Table], npt.NDArray[np.bool_]]

PLACE = r"^[0-9]{1,9}\.[0-9]{1,18}$"
"""The form of a place in an address."""
_READING = ThreadPoolExecutor(4, "reading")
SECONDS = 0.5
"""Time limit of the search for a page, and of counting what matches."""


class At(NamedTuple):
    """A row: the index of its file, and its index in the file."""

    file: int = 0
    row: int = 0

    def __str__(self) -> str:
        return f"{self.file}.{self.row}"

    @classmethod
    def parse(cls, text: str) -> At:
        """Parse a place of the form `PLACE`; the first row if the text is not valid."""
        file, _, row = text.partition(".")
        return cls(int(file), int(row)) if re.fullmatch(PLACE, text) else cls()


@dataclass(frozen=True)
class Page:
    """The result of a search.

    Attributes:
        rows: that were found.
        places: of these rows.
        next: first row of the next page; None if this is the last one.
        seen: number of rows before `next`.
        total: number of rows of all files.
        matches: number of rows that match, on any page; of the first `counted` rows, if time did not suffice.
        counted: number of rows that were looked at for `matches`.
    """

    rows: list[dict[str, Any]]
    places: list[At]
    next: At | None
    seen: int
    total: int
    matches: int = 0
    counted: int = 0


@lru_cache(maxsize=64)
def metadata(path: Path) -> pq.FileMetaData:
    """The metadata of a file; cached, since files in DVC's cache never change."""
    return pq.read_metadata(path)


def scan(
    files: Sequence[Path],
    test: Test | None,
    columns: Sequence[str],
    begin: At,
    *,
    most: int,
    seconds: float = SECONDS,
) -> Page:
    """Find rows.

    Args:
        files: in their order.
        test: returns which rows of a table with `columns` match; None for all.
        columns: that the test needs; may be leaves of nested ones.
        begin: the first row to test.
        most: maximum number of rows.
        seconds: time limit, after which no further row group is read; one is read in any case.
    """
    sizes = [metadata(path).num_rows for path in files]
    rows: list[dict[str, Any]] = []
    places: list[At] = []
    until = time.monotonic() + seconds
    at: At | None = begin
    for file, index, group, first in _groups(files, begin):
        at = At(index, first)
        # Without criteria one or two row groups fill the page.
        if len(rows) >= most or (test and at > begin and time.monotonic() > until):
            break
        skipped = max(begin.row - first, 0) if index == begin.file else 0
        size = file.metadata.row_group(group).num_rows
        found = np.arange(size) if test is None else test(_read(file, group, columns)).nonzero()[0]
        wanted = found[found >= skipped][: most - len(rows)]
        if len(wanted):
            rows += _read(file, group).take(wanted).to_pylist()
            places += [At(index, first + int(place)) for place in wanted]
        if len(rows) >= most and wanted[-1] + 1 < size:
            at = At(index, first + int(wanted[-1]) + 1)
            break
    else:
        at = None
    total = sum(sizes)
    return Page(rows, places, at, total if at is None else sum(sizes[: at.file]) + at.row, total)


def matches(
    files: Sequence[Path], test: Test | None, columns: Sequence[str]
) -> tuple[npt.NDArray[np.int64], int]:
    """The rows that match, numbered over all files, and how many were looked at in limited time.

    Args:
        files: in their order.
        test: see `scan`.
        columns: see `scan`.
    """
    total = sum(metadata(path).num_rows for path in files)
    if test is None:
        return np.arange(total), total
    found, looked_at = [np.zeros(0, np.int64)], 0
    until = time.monotonic() + SECONDS
    for file, _, group, _ in _groups(files, At()):
        if looked_at and time.monotonic() > until:
            break
        found.append(test(_read(file, group, columns)).nonzero()[0] + looked_at)
        looked_at += file.metadata.row_group(group).num_rows
    return np.concatenate(found), looked_at


def page_of(
    files: Sequence[Path],
    of: tuple[npt.NDArray[np.int64], int],
    begin: At,
    test: Test | None,
    columns: Sequence[str],
    *,
    most: int,
    shown: Sequence[str] | None = None,
) -> Page:
    """A page of the rows that `matches` found, with their number; `scan` goes on after what was looked at.

    Args:
        files: in their order.
        of: the result of `matches`.
        begin: first row of the page.
        test: see `scan`.
        columns: see `scan`.
        most: maximum number of rows.
        shown: columns of the rows; all by default.
    """
    (numbers, looked_at), first = of, number_of(files, begin)
    if looked_at <= first and place_of(files, first):
        return replace(scan(files, test, columns, begin, most=most), matches=len(numbers), counted=looked_at)
    here = numbers[numbers >= first][:most].tolist()
    end = here[-1] + 1 if len(here) == most else looked_at
    return numbered(files, here, place_of(files, end), of, shown)


def numbered(
    files: Sequence[Path],
    here: Sequence[int],
    following: At | None,
    of: tuple[npt.NDArray[np.int64], int],
    shown: Sequence[str] | None,
) -> Page:
    """A page of rows by their numbers over all files; the other arguments as in `page_of` and `Page`."""
    rows, places = rows_at(files, here, shown)
    total = sum(metadata(path).num_rows for path in files)
    seen = number_of(files, following) if following else total
    return Page(rows, places, following, seen, total, len(of[0]), of[1])


def rows_at(
    files: Sequence[Path], numbers: Sequence[int], columns: Sequence[str] | None
) -> tuple[list[dict[str, Any]], list[At]]:
    """Some columns, by default all, of rows by their numbers over all files, in order, and their places."""
    starts = np.cumsum([0, *(metadata(path).num_rows for path in files)])
    of = np.searchsorted(starts, numbers, side="right") - 1
    places = [At(int(file), int(number - starts[file])) for file, number in zip(of, numbers, strict=True)]
    rows: list[dict[str, Any]] = []
    first, table = At(), pa.table({})
    for at in places:
        if at.file != first.file or not 0 <= at.row - first.row < len(table):
            for file, _, group, row in islice(_groups(files, at), 1):  # which closes the file after it
                first, table = At(at.file, row), _read(file, group, columns)
        rows += table.slice(at.row - first.row, 1).to_pylist()
    return rows, places


def number_of(files: Sequence[Path], at: At) -> int:
    """The number of a row over all files."""
    return at.row + sum(int(metadata(path).num_rows) for path in files[: at.file])


def place_of(files: Sequence[Path], number: int) -> At | None:
    """The place of a row by its number over all files; None after the last one."""
    for file, path in enumerate(files):
        if number < (size := metadata(path).num_rows):
            return At(file, number)
        number -= size
    return None


def _read(file: pq.ParquetFile, group: int, columns: Sequence[str] | None = None) -> pa.Table:
    """A row group, read in one of few threads: Arrow keeps the memory that each thread has once used."""
    return _READING.submit(file.read_row_group, group, columns).result()


def _groups(files: Sequence[Path], begin: At) -> Iterator[tuple[pq.ParquetFile, int, int, int]]:
    """Row groups from a row on: the file, its index, the group's, and that of its first row."""
    for index, path in enumerate(files[begin.file :], begin.file):
        with pq.ParquetFile(path, metadata=metadata(path)) as file:
            first = 0
            for group in range(file.num_row_groups):
                end = first + file.metadata.row_group(group).num_rows
                if index > begin.file or end > begin.row:
                    yield file, index, group, first
                first = end


def true(values: pa.Array | pa.ChunkedArray) -> npt.NDArray[np.bool_]:
    """A mask with null as false."""
    found: npt.NDArray[np.bool_] = values.fill_null(False).to_numpy(zero_copy_only=False)
    return found


def equal(column: str, value: str) -> Test:
    """A test whether a column has a value."""
    return lambda table: true(pc.equal(table.column(column), value))


def find(files: Sequence[Path], column: str, value: str) -> At | None:
    """The first row with a value in a column; else None."""
    found = scan(files, equal(column, value), [column], At(), most=1, seconds=float("inf"))
    return next(iter(found.places), None)
