"""One language of a dataset: its files, one after the other."""

from __future__ import annotations

import heapq
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl.check import findings, forms, lccc
from dialogue_etl.check.findings import EXAMPLES, Findings
from dialogue_etl.check.offsets import Offsets, StoredTexts
from dialogue_etl.check.repeats import Repeats
from dialogue_etl.check.works import WorkSplits
from dialogue_etl.formats.forms import WHOLE_FORMS
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dialogue_etl.check.forms import Dialogue, ListedBook, Rows
    from dialogue_etl.check.repeats import Numbers

BOOKS = "books.tsv"
_TEXT_NAMES = {"validation": "dev"}  # as formats/text.py has them
_PLACES = 1 << 40
"""Rows a file may have: the place of a row is its number, and this much more for each file before it."""


@dataclass(frozen=True)
class Setting:
    """What is checked, and against what.

    Attributes:
        language: BCP-47 tag.
        dataset: its folder.
        texts: files of the texts table.
        works: files of the works table.
        forms: of the dataset, as `package.formats` has them.
        normalised: whether it holds normalised text.
        profile: of `extract`.
    """

    language: str
    dataset: Path
    texts: Sequence[Path]
    works: Sequence[Path]
    forms: Sequence[str]
    normalised: bool
    profile: str


def file_name(form: str, language: str, split: str) -> str:
    """The file of a form, language and split, relative to the dataset."""
    if form == "parquet":
        return f"{language}/{split}.parquet"
    if form == "text":
        return f"text/{language}/{_TEXT_NAMES.get(split, split)}.txt"
    if form in WHOLE_FORMS:
        return f"{form}/{language}.json"
    return f"{form}/{language}/{split}.{'tsv' if form == 'tsv' else 'jsonl'}"


def check_language(setting: Setting, folder: Path) -> dict[str, Any]:
    """What a language holds and what is wrong with it.

    Args:
        setting: what to check.
        folder: for files on the way; nothing is left in it.

    Returns:
        As JSON: `figures` for the metrics, and `examples`. Where the dataset has no form that says it, a
        figure is None.
    """
    with ExitStack() as stack:
        ids, texts = (
            Repeats(Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder)))) for _ in range(2)
        )
        return _Language(setting, ids, texts).check()


