"""The threads of two versions: sums of all of them, and those with most dialogues that differ."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from heapq import nlargest
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.compare import books, nested
from dialogue_etl.compare.fates import MOVED, Book
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dialogue_etl.compare.books import Books
    from dialogue_etl.compare.results import Pair, Sizes

    _Kinds = Mapping[str, Mapping[str, Pair]]

SOURCE = "threads"
LISTS = ("removed", "added", "moved", "changed")
_MOST = 200
"""Threads held of each list; what is counted is all of them."""


def _nothing() -> Sizes:
    return {name: dict.fromkeys((SOURCE, "dialogues", "utterances"), 0) for name in SPLIT_NAMES}


@dataclass
class ThreadLists:
    """The threads of both versions.

    Attributes:
        sizes: threads, dialogues and utterances by split, of both.
        flows: threads and their dialogues by split before and after.
        corpora: threads, dialogues and kinds of dialogues of each corpus, before and after.
        numbers: how many threads are in each of `LISTS`.
    """

    sizes: tuple[Sizes, Sizes] = field(default_factory=lambda: (_nothing(), _nothing()))
    flows: dict[tuple[str, str], dict[str, int]] = field(default_factory=dict)
    corpora: dict[str, dict[str, Pair]] = field(default_factory=dict)
    numbers: Counter[str] = field(default_factory=Counter)
    _listed: dict[str, list[Book]] = field(default_factory=lambda: {name: [] for name in LISTS})

    def add(self, threads: Books, splits: tuple[pa.Table, pa.Table], kinds: _Kinds) -> None:
        """The threads of some shards.

        Args:
            threads: of both versions.
            splits: `books.SPLITS` of both.
            kinds: of the dialogues of each thread that has others than the same.
        """
        for at, (sizes, own) in enumerate(zip(self.sizes, splits, strict=True)):
            for split, counted in books.sizes(own).items():
                _raise(sizes[split], _named(counted))
            self._count_corpora(at, own)
        for key, flow in threads.flows().items():
            _raise(self.flows.setdefault(key, {}), _named(flow))
        for thread, found in kinds.items():
            corpus = self.corpora.setdefault(_corpus(thread), {})
            for kind, pair in found.items():
                corpus[kind] = _sum(corpus.get(kind, (0, 0)), pair)
        self._list(threads, kinds)

    def _count_corpora(self, at: int, splits: pa.Table) -> None:
        named = pc.list_element(pc.split_pattern(nested.whole(splits, "source_id"), ":", max_splits=1), 0)
        table = pa.table({"corpus": named, "dialogues": splits["dialogues"]})
        counted = table.group_by("corpus").aggregate([("dialogues", "sum"), ("dialogues", "count")])
        for row in counted.to_pylist():
            corpus = self.corpora.setdefault(row["corpus"], {})
            for name, column in ((SOURCE, "dialogues_count"), ("dialogues", "dialogues_sum")):
                own = (row[column], 0) if at == 0 else (0, row[column])
                corpus[name] = _sum(corpus.get(name, (0, 0)), own)

    def _list(self, threads: Books, kinds: _Kinds) -> None:
        rows = pa.array(threads.differing(kinds))
        columns = [
            column.filter(rows).to_pylist() for column in (threads.ids, *threads.splits, *threads.sizes)
        ]
        found: dict[str, list[Book]] = {name: [] for name in LISTS}
        for id, one, other, size, later in zip(*columns, strict=True):
            sizes, own = (size or 0, later or 0), dict(kinds.get(id, {}))
            moved = MOVED if one and other and one != other else None
            thread = Book(id, "", [], one or "", other or "", sizes, reason=moved, kinds=own)
            for name in _lists_of(thread):
                found[name].append(thread)
        for name, some in found.items():
            self.numbers[name] += len(some)
            self._listed[name] = nlargest(_MOST, [*self._listed[name], *some], key=_differs_most)

    def shown(self) -> list[Book]:
        """Those listed, each once, by id."""
        every = {thread.id: thread for listed in self._listed.values() for thread in listed}
        return [every[id] for id in sorted(every)]


def _lists_of(thread: Book) -> list[str]:
    if not (thread.before and thread.after):
        return ["removed" if thread.before else "added"]
    moved, changed = thread.before != thread.after, bool(thread.kinds)
    return [name for name, belongs in (("moved", moved), ("changed", changed)) if belongs]


def _differs_most(thread: Book) -> tuple[int, str]:
    return sum(before + after for before, after in thread.kinds.values()), thread.id


def _corpus(thread: str) -> str:
    return thread.partition(":")[0]


def _named(counted: Mapping[str, int]) -> dict[str, int]:
    """Figures of books as those of threads."""
    return {SOURCE if name == "books" else name: number for name, number in counted.items()}


def _raise(sums: dict[str, int], more: Mapping[str, int]) -> None:
    for name, number in more.items():
        sums[name] = sums.get(name, 0) + number


def _sum(one: Pair, other: Pair) -> Pair:
    return one[0] + other[0], one[1] + other[1]
