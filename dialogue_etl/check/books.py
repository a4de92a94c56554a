"""What is looked at in a dataset of books alone: its list, works, and places in the stored texts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from dialogue_etl.check import findings, listed
from dialogue_etl.check.listed import BOOKS, Listed
from dialogue_etl.check.offsets import Offsets, StoredTexts
from dialogue_etl.check.works import WorkSplits

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dialogue_etl.check.files import Setting
    from dialogue_etl.check.findings import Findings
    from dialogue_etl.check.forms import Dialogue
    from dialogue_etl.check.pairs import PairReport


class Books:
    """A `Source`."""

    unit = "books"
    list_name = BOOKS
    stated: tuple[str, ...] = ()
    of_rows: tuple[str, ...] = (findings.SAME_IDS, findings.DUPLICATES, findings.LEAKED)

    def __init__(
        self, setting: Setting, found: Findings, texts: Sequence[Path], works: Sequence[Path], profile: str
    ) -> None:
        """Begin.

        Args:
            setting: what is checked.
            found: takes what is wrong.
            texts: files of the texts table.
            works: files of the works table.
            profile: of `extract`.
        """
        self._setting = setting
        self._found = found
        self._works = WorkSplits(works)
        self._offsets = Offsets(StoredTexts(texts), setting.language, profile)

    def listed(self) -> Listed:
        """The lines of books.tsv."""
        books = listed.read_books(self._setting.dataset / BOOKS)
        books = [book for book in books if book.language == self._setting.language]
        dialogues = Counter[str]()
        for book in books:
            self._works.add(book.id, book.work_id, book.split, BOOKS)
            dialogues[book.split] += book.dialogues
        return Listed(len(books), frozenset(book.split for book in books), dialogues)

    def is_own(self, dialogue: Dialogue) -> bool:  # noqa: ARG002 - as every source is asked
        """Nothing is to be there twice."""
        return False

    def look(self, dialogues: Sequence[Dialogue], split: str, name: str) -> None:
        """Look the places up, and note the works."""
        for dialogue in dialogues:
            self._look_up(dialogue, name)
        for book, work in sorted({(row.source_id, row.work_id) for row in dialogues}):
            self._works.add(book, work, split, name)

    def _look_up(self, dialogue: Dialogue, name: str) -> None:
        # JSON Lines have no places.
        for number, (said, places) in enumerate(zip(dialogue.texts, dialogue.places, strict=False), start=1):
            if error := self._offsets.error(dialogue.source_id, places, said):
                detail = f"{name}: utterance {number} of {dialogue.id}: {error}"
                self._found.add(findings.OFFSETS, detail, file=name, id=dialogue.id)

    def report(self, report: PairReport) -> None:  # noqa: ARG002 - works are no pairs of rows
        """Count the works of two splits."""
        self._works.report(self._found)
