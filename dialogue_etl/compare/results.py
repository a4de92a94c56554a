"""The result of a comparison as data."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import chain, zip_longest
from typing import Any

from dialogue_etl.compare.documents import COUNTED, LISTS, SIZED
from dialogue_etl.compare.matching import KINDS
from dialogue_etl.compare.values import Difference

Pair = tuple[int, int]
"""A number before and after."""
Row = dict[str, Any]


@dataclass(frozen=True)
class Language:
    """A language of a source, or all of them together.

    Attributes:
        source: its name.
        unit: what its documents are called.
        language: BCP-47.
        sizes: numbers of documents, dialogues and utterances by split, and of `all`.
        dialogues: numbers by kind.
        removed_by: stage, unit and reason why the second version lacks dialogues, with numbers, descending.
        added_by: the same for dialogues that the first version lacks.
        numbers: of documents that are removed, added, moved or changed.
        documents: those with most differing dialogues, by kind of difference (see `documents.differing`).
        examples: a few dialogues of each kind: kind, language, id and title of the document, the dialogues
            before and after (id; turns with speaker and text), and the reason if one side has none.
        corpora: numbers of documents, dialogues and kinds of dialogues, by corpus.
    """

    source: str
    unit: str
    language: str
    sizes: Mapping[str, Mapping[str, Pair]]
    dialogues: Mapping[str, Pair] = field(default_factory=dict)
    removed_by: Sequence[Row] = ()
    added_by: Sequence[Row] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)
    documents: Mapping[str, Sequence[Row]] = field(default_factory=dict)
    examples: Sequence[Row] = ()
    corpora: Mapping[str, Mapping[str, Pair]] = field(default_factory=dict)

    @property
    def differs(self) -> bool:
        """Whether anything differs."""
        return any(self.numbers.values())


@dataclass(frozen=True)
class Comparison:
    """The comparison of two versions.

    Attributes:
        before: name and commit of the first.
        after: name and commit of the second.
        notes: what could not be compared, and other remarks.
        params: that differ.
        code: stages whose code differs.
        languages: by source and language.
        metrics: that differ, with the file's path before the key.
        examples: requested number of each kind.
        libraries: versions of libraries, and of Python, that differ.
    """

    before: Mapping[str, str]
    after: Mapping[str, str]
    notes: Sequence[str]
    params: Sequence[Difference]
    code: Sequence[str]
    languages: Sequence[Language]
    metrics: Sequence[Difference]
    examples: int = 3
    libraries: Sequence[Difference] = ()

    @property
    def differs(self) -> bool:
        """Whether anything other than the code and its libraries differs."""
        values = bool(self.params or self.metrics)
        return values or any(language.differs for language in self.languages)

    @property
    def sources(self) -> list[str]:
        """The sources that are compared."""
        return sorted({language.source for language in self.languages})

    @property
    def units(self) -> str:
        """The documents of all sources as a noun: "books and threads"."""
        return " and ".join(sorted({language.unit for language in self.languages})) or "documents"

    @cached_property
    def total(self) -> Language:
        """All languages together, with the kinds of dialogues that occur."""
        parts = self.languages
        sizes = {of: {what: _sum(one.sizes[of][what] for one in parts) for what in COUNTED} for of in SIZED}
        kinds = {kind: _sum(one.dialogues.get(kind, (0, 0)) for one in parts) for kind in KINDS}
        return Language(
            source="",
            unit=self.units,
            language="",
            sizes=sizes,
            dialogues={kind: pair for kind, pair in kinds.items() if any(pair)},
            removed_by=_reasons(chain.from_iterable(one.removed_by for one in parts)),
            added_by=_reasons(chain.from_iterable(one.added_by for one in parts)),
        )

    def lists(self) -> list[Row]:
        """Documents by source and kind of difference: unit, kind, number, and the listed ones."""
        found = []
        for source in self.sources:
            own = [language for language in self.languages if language.source == source]
            for what in LISTS:
                entries = [(one.language, document) for one in own for document in one.documents[what]]
                if what == "changed":  # those with most other dialogues first
                    entries.sort(key=lambda entry: -sum(map(sum, entry[1]["kinds"].values())))
                if number := sum(one.numbers[what] for one in own):
                    found.append({"unit": own[0].unit, "what": what, "number": number, "entries": entries})
        return found

    def shown_examples(self) -> list[Row]:
        """The requested number of examples of each kind, from as many languages as possible."""
        chosen: list[Row] = []
        for kind in KINDS:
            found = [[row for row in one.examples if row["kind"] == kind] for one in self.languages]
            in_turn = filter(None, chain.from_iterable(zip_longest(*found)))
            chosen += list(in_turn)[: self.examples]
        return chosen


def as_json(comparison: Comparison) -> Row:
    """The comparison as nested plain values; pairs are before and after."""
    totals = {"differs": comparison.differs, "dialogues": comparison.total.dialogues}
    return asdict(comparison) | totals


def _sum(pairs: Iterable[Pair]) -> Pair:
    found = list(pairs)
    return sum(one for one, _ in found), sum(other for _, other in found)


def _reasons(rows: Iterable[Row]) -> list[Row]:
    """The reasons of several languages, the most frequent first."""
    total: Counter[tuple[str, str, str]] = Counter()
    for row in rows:
        total[row["stage"], row["unit"], row["reason"]] += row["dialogues"]
    ranked = sorted(total.items(), key=lambda item: (-item[1], item[0]))
    return [
        {"stage": stage, "unit": unit, "reason": reason, "dialogues": number}
        for (stage, unit, reason), number in ranked
    ]
