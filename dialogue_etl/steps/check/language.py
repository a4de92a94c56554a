"""The check of one language of a dataset, file by file."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.core.split_files import there
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.formats import chat, ids
from dialogue_etl.formats.forms import SPLIT_FORMS, WHOLE_FORMS, file_name
from dialogue_etl.languages.names import identified
from dialogue_etl.sources import figures
from dialogue_etl.sources.base import Source
from dialogue_etl.sources.checking import Checks, Manifest, ManifestError
from dialogue_etl.sources.figures import Figure
from dialogue_etl.steps.check import reading, sidecars
from dialogue_etl.steps.check.dialogue_index import EXAMPLES, DialogueIndex, Repeat, dialogue_index
from dialogue_etl.steps.check.privacy import private_places
from dialogue_etl.steps.check.reading import UnreadableError
from dialogue_etl.steps.check.sidecars import Ids
from dialogue_etl.text import language_id


class LanguageCheck:
    """Reads the files of a language once and counts what is wrong."""

    def __init__(
        self,
        source: Source,
        checks: Checks,
        dataset: Path,
        *,
        language: str,
        forms: Sequence[str],
        normalised: bool,
        asked: Sequence[str] = (),
    ) -> None:
        """Begin.

        Args:
            source: of the dataset.
            checks: those of its source.
            dataset: its folder.
            language: BCP-47 tag, or the name used instead of one.
            forms: the formats of the dataset, as in `package.formats`.
            normalised: whether it contains normalised text.
            asked: splits that should have a share of the dialogues.
        """
        self._source, self._checks, self._dataset = source, checks, dataset
        self._language, self._forms, self._normalised = language, forms, normalised
        self._asked = asked
        self._counts = Counter({figure.name: 0 for figure in source.figures})
        self._examples: list[dict[str, Any]] = []
        self._utterances = 0
        self._unequal: set[str] = set()  # splits, and "" if there are any
        # Of the dialogues of each split, and of all ("") as the files of all splits have them.
        self._ids: dict[str, Ids | None] = {split: Ids() for split in ("", *SPLIT_NAMES)}
        # Parquet has the most columns; where there is Parquet, lines of JSON are only counted.
        self._read_form = next((form for form in ("parquet", "jsonl") if form in forms), "")

    def run(self, folder: Path) -> dict[str, Any]:
        """Check all files.

        Args:
            folder: for temporary files; nothing is left in it.

        Returns:
            JSON with `figures` for the metrics, and `examples`, the first ones of each kind in the order they
            were found: kind, language, file relative to the dataset, id of the dialogue or work if there is
            one, and a sentence. A figure is None if no format of the dataset shows it.
        """
        manifest = self._manifest()
        within, least = self._checks.repeats_within_document, self._checks.least_shared
        with dialogue_index(folder, within_document=within, least=least) as index:
            index.add_works(manifest.members, self._checks.manifest, self._checks.works)
            dialogues = {split: self._split(split, manifest, index) for split in SPLIT_NAMES}
            self._report(index)
        self._counts.update(self._checks.counted())
        self._check_ids()
        self._empty_splits(dialogues)
        counted = {
            **({self._source.units: manifest.units} if self._checks.manifest else {}),
            "dialogues": sum(dialogues.values()),
            "utterances": self._utterances if self._read_form else None,
            "splits": dialogues,
            **self._counts,
        }
        if not self._read_form:
            counted |= {figure.name: None for figure in self._source.figures if figure.of_rows}
        return {"figures": counted, "examples": self._examples}

    def _add(self, kind: str, detail: str, *, file: str, id: str = "", number: int = 1) -> None:
        """Count a fault, and keep it as an example if there are not enough yet."""
        if sum(example["kind"] == kind for example in self._examples) < EXAMPLES:
            place = {"kind": kind, "language": self._language, "file": file, "id": id}
            self._examples.append({**place, "detail": detail})
        self._counts[kind] += number

    def _check_ids(self) -> None:
        """Compare the sidecars of ids with their files."""
        expected = self._ids if self._read_form else {}
        for form in (form for form in self._forms if form in ids.FORMS):
            for split in ("",) if form in WHOLE_FORMS else SPLIT_NAMES:
                path = self._dataset / file_name(form, self._language, split)
                if split in self._unequal or not path.is_file():
                    continue  # the missing lines are already counted
                name = ids.ids_file(path).relative_to(self._dataset).as_posix()
                try:
                    of = expected.get(split)
                    if wrong := sidecars.problem(path, of, turns=form == "text"):
                        self._add(figures.UNEQUAL.name, f"{name}: {wrong}", file=name)
                except UnreadableError as error:
                    self._add(figures.UNREADABLE.name, f"{name}: {error}", file=name)

    def _manifest(self) -> Manifest:
        """The content of the dataset's list of documents, or empty."""
        name, read = self._checks.manifest, self._checks.read_manifest
        try:
            return read(self._dataset / name, self._language) if read else Manifest(0, {})
        except (OSError, ManifestError) as error:
            self._add(figures.UNREADABLE.name, f"{name}: {reading.explain(error)}", file=name)
            return Manifest(0, {})

    def _split(self, split: str, manifest: Manifest, index: DialogueIndex) -> int:
        """Check the files of one split; returns its number of dialogues."""
        rows = {self._checks.manifest: manifest.dialogues.get(split, 0)} if self._checks.manifest else {}
        for form in self._forms:
            name = file_name(form, self._language, split)
            if not self._should_be_there(name, split, manifest):
                continue  # an empty split has no file
            try:
                number = self._file(form, split, name, index)
            except UnreadableError as error:
                self._add(figures.UNREADABLE.name, f"{name}: {error}", file=name)
                if form == self._read_form:
                    self._ids |= {split: None, "": None}
            else:
                rows |= {name: number} if form != "text" else {}
        if not rows:
            return 0
        if unequal := max(rows.values()) - min(rows.values()):
            shown = ", ".join(f"{name} {number:,}" for name, number in rows.items())
            detail, file = f"dialogues of {split}: {shown}", min(rows, key=rows.__getitem__)
            self._add(figures.UNEQUAL.name, detail, file=file, number=unequal)
            self._unequal |= {split, ""}
        read = file_name(self._read_form, self._language, split)
        return rows.get(read, next(iter(rows.values())))

    def _should_be_there(self, name: str, split: str, manifest: Manifest) -> bool:
        if there(self._dataset / name):
            return True
        if self._checks.manifest:
            return bool(manifest.dialogues.get(split))
        # Without a list of documents: a split has files of all formats, or none.
        per_split = [form for form in self._forms if form in SPLIT_FORMS]
        return any(there(self._dataset / file_name(form, self._language, split)) for form in per_split)

    def _file(self, form: str, split: str, name: str, index: DialogueIndex) -> int:
        """Check a file; returns its number of dialogues, or of lines for plain text."""
        path = self._dataset / name
        if form in WHOLE_FORMS:
            return reading.count_in_whole(path, split)
        if form != self._read_form:
            beside = ids.left_out_file(path) if form in chat.FORMS else None
            return reading.count_lines(path) + (reading.count_lines(beside) if beside else 0)
        if form == "jsonl":
            rows = self._rows(reading.read_jsonl(path), split, name, index)
            if left_out := reading.count_lines(ids.left_out_file(path)):
                self._ids |= {split: None, "": None}  # other forms have them, in between
            return rows + left_out
        files = reading.split_files(path)
        difference, rows = reading.schema_difference(files, normalised=self._normalised)
        if difference:
            detail = f"{name} is {difference}; nothing else of it was checked"
            self._add(figures.SCHEMA.name, detail, file=name, number=rows)
            self._ids |= {split: None, "": None}
            return rows
        return self._rows(reading.read_parquet(files, self._checks.required), split, name, index)

    def _rows(self, batches: Iterator[pa.RecordBatch], split: str, name: str, index: DialogueIndex) -> int:
        """Check the rows of a file; returns their number."""
        number = 0
        for batch in batches:
            index.add(batch, split, name)
            for ids_of in (self._ids[split], self._ids[""]):
                if ids_of:
                    ids_of.add(batch.column("id").to_pylist())
            self._look(batch, name)
            number += len(batch)
        return number

    def _look(self, batch: pa.RecordBatch, name: str) -> None:
        """Check some dialogues against the data contract and the checks of their source."""
        named = batch.column("id")
        is_parquet = self._read_form == "parquet"
        for row, error in _violations(batch, self._checks, self._language, is_parquet=is_parquet):
            id = named[row].as_py()
            self._add(figures.SCHEMA.name, f"{name}: {id}: {error}", file=name, id=id)
        for row, turn, kind in private_places(batch):
            where = (
                f"utterance {turn + 1} of {named[row]}"
                if turn is not None
                else f"the metadata of {named[row]}"
            )
            detail = f"{name}: {where}: {kind}"
            self._add(figures.PRIVATE.name, detail, file=name, id=named[row].as_py())
        for fault in self._checks.faults(batch):
            id = named[fault.row].as_py()
            detail = f"{name}: utterance {fault.turn + 1} of {id}: {fault.detail}"
            self._add(fault.figure, detail, file=name, id=id)
        for row, detail in _in_other_languages(batch):
            id = named[row].as_py()
            self._add(figures.OTHER_LANGUAGE.name, f"{name}: {id} {detail}", file=name, id=id)
        self._utterances += len(batch.column("turns").flatten())

    def _report(self, index: DialogueIndex) -> None:
        """Count the faults that need all dialogues: works in two splits, repeated ids and dialogues."""
        number, works = index.split_works()
        for work, members, file in works:
            self._add(figures.SPLIT_WORKS.name, f"work {work}: {members}", file=file, id=work)
        self._counts[figures.SPLIT_WORKS.name] = number
        self._add_repeats(figures.SAME_IDS, "{0} is an id of {there}, too", *index.same_ids())
        sentence = "{0} says word for word what {1} of {there} says"
        for figure, found in zip((figures.DUPLICATES, figures.LEAKED), index.same_words(), strict=True):
            self._add_repeats(figure, sentence, *found)
        sentence = "{0} has an opening or a pair of {1} of {there}"
        self._add_repeats(figures.LEAKED_PAIRS, sentence, *index.same_pairs())

    def _empty_splits(self, dialogues: Mapping[str, int]) -> None:
        """Count the splits that should have a share and have no dialogue, if the language has any."""
        for split in self._asked if any(dialogues.values()) else ():
            if not dialogues[split]:
                detail = f"{self._language}: {split} is empty, though split.{split} is above 0"
                self._add(figures.EMPTY_SPLITS.name, detail, file="")

    def _add_repeats(self, figure: Figure, sentence: str, number: int, first: Sequence[Repeat]) -> None:
        for one in first:
            name, there = (
                file_name(self._read_form, self._language, split) for split in (one.split, one.other_split)
            )
            detail = f"{name}: {sentence.format(one.id, one.other, there=there)}"
            self._add(figure.name, detail, file=name, id=one.id)
        self._counts[figure.name] = number


