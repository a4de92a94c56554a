"""What became of each dialogue, on two tables of the same books.

A dialogue's id ends with the place of its first character, so another first turn makes another id. Hence ids
do not decide: dialogues that have a stretch of the book in common belong together.

    same         nothing differs
    relabelled   same words from the same places, other speakers or another confidence in them
    shifted      same words, cut from other places of the book (its text has changed, or how it is read)
    changed      one dialogue on both sides, with other words
    split        one before, several after
    joined       several before, one after
    recut        several on both sides
    removed      nothing of it is in a dialogue after
    added        nothing of it was in a dialogue before

Comparing the other way round gives the mirror image: `split` and `joined` change places, and `removed` and
`added`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.compare import nested
from dialogue_etl.compare.alignment import Alignment, align

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.compare.nested import Mask, Numbers

KINDS = ("same", "relabelled", "shifted", "changed", "split", "joined", "recut", "removed", "added")
SAME, RELABELLED, SHIFTED, CHANGED, SPLIT, JOINED, RECUT, REMOVED, ADDED = range(len(KINDS))
COLUMNS = ["id", "source_id", "turns"]
LABELS = ("speaker", "speaker_confidence")
"""Fields of a turn that say who speaks."""


@dataclass(frozen=True)
class Side:
    """The dialogues of one side.

    Attributes:
        table: `id`, `source_id` and `turns`, a row each.
        kind: the number of its kind among `KINDS`.
        group: a number that those share which belong together, on both sides.
        starts: where it would begin in the other side's text.
        ends: and end.
    """

    table: pa.Table
    kind: Numbers
    group: Numbers
    starts: Numbers
    ends: Numbers


@dataclass
class _Rows:
    """Dialogues of one side while they are being paired."""

    table: pa.Table
    ids: pa.Array
    sources: pa.Array
    turns: pa.Array
    starts: Numbers
    ends: Numbers
    kind: Numbers
    group: Numbers

    @classmethod
    def of(cls, table: pa.Table) -> _Rows:
        turns = nested.whole(table, "turns")
        blank = np.full(len(table), -1, np.int64)
        ids, sources = nested.whole(table, "id"), nested.whole(table, "source_id")
        return cls(table, ids, sources, turns, *nested.places(turns), blank, blank.copy())

    @property
    def left(self) -> Numbers:
        """Rows not paired yet."""
        return np.flatnonzero(self.kind < 0)

    def side(self, alignment: Alignment) -> Side:
        return Side(self.table, self.kind, self.group, alignment.starts, alignment.ends)


def compare(before: pa.Table, after: pa.Table, rewritten: Sequence[str] = ()) -> tuple[Side, Side]:
    """What became of each dialogue.

    Args:
        before: whole books, `COLUMNS` of the dialogues table.
        after: the same books in the other version.
        rewritten: ids of books whose text differs, so that places in them do not tell. There dialogues of
            the same words are paired first, and places are counted from the nearest pair before.
    """
    one, other = _Rows.of(before), _Rows.of(after)
    _pair_by_id(one, other)
    anchors = _pair_by_words(one, other, pa.array(rewritten, pa.string()))
    first, second = align(one, other, anchors)
    _pair_by_place(one, other, first, second)
    return one.side(first), other.side(second)


def _pair_by_id(one: _Rows, other: _Rows) -> None:
    """Those with the same id that are the same, but for who speaks."""
    partner = nested.where(one.ids, other.ids)
    rows = np.flatnonzero(partner >= 0)
    partners = partner[rows]
    here, there = _taken(one.turns, rows), _taken(other.turns, partners)
    alike = same_fields(here, there, "text", "spans")
    labels = same_fields(here, there, *LABELS)
    _mark(one, other, rows[alike], partners[alike], np.where(labels[alike], SAME, RELABELLED))


def _pair_by_words(one: _Rows, other: _Rows, rewritten: pa.Array) -> tuple[Numbers, Numbers]:
    """Those of the same words in rewritten books; rows of both sides that belong together there."""
    if not len(rewritten):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    rows, words = _unique_words(one, rewritten)
    others, their_words = _unique_words(other, rewritten)
    found = nested.where(words, their_words)
    _mark(one, other, rows[found >= 0], others[found[found >= 0]], np.full(int((found >= 0).sum()), SHIFTED))
    return _paired(one, rewritten), _paired(other, rewritten)


def _paired(side: _Rows, sources: pa.Array) -> Numbers:
    """Rows of some books that have a partner, in the order of their groups."""
    rows = np.flatnonzero((side.kind >= 0) & (nested.where(side.sources, sources) >= 0))
    return rows[np.argsort(side.group[rows])]


def _unique_words(side: _Rows, sources: pa.Array) -> tuple[Numbers, pa.Array]:
    """Rows not paired yet whose words no other one of the book has, with book and words as one string."""
    inside = nested.where(side.sources, sources)[side.left] >= 0
    rows = side.left[inside]
    joined = pc.binary_join(nested.texts(_taken(side.turns, rows)), "\n")
    keys = pc.binary_join_element_wise(side.sources.take(pa.array(rows)), joined, "\n")
    encoded = keys.dictionary_encode()
    numbers = np.asarray(encoded.indices, np.int64)
    alone = np.bincount(numbers, minlength=1)[numbers] == 1 if len(numbers) else np.zeros(0, np.bool_)
    return rows[alone], keys.filter(pa.array(alone, pa.bool_()))


def _pair_by_place(one: _Rows, other: _Rows, first: Alignment, second: Alignment) -> None:
    """All others: those that overlap, directly or through each other, belong together."""
    rows, others = one.left, other.left
    begin = np.concatenate([first.keys[rows], second.keys[others]])
    end = begin + np.concatenate([(one.ends - one.starts)[rows], (other.ends - other.starts)[others]])
    groups = _overlapping(begin, end)
    mine, theirs = groups[: len(rows)], groups[len(rows) :]
    count = int(groups.max(initial=-1)) + 1
    here, there = np.bincount(mine, minlength=count), np.bincount(theirs, minlength=count)
    kinds = kinds_of_groups(here, there)
    offset = int(one.group.max(initial=-1)) + 1
    one.kind[rows], one.group[rows] = kinds[mine], mine + offset
    other.kind[others], other.group[others] = kinds[theirs], theirs + offset
    single = (here == 1) & (there == 1)
    pair, partner = _chosen(rows, mine, single), _chosen(others, theirs, single)
    alike = same_fields(_taken(one.turns, pair), _taken(other.turns, partner), "text")
    one.kind[pair[alike]] = other.kind[partner[alike]] = SHIFTED


def _chosen(rows: Numbers, groups: Numbers, chosen: Mask) -> Numbers:
    """Rows of chosen groups, in the order of the groups."""
    inside = chosen[groups]
    return rows[inside][np.argsort(groups[inside])]


def _overlapping(begin: Numbers, end: Numbers) -> Numbers:
    """A number for each stretch, shared by those that overlap; from 0."""
    order = np.argsort(begin, kind="stable")
    reach = np.maximum.accumulate(end[order])
    fresh = np.ones(len(order), np.bool_)
    fresh[1:] = begin[order][1:] >= reach[:-1]
    groups = np.empty(len(order), np.int64)
    groups[order] = np.cumsum(fresh) - 1
    return groups


def kinds_of_groups(here: Numbers, there: Numbers) -> Numbers:
    """The kind of groups of so many dialogues on each side."""
    several = np.where(here > 1, np.where(there > 1, RECUT, JOINED), np.where(there > 1, SPLIT, CHANGED))
    return np.where(there == 0, REMOVED, np.where(here == 0, ADDED, several))


def same_fields(here: pa.Array, there: pa.Array, *names: str) -> Mask:
    """Which of two columns of turns are the same in some fields; what a side does not have can't differ."""
    shared = [
        name
        for name in names
        if min(turns.type.value_type.get_field_index(name) for turns in (here, there)) >= 0
    ]
    one, other = nested.of_turns(here, *shared), nested.of_turns(there, *shared)
    return np.ones(len(here), np.bool_) if one is None else nested.same(one, other)


def _taken(column: pa.Array, rows: Numbers) -> pa.Array:
    whole = len(rows) == len(column) and bool((rows == np.arange(len(column))).all())
    return column if whole else column.take(pa.array(rows))


def _mark(one: _Rows, other: _Rows, rows: Numbers, partners: Numbers, kinds: Numbers) -> None:
    """Note that rows belong together, one to one."""
    groups = np.arange(len(rows)) + int(one.group.max(initial=-1)) + 1
    one.kind[rows] = other.kind[partners] = kinds
    one.group[rows] = other.group[partners] = groups
