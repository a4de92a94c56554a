"""What is wrong with a dataset: how much of each kind, and the first examples."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

UNREADABLE = "unreadable_files"
SCHEMA = "schema_errors"
UNEQUAL = "unequal_rows"
SPLIT_WORKS = "split_works"
OFFSETS = "offset_errors"
SAME_IDS = "same_ids"
DUPLICATES = "duplicates"
LEAKED = "leaked"
NAMED = "named_speakers"
PLACEHOLDERS = "broken_placeholders"

KINDS = (UNREADABLE, SCHEMA, UNEQUAL, SPLIT_WORKS, OFFSETS, SAME_IDS, DUPLICATES, LEAKED)
"""Of books. Files; rows; rows; works; utterances; dialogues; dialogues; dialogues of validation and test."""

MIX_KINDS = tuple(kind for kind in KINDS if kind != OFFSETS)
"""Of a mix: its texts lie with its sources."""

THREADS_KINDS = (*MIX_KINDS, NAMED, PLACEHOLDERS)
"""Of threads, which have no stored text either; the two last are utterances."""

EXAMPLES = 10
"""Kept of each kind and language."""


@dataclass
class Findings:
    """Of one language.

    Attributes:
        language: BCP-47 tag, or what stands in its place.
        kinds: that are looked for.
        counts: by kind.
        examples: the first ones of each kind, in the order in which they were found: kind, language, file
            relative to the dataset, id of the dialogue, work or nothing, and a sentence.
    """

    language: str
    kinds: tuple[str, ...]
    counts: Counter[str] = field(init=False)
    examples: list[dict[str, Any]] = field(default_factory=list)
    _shown: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.counts = Counter(dict.fromkeys(self.kinds, 0))

    def add(self, kind: str, detail: str, *, file: str, id: str = "", number: int = 1) -> None:
        """Count something, and keep it as an example if there are not enough yet.

        Args:
            kind: one of `kinds`.
            detail: a sentence about the first of them.
            file: where it is, relative to the dataset.
            id: of it, as far as it has one.
            number: how many.
        """
        self.counts[kind] += number
        if self.wants(kind):
            self._shown[kind] += 1
            where = {"kind": kind, "language": self.language, "file": file, "id": id}
            self.examples.append({**where, "detail": detail})

    def wants(self, kind: str) -> bool:
        """Whether there are fewer examples of a kind than are kept."""
        return self._shown[kind] < EXAMPLES
