"""Which works are in two splits."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from dialogue_etl import shards
from dialogue_etl.check import findings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dialogue_etl.check.findings import Findings


class WorkSplits:
    """Books with their splits, by work: as the dataset names it, and as the works table has it."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Begin.

        Args:
            paths: the files of the works table.
        """
        rows = (row for path in paths for row in shards.read_shard(path, ["id", "work_id"]))
        self._work_of = {row["id"]: row["work_id"] for row in rows}
        self._books: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self._file: dict[str, str] = {}

    def add(self, book: str, work: str, split: str, file: str) -> None:
        """A book that is in a split.

        Args:
            book: its id.
            work: as the file names it, empty if it does not.
            split: where it is.
            file: that says so, relative to the dataset.
        """
        for name in {work, self._work_of.get(book, book)} - {""}:
            self._books[name].setdefault(split, book)
            self._file.setdefault(name, file)

    def report(self, found: Findings) -> None:
        """Count the works of two splits or more."""
        for work, books in sorted(self._books.items()):
            if len(books) > 1:
                shown = ", ".join(f"{book} in {split}" for split, book in sorted(books.items()))
                found.add(findings.SPLIT_WORKS, f"work {work}: {shown}", file=self._file[work], id=work)
