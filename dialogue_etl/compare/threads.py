"""Two versions of a language of threads: shard by shard, since a corpus may have millions of threads."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.compare import books, dialogues, nested, paths, stored, windows
from dialogue_etl.compare.changes import NOT_FOUND, Changes, as_same
from dialogue_etl.compare.dialogues import ADDED, KINDS, REMOVED
from dialogue_etl.compare.reasons import Reason
from dialogue_etl.compare.results import Example, Language
from dialogue_etl.compare.thread_lists import SOURCE, ThreadLists
from dialogue_etl.sources.threads.ids import dialogue_id
from dialogue_etl.tables import DIALOGUES, DROPS, TEXTS, WORKS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from dialogue_etl.compare.stored import Shard, Tables

    _Both = tuple[Tables, Tables]
    _Shards = tuple[list[Shard], list[Shard]]

LAST = "classify"
"""The stage whose dialogues are the dataset's."""

NOT_SELECTED = Reason("params", "thread", "languages")
NO_THREAD = Reason("ingest", "thread", "not_listed")
"""Where the other version has no such thread at all."""

_DROPPING = ("ingest", "extract", "rules", LAST, "split")
_DROPS = ["stage", "unit", "id", "source_id", "reason"]
_ROWS = 10_000
"""Dialogues held of each side, over all shards that are read at once."""
_FEWEST_ROWS = 100
_GONE = (REMOVED, ADDED)


def compare(language: str, both: _Both, selected: tuple[bool, bool], examples: int) -> Language:
    """Compare a language of threads, dialogue by dialogue.

    Args:
        language: BCP-47 tag.
        both: its tables in both versions.
        selected: whether each version builds it at all.
        examples: dialogues shown of each kind.
    """
    changes, lists = Changes(examples), ThreadLists()
    apart = gcd(*(shard.count for side in both for shards in side.shards.values() for shard in shards))
    comparable = all(side.of_stage(LAST, "dialogues") or not side.outs for side in both)
    for index in range(apart):
        splits = [
            stored.read(own, books.SPLITS, "splits") for own in _near(both, "split", "splits", index, apart)
        ]
        one, other = (_version(own) for own in splits)
        threads = books.compare(one, other)
        if comparable:
            _walk(changes, both, (index, apart), splits, selected)
        lists.add(threads, (one.splits, other.splits), changes.by_book)
        changes.by_book.clear()  # the lists hold what is shown of them
    return Language(
        source=SOURCE,
        language=language,
        sizes=lists.sizes,
        flows=lists.flows,
        books=lists.shown(),
        numbers=dict(lists.numbers),
        corpora=lists.corpora,
        dialogues={kind: changes.counts[kind] for kind in KINDS if kind in changes.counts},
        removed_by=_sorted(changes.gone[0]),
        added_by=_sorted(changes.gone[1]),
        examples=list(_examples(changes, language)),
    )


def _near(both: _Both, stage: str, table: str, index: int, apart: int) -> _Shards:
    """Shards of both versions that may hold the same threads: a thread has one number in all stages."""
    one, other = (
        [shard for shard in side.of_stage(stage, table) if shard.index % apart == index] for side in both
    )
    return one, other


def _version(splits: pa.Table) -> books.Version:
    """Threads as the books of a version: they have no texts and no works of their own."""
    texts, works, drops = (
        pa.schema([schema.field(name) for name in names]).empty_table()
        for schema, names in ((TEXTS, books.TEXTS), (WORKS, books.WORKS), (DROPS, books.DROPS))
    )
    return books.Version(splits, texts, works, drops)


