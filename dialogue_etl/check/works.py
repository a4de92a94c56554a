"""Which works are in two splits: of some thousands of books, and of any number of threads."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl import shards
from dialogue_etl.check import findings
from dialogue_etl.check.pairs import PairReport, Pairs, place_of
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dialogue_etl.check.findings import Findings
    from dialogue_etl.check.forms import Dialogue
    from dialogue_etl.check.repeats import Repeats


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


class WorkRows:
    """Dialogues by their work, in flat memory: there are as many works as threads."""

    def __init__(self, works: Repeats) -> None:
        """Begin.

        Args:
            works: empty.
        """
        self._works = works

    def add(self, dialogues: Sequence[Dialogue], split: str) -> None:
        """Some dialogues of a split.

        Args:
            dialogues: JSON Lines name no work: the thread is one.
            split: where they are.
        """
        first = {dialogue.work_id or dialogue.source_id: dialogue.row for dialogue in reversed(dialogues)}
        places = [place_of(split, row) for row in first.values()]
        self._works.add(list(first), SPLIT_NAMES.index(split), places)

    def report(self, report: PairReport) -> None:
        """Count the works of two splits or more."""
        pairs = Pairs()
        for rows in self._works.find():
            firsts, where = np.unique(rows.firsts[rows.across], return_index=True)
            pairs.add(rows.places[rows.across][where], firsts)
        report.add(findings.SPLIT_WORKS, "{id} is of the same work as {other} of {there}", pairs)
