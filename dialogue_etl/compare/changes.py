"""What became of the dialogues of a language, shard by shard, with a few examples of each kind."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.compare import dialogues, nested, reasons, stored, windows
from dialogue_etl.compare.dialogues import ADDED, KINDS, REMOVED, SAME
from dialogue_etl.compare.reasons import Reason
from dialogue_etl.report.examples import Sample, thin_out
from dialogue_etl.tables import DIALOGUES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dialogue_etl.compare.books import Books
    from dialogue_etl.compare.dialogues import Side
    from dialogue_etl.compare.stored import Shard, Tables

LAST = "postfilter"
"""The stage whose dialogues are the dataset's."""
_DROPPING = ("extract", LAST)

NOT_FOUND = Reason("extract", "dialogue", "not_found")
"""Where no drop covers a dialogue: what one version takes for a conversation the other does not see."""

_ROWS = 10_000
"""Dialogues held of each side, over all shards that are read at once: some 20 MB."""
_FEWEST_ROWS = 100
_GONE = (REMOVED, ADDED)


@dataclass
class Changes:
    """The dialogues of both versions.

    Attributes:
        counts: numbers before and after, by kind.
        by_book: the same of each book, without the kind `same`.
        gone: why the other version leaves out those removed, and those added, of books that both have.
        samples: a few of each kind, as rows: key, before, after, reason.
    """

    examples: int
    counts: dict[str, tuple[int, int]] = field(default_factory=dict)
    by_book: dict[str, dict[str, tuple[int, int]]] = field(default_factory=dict)
    gone: tuple[Counter[Reason], Counter[Reason]] = field(default_factory=lambda: (Counter(), Counter()))
    samples: dict[str, Sample] = field(default_factory=dict)

    def add(self, before: Side, after: Side) -> None:
        """Count the dialogues of some books and consider them as examples."""
        for at, side in enumerate((before, after)):
            for kind, number in enumerate(np.bincount(side.kind, minlength=len(KINDS)).tolist()):
                if number:
                    _raise(self.counts, KINDS[kind], at, number)
            differs = side.kind != SAME
            sources = side.table.column("source_id").filter(pa.array(differs))
            pairs = pa.table({"source": sources, "kind": side.kind[differs]})
            for row in pairs.group_by(["source", "kind"]).aggregate([([], "count_all")]).to_pylist():
                _raise(self.by_book.setdefault(row["source"], {}), KINDS[row["kind"]], at, row["count_all"])
        for kind in range(SAME + 1, len(KINDS)):
            self._consider(kind, before, after)

    def _consider(self, kind: int, before: Side, after: Side) -> None:
        sample = self.samples.setdefault(KINDS[kind], Sample(self.examples))
        side = after if kind == ADDED else before
        rows = np.flatnonzero(side.kind == kind)
        ids = side.table.column("id").take(pa.array(rows)).to_pylist()
        wanted = thin_out(ids, self.examples)
        for row, id in zip(rows.tolist(), ids, strict=True):
            if id in wanted:
                group = side.group[row]
                sample.add(id, {"id": id, "before": _rows(before, group), "after": _rows(after, group)})

    def explain(self, at: int, gone: pa.Table, drops: pa.Table) -> None:
        """Count why the other version leaves out the dialogues that only one has.

        Args:
            at: 0 for those removed, 1 for those added.
            gone: their `id` and `source_id`, and `start` and `end` in the other version's text.
            drops: of the other version.
        """
        places = [gone[name].to_numpy() for name in ("start", "end")]
        found = reasons.explain(nested.whole(gone, "source_id"), places[0], places[1], drops)
        self.note(at, gone["id"].to_pylist(), [reason or NOT_FOUND for reason in found])

    def note(self, at: int, ids: Sequence[str], named: Sequence[Reason]) -> None:
        """Count why the other version leaves out dialogues that only one has.

        Args:
            at: 0 for those removed, 1 for those added.
            ids: of the dialogues.
            named: the reason of each.
        """
        self.gone[at].update(named)
        sample = self.samples[KINDS[_GONE[at]]]
        chosen: dict[str, Any] = {row["id"]: row for row in sample.rows()}
        for id, reason in zip(ids, named, strict=True):
            if id in chosen:
                chosen[id]["reason"] = reason


