"""What is wrong with a dataset: how much of each kind, and the first examples."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

EXAMPLES = 10
"""Kept of each kind and language."""


@dataclass
class Findings:
    """Of one language.

    Attributes:
        language: BCP-47 tag, or what stands in its place.
        kinds: names of the figures.
        counts: by kind.
        examples: the first ones of each kind, in the order in which they were found: kind, language, file
            relative to the dataset, id of the dialogue, work or nothing, and a sentence.
    """

    language: str
    kinds: Sequence[str]
    counts: Counter[str] = field(init=False)
    examples: list[dict[str, Any]] = field(default_factory=list)
    _kept: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.counts = Counter(dict.fromkeys(self.kinds, 0))

    def add(self, kind: str, detail: str, *, file: str, id: str = "", number: int = 1) -> None:
        """Count something, and keep it as an example if there are not enough yet.

        Args:
            kind: one of `kinds`.
            detail: what is wrong, without the file.
            file: where it is, relative to the dataset.
            id: of it, as far as it has one.
            number: how many; `detail` is about the first of them.
        """
        self.counts[kind] += number
        if number and self._kept[kind] < EXAMPLES:
            self._kept[kind] += 1
            place = {"kind": kind, "language": self.language, "file": file, "id": id}
            self.examples.append({**place, "detail": detail})