class _Language:
    def __init__(self, setting: Setting, ids: Repeats, texts: Repeats) -> None:
        self._setting = setting
        self._ids, self._texts = ids, texts
        self._found = Findings(setting.language)
        self._works = WorkSplits(setting.works)
        self._offsets = Offsets(StoredTexts(setting.texts), setting.language, setting.profile)
        # Parquet says most; JSON Lines are counted where there is Parquet, and read where there is not.
        self._read = next((form for form in ("parquet", "jsonl") if form in setting.forms), None)
        self._utterances = dict.fromkeys(SPLIT_NAMES, 0)

    def check(self) -> dict[str, Any]:
        """Go through all files; figures and examples."""
        books = self._listed_books()
        dialogues = {split: self._split(split, books) for split in SPLIT_NAMES}
        self._works.report(self._found)
        self._report_repeats()
        figures = {
            "books": len(books),
            "dialogues": sum(dialogues.values()),
            "utterances": sum(self._utterances.values()) if self._read else None,
            "splits": dialogues,
            **self._found.counts,
        }
        if not self._read:
            figures |= dict.fromkeys((findings.SAME_IDS, findings.DUPLICATES, findings.LEAKED))
        return {"figures": figures, "examples": self._found.examples}

    def _listed_books(self) -> list[ListedBook]:
        try:
            listed = forms.read_books(self._setting.dataset / BOOKS)
        except forms.UnreadableError as error:
            self._found.add(findings.UNREADABLE, f"{BOOKS}: {error}", file=BOOKS)
            return []
        books = [book for book in listed if book.language == self._setting.language]
        for book in books:
            self._works.add(book.id, book.work_id, book.split, BOOKS)
        return books

    def _split(self, split: str, books: Sequence[ListedBook]) -> int:
        """Go through the files of one split; its dialogues, as the form says that is read."""
        listed = [book.dialogues for book in books if book.split == split]
        rows = {BOOKS: sum(listed)}
        for form in self._setting.forms:
            name = file_name(form, self._setting.language, split)
            if not listed and not (self._setting.dataset / name).exists():
                continue  # a split without a book has no file
            try:
                number = self._file(form, split, name)
            except forms.UnreadableError as error:
                self._found.add(findings.UNREADABLE, f"{name}: {error}", file=name)
            else:
                rows |= {name: number} if form != "text" else {}
        if unequal := max(rows.values()) - min(rows.values()):
            shown = ", ".join(f"{name} {number:,}" for name, number in rows.items())
            detail = f"dialogues of {split}: {shown}"
            self._found.add(findings.UNEQUAL, detail, file=min(rows, key=rows.__getitem__), number=unequal)
        return rows.get(file_name(self._read or "", self._setting.language, split), rows[BOOKS])

    def _file(self, form: str, split: str, name: str) -> int:
        """Go through a file; its dialogues, of plain text its lines."""
        path = self._setting.dataset / name
        if form in WHOLE_FORMS:
            return lccc.count_dialogues(path, split)
        if form != self._read:
            return forms.count_lines(path)
        if form == "jsonl":
            return self._rows(forms.read_jsonl(path), split, name)
        return self._parquet(path, split, name)

    def _parquet(self, path: Path, split: str, name: str) -> int:
        file = forms.open_parquet(path, normalised=self._setting.normalised)
        if file.differs:
            rest = "" if file.usable else "; nothing else of it was checked"
            self._found.add(findings.SCHEMA, f"{name} is {file.differs}{rest}", file=name, number=file.rows)
        if not file.usable:
            return file.rows
        self._rows(file.batches(), split, name)
        return file.rows

    def _rows(self, batches: Iterator[Rows], split: str, name: str) -> int:
        """Go through the rows of a file; how many there are."""
        number = 0
        for dialogues, broken in batches:
            if broken:
                detail = f"{name}: rows that lack an id, a text or a place"
                self._found.add(findings.SCHEMA, detail, file=name, number=broken)
            self._take(dialogues, split)
            for dialogue in dialogues:
                self._look_up(dialogue, name)
            for book, work in sorted({(row.source_id, row.work_id) for row in dialogues}):
                self._works.add(book, work, split, name)
            number += len(dialogues) + broken
        return number

    def _take(self, dialogues: Sequence[Dialogue], split: str) -> None:
        number = SPLIT_NAMES.index(split)
        places = [number * _PLACES + dialogue.row for dialogue in dialogues]
        self._ids.add([dialogue.id for dialogue in dialogues], number, places)
        self._texts.add(["\n".join(dialogue.texts) for dialogue in dialogues], number, places)
        self._utterances[split] += sum(len(dialogue.texts) for dialogue in dialogues)

    def _look_up(self, dialogue: Dialogue, name: str) -> None:
        # JSON Lines have no places.
        for number, (said, places) in enumerate(zip(dialogue.texts, dialogue.places, strict=False), start=1):
            if error := self._offsets.error(dialogue.source_id, places, said):
                detail = f"{name}: utterance {number} of {dialogue.id}: {error}"
                self._found.add(findings.OFFSETS, detail, file=name, id=dialogue.id)

    def _report_repeats(self) -> None:
        same = [(rows.places, rows.before) for rows in self._ids.find()]
        within, across = [], []
        for rows in self._texts.find():
            within += [(rows.places[rows.within], rows.before[rows.within])]
            across += [(rows.places[rows.across], rows.firsts[rows.across])]
        self._report(findings.SAME_IDS, "{id} is an id of {there}, too", same)
        said = "{id} says word for word what {other} of {there} says"
        self._report(findings.DUPLICATES, said, within)
        self._report(findings.LEAKED, said, across)

    def _report(self, kind: str, sentence: str, pieces: Sequence[tuple[Numbers, Numbers]]) -> None:
        """Count pairs of rows, and look up the ids of the first ones."""
        number = sum(len(places) for places, _ in pieces)
        pairs = (
            pair for piece in pieces for pair in zip(*(column.tolist() for column in piece), strict=True)
        )
        first = heapq.nsmallest(EXAMPLES, pairs)
        known = self._known({place for pair in first for place in pair})
        for place, other in first:
            (file, id), (there, other_id) = known[place], known[other]
            detail = f"{file}: " + sentence.format(id=id, other=other_id, there=there)
            self._found.add(kind, detail, file=file, id=id)
        self._found.counts[kind] = number

    def _known(self, places: set[int]) -> dict[int, tuple[str, str]]:
        """File and id of the dialogues at some places."""
        known: dict[int, tuple[str, str]] = {}
        for number, split in enumerate(SPLIT_NAMES):
            rows = {place - number * _PLACES for place in places if place // _PLACES == number}
            if rows and self._read:
                name = file_name(self._read, self._setting.language, split)
                ids = forms.ids_at(self._setting.dataset / name, rows)
                known |= {number * _PLACES + row: (name, id) for row, id in ids.items()}
        return known
