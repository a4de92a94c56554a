"""Runs of turns that are dialogues, and how many there would be at other values of a knob."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.filters.dialogues import min_turns

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Collection, Mapping, Sequence

    from dialogue_etl.filters import Drop
    from dialogue_etl.params import Extract
    from dialogue_etl.sources.books.boundaries import Boundaries
    from dialogue_etl.text.points import Mask

    Run = tuple[int, int]

_GRIDS = {
    "dialogue_gap": (50, 100, 150, 200, 300, 400, 500, 600, 700, 800, 900, 1_000, 1_500, 2_000),
    "boundary_threshold": tuple(step / 20 for step in range(1, 20)),
}
"""Values of each knob at which sizes are counted, and the one in use."""


class Runs(NamedTuple):
    """Turns put together, as first turn and the one after the last.

    Attributes:
        kept: the dialogues, in order.
        unfit: utterances that are left out, and why.
        short: runs of too few turns.
    """

    kept: list[Run]
    unfit: list[tuple[Run, Drop]]
    short: list[tuple[Run, Drop]]


def runs_of(begins: Mask, unfit: Mapping[int, Drop], params: Extract) -> Runs:
    """Runs of turns that are dialogues: cut at boundaries and at unfit utterances, with turns enough.

    Args:
        begins: for each turn whether a dialogue begins with it.
        unfit: what speaks against a turn alone, by its number.
        params: min_turns is looked at.
    """
    runs = Runs([], [((number, number + 1), drop) for number, drop in sorted(unfit.items())], [])
    edges = [*_cut(begins, list(unfit)).nonzero()[0].tolist(), len(begins)]
    # Most of the pieces that are too short have one turn: one drop does for all of one length.
    lengths = {after - first for first, after in pairwise(edges)}
    drops = {turns: min_turns(turns, params) for turns in lengths}
    for first, after in pairwise(edges):
        if first in unfit:
            continue
        if drop := drops[after - first]:
            runs.short.append(((first, after), drop))
        else:
            runs.kept.append((first, after))
    return runs


def _cut(begins: Mask, unfit: list[int]) -> Mask:
    """For each turn whether it goes on with nothing: a dialogue begins, or it or the one before is unfit."""
    if not unfit:
        return begins
    cut = np.append(begins, True)
    cut[unfit] = True
    cut[np.array(unfit) + 1] = True
    return cut[:-1]


class Size(NamedTuple):
    """How much the dialogues of a book would be at some value of a knob."""

    knob: str
    value: float
    dialogues: int
    utterances: int


def sizes(found: Boundaries, unfit: Collection[int], params: Extract) -> list[Size]:
    """What the runs would be at other values of the knob that parts dialogues.

    Args:
        found: what parts the turns.
        unfit: the numbers of the turns against which something speaks.
        params: min_turns is looked at.
    """
    count = len(found.breaks)
    if not count:
        return []
    cut = _cut(found.breaks, list(unfit))
    values = _values(found.knob, found.limit)
    # All values at once, a row each; what goes on at the least of them goes on at the others too.
    places = (cut | (found.width > values[0])).nonzero()[0]
    row, begun = (cut[places] | (found.width[places] > values[:, None])).nonzero()
    first = places[begun]
    turns = np.empty_like(first)
    np.subtract(first[1:], first[:-1], out=turns[:-1])
    # Each row begins at turn 0, with which the book does: the last of a row goes on to the end of the book.
    turns[-1] = -first[-1]
    turns[turns <= 0] += count
    fit = np.ones(count, np.bool_)
    fit[list(unfit)] = False
    long = fit[first] & (turns >= params.min_turns)
    dialogues = np.bincount(row[long], minlength=len(values)).tolist()
    utterances = np.bincount(row[long], turns[long], len(values)).astype(np.int64).tolist()
    knob = f"extract.{found.knob}"
    columns = zip(values.tolist(), dialogues, utterances, strict=True)
    return [Size(knob, *counts) for counts in columns]


@cache
def _values(knob: str, limit: float | None) -> npt.NDArray[np.float64]:
    """At which values of a knob sizes are counted, in order."""
    return np.array(sorted({*_GRIDS[knob], *([limit] if limit else [])}), np.float64)


def add_sizes(counted: Counter[tuple[str, float, str]], found: Sequence[Size]) -> None:
    """Add the sizes of a book to those of other books."""
    for knob, value, dialogues, utterances in found:
        counted[knob, value, "dialogues"] += dialogues
        counted[knob, value, "utterances"] += utterances


def size_rows(counted: Counter[tuple[str, float, str]]) -> list[dict[str, Any]]:
    """Rows of the table sizes, in order."""
    return [
        {
            "knob": knob,
            "value": value,
            "dialogues": counted[knob, value, "dialogues"],
            "utterances": counted[knob, value, "utterances"],
        }
        for knob, value in sorted({(knob, value) for knob, value, _ in counted})
    ]