def _walk(
    changes: Changes, both: _Both, part: tuple[int, int], splits: list[pa.Table], selected: tuple[bool, bool]
) -> None:
    """Count the dialogues of some shards, of the threads that are in a split, and say why some are gone."""
    shards = _near(both, LAST, "dialogues", *part)
    kept = [nested.whole(own, "source_id") for own in splits]
    if [shard.md5 for shard in shards[0]] == [shard.md5 for shard in shards[1]] and kept[0].equals(kept[1]):
        as_same(changes.counts, pc.sum(splits[0]["dialogues"]).as_py() or 0)
        return
    gone: tuple[list[_Gone], list[_Gone]] = ([], [])
    for pair in _windows(shards):
        one, other = (
            own.filter(pc.is_in(own["source_id"], value_set=ids)) for own, ids in zip(pair, kept, strict=True)
        )
        sides = paths.compare(one, other)
        changes.add(*sides)
        for at, side in enumerate(sides):
            alone = side.table.filter(pa.array(side.kind == _GONE[at]))
            gone[at].extend(map(_Gone.of, alone.to_pylist()))
    for at, some in enumerate(gone):
        if not some:
            continue
        named = _reasons(some, both, 1 - at, part) if selected[1 - at] else [NOT_SELECTED] * len(some)
        changes.note(at, [dialogue.id for dialogue in some], named)


class _Gone(NamedTuple):
    """A dialogue that only one version has: its id, its thread's, and its last comment's."""

    id: str
    thread: str
    last: str

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> _Gone:
        """Of a row of the dialogues table."""
        return cls(row["id"], row["source_id"], row["turns"][-1]["utterance_id"] if row["turns"] else "")


def _windows(shards: _Shards) -> Iterator[tuple[pa.Table, pa.Table]]:
    rows = max(_ROWS // max(1, *map(len, shards)), _FEWEST_ROWS)
    streams = [
        [stored.in_order(shard, dialogues.COLUMNS, rows, windows.KEY) for shard in own] for own in shards
    ]
    schema = pa.schema([DIALOGUES.field(name) for name in dialogues.COLUMNS])
    return windows.in_step(streams[0], streams[1], schema)


def _reasons(gone: Sequence[_Gone], both: _Both, at: int, part: tuple[int, int]) -> list[Reason]:
    """Why a version has no such dialogues: its drops of the dialogue, its last comment, or the thread."""
    wanted = pa.array(sorted({dialogue.thread for dialogue in gone}))
    drops: dict[tuple[str, str, str], Reason] = {}
    for stage in _DROPPING:
        near = _near(both, stage, "drops", *part)[at]
        table = stored.read(near, _DROPS, "drops", pc.field("source_id").isin(wanted))
        for row in table.to_pylist():
            key = row["source_id"], row["unit"], row["id"]
            drops.setdefault(key, Reason(row["stage"], row["unit"], row["reason"]))
    near = _near(both, "ingest", "threads", *part)[at]
    known = set(stored.read(near, ["id"], "threads", pc.field("id").isin(wanted))["id"].to_pylist())
    return [_reason(dialogue, drops, known) for dialogue in gone]


def _reason(gone: _Gone, drops: Mapping[tuple[str, str, str], Reason], known: Collection[str]) -> Reason:
    whole = dialogue_id(gone.thread, "", gone.last, whole=True)
    for key in (
        ("dialogue", gone.id),
        ("dialogue", whole),
        ("utterance", gone.last),
        ("comment", gone.last),
        ("thread", gone.thread),
    ):
        if found := drops.get((gone.thread, *key)):
            return found
    return NOT_FOUND if gone.thread in known else NO_THREAD


def _sorted(total: Mapping[Reason, int]) -> dict[Reason, int]:
    return dict(sorted(total.items(), key=lambda item: (-item[1], item[0])))


def _examples(changes: Changes, language: str) -> Iterator[Example]:
    for kind, sample in changes.samples.items():
        for row in sample.rows():
            before, after = ([_said(dialogue) for dialogue in row[side]] for side in ("before", "after"))
            reason = row["reason"]._asdict() if "reason" in row else None
            thread = (row["before"] or row["after"])[0]["source_id"]
            yield Example(kind, language, thread, "", before, after, reason)


def _said(dialogue: Mapping[str, Any]) -> dict[str, Any]:
    turns = [{"speaker": turn.get("speaker"), "text": turn["text"]} for turn in dialogue["turns"]]
    return {"id": dialogue["id"], "turns": turns}
