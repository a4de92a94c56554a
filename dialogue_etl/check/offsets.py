"""Whether an utterance's places give its words back from the stored text of its book."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow.parquet as pq

from dialogue_etl.sources.books.reference import reference_dialogues
from dialogue_etl.text.spans import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

Place = tuple[int, int]


class StoredTexts:
    """The texts of a language by the id of their book; a row group of them is in memory.

    The dataset has its books in the order of the texts, so each group is read once per split.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        """Note where each text is.

        Args:
            paths: the files of the texts table.
        """
        self._where: dict[str, tuple[Path, int]] = {}
        for path in paths:
            with pq.ParquetFile(path) as file:
                for group in range(file.num_row_groups):
                    for id in file.read_row_group(group, ["id"]).column("id").to_pylist():
                        self._where[id] = (path, group)
        self._at: tuple[Path, int] | None = None
        self._texts: dict[str, str] = {}

    def get(self, id: str) -> str | None:
        """The text of a book, if there is one."""
        at = self._where.get(id)
        if at is None:
            return None
        if at != self._at:
            self._texts.clear()  # before the next group is read: never two of them in memory
            with pq.ParquetFile(at[0], pre_buffer=False) as file:
                rows = file.read_row_group(at[1], ["id", "text"], use_threads=False)
            ids, texts = (rows.column(name).to_pylist() for name in ("id", "text"))
            self._texts, self._at = dict(zip(ids, texts, strict=True)), at
        return self._texts[id]


class Offsets:
    """Tells which utterances do not stand where they are said to."""

    def __init__(self, texts: StoredTexts, language: str, profile: str) -> None:
        """Begin.

        Args:
            texts: of the language.
            language: BCP-47 tag.
            profile: of `extract`. With `reference` a place is a whole paragraph, and what it says is known
                only by finding the book's utterances once more.
        """
        self._texts = texts
        self._language = language
        self._as_reference = profile == "reference"
        self._book: str | None = None
        self._text: str | None = None
        self._said: set[tuple[int, int, str]] = set()

    def error(self, book: str, places: Sequence[Place], said: str) -> str:
        """What is wrong with an utterance; empty if nothing is.

        Args:
            book: its id.
            places: start and end of each, in characters of the book's text.
            said: its words.
        """
        if book != self._book:
            self._open(book)
        if self._text is None:
            return f"there is no stored text of {book}"
        if any(not 0 <= start <= end <= len(self._text) for start, end in places):
            return f"{_shown(places)} is not in the text, which has {len(self._text):,} characters"
        if self._as_reference:
            right = len(places) == 1 and (*places[0], said) in self._said
        else:
            right = bool(places) and text_of(self._text, places) == said
        return "" if right else f"{_shown(places)} does not say what the utterance says"

    def _open(self, book: str) -> None:
        self._book, self._text = book, self._texts.get(book)
        if self._as_reference and self._text is not None:
            found = reference_dialogues(self._text, self._language)
            self._said = {(said.start, said.end, said.text) for talk in found.dialogues for said in talk}


def _shown(places: Sequence[Place]) -> str:
    return ", ".join(f"{start} to {end}" for start, end in places) or "no place"