def _violations(
    batch: pa.RecordBatch, checks: Checks, language: str, *, is_parquet: bool
) -> list[tuple[int, str]]:
    """Rows of a batch that violate the data contract, in order, with the first reason for each.

    Ids, texts and spans are not null. JSON Lines, unlike Parquet, have no ids of utterances and fewer
    columns.
    """
    turns = batch.column("turns")
    flat, parents = turns.flatten(), pc.list_parent_indices(turns)
    broken = [
        (
            pc.indices_nonzero(pc.less(turns.value_lengths(), checks.min_turns)),
            f"fewer than {checks.min_turns} turns",
        ),
        (parents.filter(pc.equal(pc.utf8_trim_whitespace(flat.field("text")), "")), "an utterance is empty"),
    ]
    if checks.one_language:
        other = pc.indices_nonzero(pc.not_equal(batch.column("language"), language))
        broken.append((other, f"language is not {language}"))
    if is_parquet:
        broken += [
            (pc.indices_nonzero(_is_blank(batch.column(name))), f"without {name}") for name in checks.required
        ]
        if checks.utterance_ids:
            unnamed = parents.filter(_is_blank(flat.field("utterance_id")))
            broken.append((unnamed, "an utterance without id"))
    found: dict[int, str] = {}
    for rows, detail in broken:
        for row in rows.to_pylist():
            found.setdefault(row, detail)
    return sorted(found.items())


def _in_other_languages(batch: pa.RecordBatch) -> Iterator[tuple[int, str]]:
    """Rows whose utterances, joined, are in another language than the row says, and in which."""
    turns = batch.column("turns")
    edges = turns.offsets.to_numpy() - turns.offsets[0].as_py()
    texts = turns.flatten().field("text").to_pylist()
    languages = batch.column("language").to_pylist()
    for row, (language, (begin, end)) in enumerate(zip(languages, pairwise(edges), strict=True)):
        if other := language_id.other_than(language, " ".join(texts[begin:end])):
            yield row, f"is labelled {language} and seems to be in {identified(other.language)}"


def _is_blank(column: pa.Array) -> pa.Array:
    return pc.equal(pc.fill_null(column, ""), "")
