"""What a comparison says, as data."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from dialogue_etl.compare.matching import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialogue_etl.compare.documents import Document
    from dialogue_etl.compare.reasons import Reason
    from dialogue_etl.compare.values import Difference

DOCUMENTS = "documents"
COUNTED = (DOCUMENTS, "dialogues", "utterances")
"""What sizes are told of."""
Sizes = dict[str, dict[str, int]]
Pair = tuple[int, int]


@dataclass(frozen=True)
class Example:
    """A dialogue that differs.

    Attributes:
        kind: what became of it.
        language: its language's BCP-47 tag.
        id: of the document.
        title: of the document, empty where it has none.
        before: the dialogues it is made of: id, and turns with speaker and text.
        after: those in the other version.
        reason: why one side has none.
    """

    kind: str
    language: str
    id: str
    title: str
    before: Sequence[Mapping[str, Any]]
    after: Sequence[Mapping[str, Any]]
    reason: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Language:
    """A language of a source.

    Attributes:
        source: its name.
        unit: what its documents are called.
        language: BCP-47.
        sizes: documents, dialogues and utterances by split, of both versions.
        flows: documents and their dialogues, by split before and after ("" for none).
        numbers: how many documents are removed, added, moved or changed.
        documents: those with most dialogues that differ, by what became of them.
        dialogues: numbers before and after, by kind.
        removed_by: dialogues by the reason why the second version does not have them.
        added_by: dialogues by the reason why the first version did not have them.
        examples: a few dialogues of each kind.
        corpora: documents, dialogues and the kinds of these, before and after, by corpus.
    """

    source: str
    unit: str
    language: str
    sizes: tuple[Sizes, Sizes]
    flows: Mapping[tuple[str, str], Mapping[str, int]] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    documents: Mapping[str, Sequence[Document]] = field(default_factory=dict)
    dialogues: Mapping[str, Pair] = field(default_factory=dict)
    removed_by: Mapping[Reason, int] = field(default_factory=dict)
    added_by: Mapping[Reason, int] = field(default_factory=dict)
    examples: Sequence[Example] = ()
    corpora: Mapping[str, Mapping[str, Pair]] = field(default_factory=dict)

    def size(self, side: int, counted: str, split: str = "") -> int:
        """Documents, dialogues or utterances of a side, of one split or over all."""
        key = self.unit if counted == DOCUMENTS else counted
        return sum(sizes[key] for name, sizes in self.sizes[side].items() if split in ("", name))

    @property
    def differs(self) -> bool:
        """Whether anything does."""
        return any(self.numbers.values())


@dataclass(frozen=True)
class Comparison:
    """Two versions held against each other.

    Attributes:
        before: name and commit of the first.
        after: name and commit of the second.
        notes: what could not be compared, and what else people should know.
        params: that differ.
        code: stages whose code differs.
        languages: by source and language.
        metrics: that differ, with the file's path before the key.
        examples: how many of each kind were asked for.
    """

    before: Mapping[str, str]
    after: Mapping[str, str]
    notes: Sequence[str]
    params: Sequence[Difference]
    code: Sequence[str]
    languages: Sequence[Language]
    metrics: Sequence[Difference]
    examples: int = 3

    @property
    def differs(self) -> bool:
        """Whether anything does but the code."""
        values = bool(self.params or self.metrics)
        return values or any(language.differs for language in self.languages)

    @property
    def sources(self) -> list[str]:
        """What is compared."""
        return sorted({language.source for language in self.languages})

    def label(self, language: Language) -> str:
        """A language's tag, with its source where several are compared."""
        return f"{language.source} {language.language}" if len(self.sources) > 1 else language.language

    def kinds(self) -> dict[str, Pair]:
        """Dialogues of all languages by kind, those that occur."""
        counted = {
            kind: [language.dialogues.get(kind, (0, 0)) for language in self.languages] for kind in KINDS
        }
        pairs = {
            kind: (sum(a for a, _ in found), sum(b for _, b in found)) for kind, found in counted.items()
        }
        return {kind: pair for kind, pair in pairs.items() if any(pair)}

    def reasons(self, side: int) -> list[tuple[Reason, int]]:
        """Why dialogues are only in the first version (0) or in the second (1), the most frequent first."""
        total: Counter[Reason] = Counter()
        for language in self.languages:
            total.update(language.removed_by if side == 0 else language.added_by)
        return sorted(total.items(), key=lambda item: (-item[1], item[0]))

    def shown_examples(self) -> list[Example]:
        """As many of each kind over all languages as were asked for, by kind."""
        chosen = []
        for kind in KINDS:
            found = [
                example
                for language in self.languages
                for example in language.examples
                if example.kind == kind
            ]
            chosen += in_turn(found, self.examples)
        return chosen


def in_turn(examples: Sequence[Example], count: int) -> list[Example]:
    """Some examples, from as many languages as there are."""
    place: Counter[str] = Counter()
    ranked = []
    for number, example in enumerate(examples):
        place[example.language] += 1
        ranked.append((place[example.language], number))
    return [examples[number] for _, number in sorted(ranked)[:count]]


def as_json(comparison: Comparison) -> dict[str, Any]:
    """All of it as nested plain values; JSON has no tuples as keys."""
    plain = asdict(comparison)
    plain["differs"] = comparison.differs
    plain["dialogues"] = _pairs(comparison.kinds())
    for of, language in zip(plain["languages"], comparison.languages, strict=True):
        of["sizes"] = dict(zip(("before", "after"), of["sizes"], strict=True))
        of["flows"] = [{"from": one, "to": other, **flow} for (one, other), flow in language.flows.items()]
        of["dialogues"] = _pairs(language.dialogues)
        for name in ("removed_by", "added_by"):
            of[name] = [{**why._asdict(), "dialogues": n} for why, n in getattr(language, name).items()]
        of["corpora"] = {corpus: _pairs(counted) for corpus, counted in language.corpora.items()}
        for document in (document for listed in of[DOCUMENTS].values() for document in listed):
            document["dialogues"] = dict(zip(("before", "after"), document["dialogues"], strict=True))
            document["kinds"] = _pairs(document["kinds"])
    return plain


def _pairs(kinds: Mapping[str, Pair]) -> dict[str, dict[str, int]]:
    return {kind: {"before": one, "after": other} for kind, (one, other) in kinds.items()}