def walk(before: Tables, after: Tables, books: Books, examples: int) -> Changes:
    """Compare all dialogues of a language; files that both versions have are not read.

    Args:
        before: one version.
        after: the other one.
        books: of both.
        examples: of each kind.
    """
    changes = Changes(examples)
    rewritten = books.ids.filter(pa.array(books.rewritten)).to_pylist()
    pairs = [tables.of_stage(LAST, "dialogues") for tables in (before, after)]
    # Those of other books have gone with their book.
    kept = books.ids.filter(pc.and_(*(column.is_valid() for column in books.splits)))
    for one, other in stored.matching(*pairs):
        if [shard.md5 for shard in one] == [shard.md5 for shard in other]:
            as_same(changes.counts, sum(map(stored.rows, one)))
            continue
        gone: tuple[list[pa.Table], list[pa.Table]] = ([], [])
        for sides in _windows(one, other):
            compared = dialogues.compare(*sides, rewritten)
            changes.add(*compared)
            for at in (0, 1):
                gone[at].append(_gone(compared[at], _GONE[at], kept))
        for at, versions in ((0, (one, after)), (1, (other, before))):
            _explain(changes, at, gone[at], *versions)
    return changes


def _windows(one: Sequence[Shard], other: Sequence[Shard]) -> Iterator[tuple[pa.Table, pa.Table]]:
    rows = max(_ROWS // max(len(one), len(other)), _FEWEST_ROWS)
    streams = [
        [stored.in_order(shard, dialogues.COLUMNS, rows, windows.KEY) for shard in shards]
        for shards in (one, other)
    ]
    schema = pa.schema([DIALOGUES.field(name) for name in dialogues.COLUMNS])
    return windows.in_step(streams[0], streams[1], schema)


def _gone(side: Side, kind: int, kept: pa.Array) -> pa.Table:
    """The dialogues of a kind, of books that both versions have, with their places in the other's text."""
    places = {"start": pa.array(side.starts), "end": pa.array(side.ends)}
    table = pa.table({"id": side.table["id"], "source_id": side.table["source_id"], **places})
    table = table.filter(pa.array(side.kind == kind))
    return table.filter(pc.is_in(table["source_id"], value_set=kept))


def _explain(changes: Changes, at: int, gone: list[pa.Table], mine: Sequence[Shard], other: Tables) -> None:
    """Find the reasons in those shards of the other version's drops that may hold the same books."""
    together = pa.concat_tables(gone) if gone else None
    if together is None or not len(together):
        return
    wanted = together["source_id"].unique()
    keep = pc.field("source_id").isin(wanted) & pc.field("start").is_valid()
    tables = []
    for stage in _DROPPING:
        shards = stored.matching(mine, other.of_stage(stage, "drops"))
        near = [shard for own, theirs in shards if set(own) & set(mine) for shard in theirs]
        tables.append(stored.read(near, reasons.COLUMNS, "drops", keep))
    changes.explain(at, together, pa.concat_tables(tables, promote_options="default"))


def _rows(side: Side, group: int) -> list[dict[str, Any]]:
    chosen = pa.array(np.flatnonzero(side.group == group))
    found: list[dict[str, Any]] = side.table.take(chosen).to_pylist()
    return found


def as_same(counts: dict[str, tuple[int, int]], number: int) -> None:
    """Count dialogues that both versions have in the same file."""
    for at in (0, 1):
        _raise(counts, KINDS[SAME], at, number)


def _raise(counts: dict[str, tuple[int, int]], kind: str, at: int, number: int) -> None:
    before, after = counts.get(kind, (0, 0))
    counts[kind] = (before + number, after) if at == 0 else (before, after + number)
