"""One language of a dataset: its files, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from dialogue_etl.check import findings, forms, lccc
from dialogue_etl.check.files import file_name
from dialogue_etl.check.listed import NOTHING, Listed
from dialogue_etl.check.pairs import PairReport, Pairs, place_of
from dialogue_etl.check.repeats import Repeats, kept_in
from dialogue_etl.check.said import Said
from dialogue_etl.formats.forms import WHOLE_FORMS
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from dialogue_etl.check.files import Setting
    from dialogue_etl.check.findings import Findings
    from dialogue_etl.check.forms import Dialogue, Rows


class Source(Protocol):
    """What is looked at in the datasets of one source alone.

    Attributes:
        unit: what its list counts: books, threads; empty where it has no list.
        list_name: the file of the list; empty where it has none.
        stated: columns that are read beside those of every source.
        of_rows: kinds of findings that are not known where no form is read.
    """

    unit: str
    list_name: str
    stated: tuple[str, ...]
    of_rows: tuple[str, ...]

    def listed(self) -> Listed:
        """What the list says, or which splits there are.

        Raises:
            UnreadableError: it cannot be read.
        """
        ...

    def is_own(self, dialogue: Dialogue) -> bool:
        """Whether a dialogue may say what an earlier one says; asked once for each, in their order."""
        ...

    def look(self, dialogues: Sequence[Dialogue], split: str, name: str) -> None:
        """Look at some dialogues of a file, in their order."""
        ...

    def report(self, report: PairReport) -> None:
        """Count what is known at the end."""
        ...


def check_language(setting: Setting, source: Source, found: Findings, folder: Path) -> dict[str, Any]:
    """What a language holds and what is wrong with it.

    Args:
        setting: what to check.
        source: what is looked at in this source alone.
        found: empty; takes what is wrong.
        folder: for files on the way; nothing is left in it.

    Returns:
        As JSON: `figures` for the metrics, and `examples`. Where the dataset has no form that says it, a
        figure is None.
    """
    with kept_in(folder) as ids, kept_in(folder) as texts:
        return _Language(setting, source, found, ids, Said(texts)).check()


class _Language:
    def __init__(self, setting: Setting, source: Source, found: Findings, ids: Repeats, said: Said) -> None:
        self._setting = setting
        self._source = source
        self._ids, self._said = ids, said
        self._found = found
        self._utterances = dict.fromkeys(SPLIT_NAMES, 0)

    def check(self) -> dict[str, Any]:
        """Go through all files; figures and examples."""
        listed = self._listed()
        dialogues = {split: self._split(split, listed) for split in SPLIT_NAMES}
        report = PairReport(self._setting, self._found)
        self._source.report(report)
        self._report_ids(report)
        self._said.report(report)
        read = self._setting.read
        figures = {
            **({self._source.unit: listed.units} if self._source.unit else {}),
            "dialogues": sum(dialogues.values()),
            "utterances": sum(self._utterances.values()) if read else None,
            "splits": dialogues,
            **self._found.counts,
        }
        if not read:
            figures |= dict.fromkeys(self._source.of_rows)
        return {"figures": figures, "examples": self._found.examples}

    def _listed(self) -> Listed:
        try:
            return self._source.listed()
        except forms.UnreadableError as error:
            name = self._source.list_name
            self._found.add(findings.UNREADABLE, f"{name}: {error}", file=name)
            return NOTHING

    def _split(self, split: str, listed: Listed) -> int:
        """Go through the files of one split; its dialogues, as the form says that is read."""
        list_name = self._source.list_name
        rows = {list_name: listed.dialogues[split]} if list_name else {}
        for form in self._setting.forms:
            name = file_name(form, self._setting.language, split)
            if split not in listed.splits and not (self._setting.dataset / name).exists():
                continue  # an empty split has no file
            try:
                number = self._file(form, split, name)
            except forms.UnreadableError as error:
                self._found.add(findings.UNREADABLE, f"{name}: {error}", file=name)
            else:
                rows |= {name: number} if form != "text" else {}
        if not rows:
            return 0
        if unequal := max(rows.values()) - min(rows.values()):
            shown = ", ".join(f"{name} {number:,}" for name, number in rows.items())
            detail = f"dialogues of {split}: {shown}"
            self._found.add(findings.UNEQUAL, detail, file=min(rows, key=rows.__getitem__), number=unequal)
        read = file_name(self._setting.read or "", self._setting.language, split)
        return rows.get(read, next(iter(rows.values())))

    def _file(self, form: str, split: str, name: str) -> int:
        """Go through a file; its dialogues, of plain text its lines."""
        path = self._setting.dataset / name
        if form in WHOLE_FORMS:
            return lccc.count_dialogues(path, split)
        if form != self._setting.read:
            return forms.count_lines(path)
        if form == "jsonl":
            return self._rows(forms.read_jsonl(path), split, name)
        return self._parquet(path, split, name)

    def _parquet(self, path: Path, split: str, name: str) -> int:
        file = forms.open_parquet(path, normalised=self._setting.normalised, stated=self._source.stated)
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
            self._source.look(dialogues, split, name)
            number += len(dialogues) + broken
        return number

    def _take(self, dialogues: Sequence[Dialogue], split: str) -> None:
        number = SPLIT_NAMES.index(split)
        places = [place_of(split, dialogue.row) for dialogue in dialogues]
        self._ids.add([dialogue.id for dialogue in dialogues], number, places)
        self._said.add(dialogues, number, places, [self._source.is_own(dialogue) for dialogue in dialogues])
        self._utterances[split] += sum(len(dialogue.texts) for dialogue in dialogues)

    def _report_ids(self, report: PairReport) -> None:
        same = Pairs()
        for rows in self._ids.find():
            same.add(rows.places, rows.before)
        report.add(findings.SAME_IDS, "{id} is an id of {there}, too", same)
