"""Dialogues of threads held against each other by the comments they are made of.

Their texts have no places; but every utterance names its comment, and a dialogue's id its last one. Dialogues
of one thread belong together

    same last    when they end with the same comment, wherever they begin
    inside       when one is a stretch of the other: turns are gone at its ends, or it was parted

and the kinds are those of `dialogues.py`, without `shifted`. Ways through a tree share their first comments,
so sharing some is not enough.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from dialogue_etl.compare import nested
from dialogue_etl.compare.dialogues import (
    LABELS,
    RELABELLED,
    SAME,
    Side,
    kinds_of_groups,
    same_fields,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dialogue_etl.compare.nested import Numbers

    Path = tuple[str, tuple[str, ...]]
    """A thread and the ids of utterances."""


def compare(before: pa.Table, after: pa.Table) -> tuple[Side, Side]:
    """What became of each dialogue.

    Args:
        before: whole threads, `dialogues.COLUMNS` of the dialogues table.
        after: the same threads in the other version.
    """
    tables = before, after
    ids = [nested.whole(table, "id") for table in tables]
    partner = nested.where(*ids)
    rows = np.flatnonzero(partner >= 0)
    turns = [
        nested.whole(table, "turns").take(pa.array(at))
        for table, at in zip(tables, (rows, partner[rows]), strict=True)
    ]
    alike = same_fields(*turns, "text", "utterance_id")
    labels = same_fields(*turns, *LABELS)[alike]
    rows = rows[alike]
    sides = _blank(before), _blank(after)
    for side, own in zip(sides, (rows, partner[rows]), strict=True):
        side.kind[own] = np.where(labels, SAME, RELABELLED)
        side.group[own] = np.arange(len(rows))
    _pair_others(*sides, len(rows))
    return sides


def _blank(table: pa.Table) -> Side:
    unknown = np.full(len(table), -1, np.int64)
    places = np.zeros(len(table), np.int64)
    return Side(table, unknown, unknown.copy(), places, places)


def _pair_others(one: Side, other: Side, first: int) -> None:
    """Those that are not the same: which belong together makes their kind."""
    rows = [np.flatnonzero(side.kind < 0) for side in (one, other)]
    paths = [_paths(side.table, own) for side, own in zip((one, other), rows, strict=True)]
    groups = _groups(*paths)
    mine, theirs = groups[: len(rows[0])], groups[len(rows[0]) :]
    count = int(groups.max(initial=-1)) + 1
    here, there = np.bincount(mine, minlength=count), np.bincount(theirs, minlength=count)
    kinds = kinds_of_groups(here, there)
    for side, own, group in ((one, rows[0], mine), (other, rows[1], theirs)):
        side.kind[own], side.group[own] = kinds[group], group + first


def _paths(table: pa.Table, rows: Numbers) -> list[Path]:
    chosen = table.take(pa.array(rows))
    said = nested.whole(chosen, "turns").to_pylist()
    ids = chosen["source_id"].to_pylist()
    return [(id, tuple(turn["utterance_id"] for turn in turns)) for id, turns in zip(ids, said, strict=True)]


def _groups(one: Sequence[Path], other: Sequence[Path]) -> Numbers:
    """A number for each dialogue of both sides, shared by those that belong together; from 0."""
    above = list(range(len(one) + len(other)))

    def top(node: int) -> int:
        while above[node] != node:
            above[node] = above[above[node]]
            node = above[node]
        return node

    for first, second in _links(one, other):
        above[top(first)] = top(len(one) + second)
    for second, first in _links(other, one):
        above[top(first)] = top(len(one) + second)
    tops = [top(node) for node in range(len(above))]
    return np.asarray(np.unique(np.array(tops, np.int64), return_inverse=True)[1], np.int64)


def _links(inner: Sequence[Path], outer: Sequence[Path]) -> Iterator[tuple[int, int]]:
    """Rows of dialogues that are a stretch of one of the other side, or end as it does, with that one's."""
    by_last: dict[tuple[str, str], list[int]] = defaultdict(list)
    for row, (id, said) in enumerate(inner):
        if said:
            by_last[id, said[-1]].append(row)
    for place, (id, said) in enumerate(outer):
        for end, last in enumerate(said, start=1):
            for row in by_last.get((id, last), ()):
                own = inner[row][1]
                if end == len(said) or said[max(end - len(own), 0) : end] == own:
                    yield row, place
