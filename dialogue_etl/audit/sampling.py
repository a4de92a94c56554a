"""Which units are judged: drawn by the hash of their ids, each as likely as any other.

The paper takes random utterance pairs and dialogues, so a book has as many as its share of them.
"""

from __future__ import annotations

import hashlib
import heapq
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dialogue_etl.audit.categories import Kind


class Drawn(NamedTuple):
    """A unit to judge.

    Attributes:
        kind: pair or dialogue.
        dialogue: id of the dialogue it is, or is in.
        first: index of the pair's first turn; 0 for a dialogue.
    """

    kind: Kind
    dialogue: str
    first: int

    @property
    def id(self) -> str:
        """Of the unit. It begins with a word, or spreadsheets would take some for a time of day."""
        if self.kind == "dialogue":
            return f"dialogue {self.dialogue}"
        return f"pair {self.dialogue}#{self.first + 1}"


def pairs(lengths: Iterable[tuple[str, int]]) -> Iterator[Drawn]:
    """All pairs of consecutive utterances.

    Args:
        lengths: id and number of turns of every dialogue.
    """
    return (Drawn("pair", id, first) for id, turns in lengths for first in range(turns - 1))


def dialogues(lengths: Iterable[tuple[str, int]]) -> Iterator[Drawn]:
    """All dialogues of two turns and more."""
    return (Drawn("dialogue", id, 0) for id, turns in lengths if turns > 1)


def draw(units: Iterable[Drawn], number: int, seed: int) -> list[Drawn]:
    """At most `number` units, those with the smallest seeded hashes, in the order of their hashes.

    The order of `units` does not matter. A larger number keeps the first ones as they are, and whoever
    judges only the first few has a random sample too.
    """
    return heapq.nsmallest(number, units, key=lambda unit: (_hash(unit.id, seed), unit.id))


def _hash(id: str, seed: int) -> bytes:
    return hashlib.sha256(f"{seed}\n{id}".encode()).digest()
