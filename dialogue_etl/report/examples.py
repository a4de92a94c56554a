"""A few rows out of many: the same ones whatever their order and however they are sharded."""

from __future__ import annotations

import hashlib
from bisect import insort
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_Entry = tuple[bytes, str, "Mapping[str, Any]"]


def rank(id: str) -> bytes:
    """Where an id stands in an order that has nothing to do with the data: its hash."""
    return hashlib.sha256(id.encode()).digest()


class Sample:
    """The rows whose ids have the smallest hashes; another row moves at most one."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._entries: list[_Entry] = []

    def add(self, id: str, row: Mapping[str, Any]) -> None:
        """Consider a row."""
        place = rank(id)
        if len(self._entries) == self.size and (not self.size or place >= self._entries[-1][0]):
            return
        insort(self._entries, (place, id, row), key=lambda entry: entry[:2])
        del self._entries[self.size :]

    def rows(self) -> list[Mapping[str, Any]]:
        """The chosen rows, in the order of their hashes."""
        return [row for _, _, row in self._entries]


def thin_out(ids: Iterable[str], size: int) -> set[str]:
    """At most `size` of the ids, those with the smallest hashes."""
    return set(sorted(ids, key=rank)[:size])
