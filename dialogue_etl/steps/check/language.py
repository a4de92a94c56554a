"""One language of a dataset: its files, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dialogue_etl import figures
from dialogue_etl.formats.forms import SPLIT_FORMS, WHOLE_FORMS, file_name
from dialogue_etl.sources.checking import Manifest, ManifestError
from dialogue_etl.steps.check import reading
from dialogue_etl.steps.check.contract import violations
from dialogue_etl.steps.check.findings import Findings
from dialogue_etl.steps.check.reading import UnreadableError
from dialogue_etl.steps.check.repeats import dialogue_index
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import pyarrow as pa

    from dialogue_etl.sources.base import Source
    from dialogue_etl.sources.checking import Checks
    from dialogue_etl.steps.check.reading import Rows
    from dialogue_etl.steps.check.repeats import DialogueIndex, Repeat

_SAME_WORDS = "says word for word what"


@dataclass(frozen=True)
class Target:
    """One language of a dataset.

    Attributes:
        language: BCP-47 tag, or what stands in its place.
        dataset: its folder.
        forms: of the dataset, as `package.formats` has them.
        normalised: whether it holds normalised text.
    """

    language: str
    dataset: Path
    forms: Sequence[str]
    normalised: bool


class LanguageCheck:
    """Goes through the files of a language once."""

    def __init__(self, source: Source, checks: Checks, target: Target) -> None:
        """Begin.

        Args:
            source: whose dataset it is.
            checks: what is checked of its source alone.
            target: the files.
        """
        self._source, self._checks = source, checks
        self._language, self._dataset, self._forms = target.language, target.dataset, target.forms
        self._normalised = target.normalised
        self._findings = Findings(target.language, [figure.name for figure in source.figures])
        self._utterances = 0
        # Parquet says most; JSON Lines are only counted where there is Parquet.
        self._read_form = next((form for form in ("parquet", "jsonl") if form in target.forms), "")

    def run(self, folder: Path) -> dict[str, Any]:
        """Check all files.

        Args:
            folder: for files on the way; nothing is left in it.

        Returns:
            As JSON: `figures` for the metrics, and `examples`. A figure is None where the dataset has no form
            that says it.
        """
        manifest = self._manifest()
        with dialogue_index(folder, within_document=self._checks.repeats_within_document) as index:
            index.add_members(manifest.members, self._checks.manifest, self._checks.works)
            dialogues = {split: self._split(split, manifest, index) for split in SPLIT_NAMES}
            self._report(index)
        counted = {
            **({self._source.units: manifest.units} if self._checks.manifest else {}),
            "dialogues": sum(dialogues.values()),
            "utterances": self._utterances if self._read_form else None,
            "splits": dialogues,
            **self._findings.counts,
        }
        if not self._read_form:
            counted |= {figure.name: None for figure in self._source.figures if figure.of_rows}
        return {"figures": counted, "examples": self._findings.examples}

    def _manifest(self) -> Manifest:
        """What the dataset's list says; nothing where there is none."""
        name, read = self._checks.manifest, self._checks.read_manifest
        try:
            return read(self._dataset / name, self._language) if read else Manifest(0, {})
        except (OSError, ManifestError) as error:
            self._unreadable(name, reading.explain(error))
            return Manifest(0, {})

    def _unreadable(self, name: str, why: str) -> None:
        self._findings.add(figures.UNREADABLE.name, f"{name}: {why}", file=name)

    def _split(self, split: str, manifest: Manifest, index: DialogueIndex) -> int:
        """Go through the files of one split; how many dialogues it has by the form that is read."""
        rows = {self._checks.manifest: manifest.dialogues.get(split, 0)} if self._checks.manifest else {}
        for form in self._forms:
            name = file_name(form, self._language, split)
            if not self._should_be_there(name, split, manifest):
                continue  # an empty split has no file
            try:
                number = self._file(form, split, name, index)
            except UnreadableError as error:
                self._unreadable(name, str(error))
            else:
                rows |= {name: number} if form != "text" else {}
        if not rows:
            return 0
        if unequal := max(rows.values()) - min(rows.values()):
            shown = ", ".join(f"{name} {number:,}" for name, number in rows.items())
            detail, file = f"dialogues of {split}: {shown}", min(rows, key=rows.__getitem__)
            self._findings.add(figures.UNEQUAL.name, detail, file=file, number=unequal)
        read = file_name(self._read_form, self._language, split)
        return rows.get(read, next(iter(rows.values())))

    def _should_be_there(self, name: str, split: str, manifest: Manifest) -> bool:
        if (self._dataset / name).exists():
            return True
        if self._checks.manifest:
            return bool(manifest.dialogues.get(split))
        # Without a list a split has a file of every form, or of none.
        per_split = [form for form in self._forms if form in SPLIT_FORMS]
        return any((self._dataset / file_name(form, self._language, split)).exists() for form in per_split)

    def _file(self, form: str, split: str, name: str, index: DialogueIndex) -> int:
        """Go through a file; how many dialogues it has, of plain text its lines."""
        path = self._dataset / name
        if form in WHOLE_FORMS:
            return reading.count_in_whole(path, split)
        if form != self._read_form:
            return reading.count_lines(path)
        if form == "jsonl":
            return self._rows(reading.read_jsonl(path), split, name, index)
        rows, required = reading.row_count(path), self._checks.required
        usable = reading.can_be_checked(path, required)
        if difference := reading.schema_difference(path, normalised=self._normalised):
            rest = "" if usable else "; nothing else of it was checked"
            detail = f"{name} is {difference}{rest}"
            self._findings.add(figures.SCHEMA.name, detail, file=name, number=rows)
        if usable:
            self._rows(reading.read_parquet(path, required), split, name, index)
        return rows

    def _rows(self, batches: Iterator[Rows], split: str, name: str, index: DialogueIndex) -> int:
        """Go through the rows of a file; how many there are."""
        number = 0
        for batch, broken in batches:
            detail = f"{name}: rows that lack an id, a text or a place"
            self._findings.add(figures.SCHEMA.name, detail, file=name, number=broken)
            if len(batch):
                index.add(batch, split, name, self._checks.works)
                self._look(batch, name)
            number += len(batch) + broken
        return number

    def _look(self, batch: pa.RecordBatch, name: str) -> None:
        """Hold some dialogues against the contract and what their source asks for."""
        ids = batch.column("id")
        is_parquet = self._read_form == "parquet"
        for row, error in violations(batch, self._checks, self._language, is_parquet=is_parquet):
            id = ids[row].as_py()
            self._findings.add(figures.SCHEMA.name, f"{name}: {id}: {error}", file=name, id=id)
        for fault in self._checks.faults(batch):
            id = ids[fault.row].as_py()
            detail = f"{name}: utterance {fault.turn + 1} of {id}: {fault.detail}"
            self._findings.add(fault.figure, detail, file=name, id=id)
        self._utterances += len(batch.column("turns").flatten())

    def _report(self, index: DialogueIndex) -> None:
        """Count what is known at the end, with an example of each."""
        number, works = index.split_works()
        for work, members, file in works:
            self._findings.add(figures.SPLIT_WORKS.name, f"work {work}: {members}", file=file, id=work)
        self._findings.counts[figures.SPLIT_WORKS.name] = number
        self._add_repeats(figures.SAME_IDS.name, "{0} is an id of {there}, too", *index.same_ids())
        sentence = f"{{0}} {_SAME_WORDS} {{1}} of {{there}} says"
        for figure, found in zip((figures.DUPLICATES, figures.LEAKED), index.same_words(), strict=True):
            self._add_repeats(figure.name, sentence, *found)

    def _add_repeats(self, kind: str, sentence: str, number: int, first: Sequence[Repeat]) -> None:
        for one in first:
            name, there = (
                file_name(self._read_form, self._language, split) for split in (one.split, one.other_split)
            )
            detail = f"{name}: {sentence.format(one.id, one.other, there=there)}"
            self._findings.add(kind, detail, file=name, id=one.id)
        self._findings.counts[kind] = number
