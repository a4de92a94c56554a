"""Runs of turns that are dialogues, and how many there would be at other values of the dialogue gap."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dialogue_etl.filters.extraction import min_turns

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    from dialogue_etl.filters import Drop
    from dialogue_etl.params import Extract
    from dialogue_etl.text.points import Mask

    Run = tuple[int, int]
    Gaps = npt.NDArray[np.float64]

_GRID = (50, 100, 150, 200, 300, 400, 500, 600, 700, 800, 900, 1_000, 1_500, 2_000)
"""Values of the dialogue gap at which sizes are counted, and the one in use."""


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


def begins_dialogue(gaps: Gaps, limit: float) -> Mask:
    """For each turn whether a dialogue begins with it, at this dialogue gap; 0 cuts at scenes alone."""
    begins: Mask = gaps > (limit or np.finfo(np.float64).max)
    return begins


def runs_of(begins: Mask, unfit: Mapping[int, Drop], params: Extract) -> Runs:
    """Runs of turns that are dialogues: cut at boundaries and at unfit utterances, with turns enough.

    Args:
        begins: for each turn whether a dialogue begins with it.
        unfit: what speaks against a turn alone, by its number.
        params: min_turns is looked at.
    """
    runs = Runs([], [((number, number + 1), drop) for number, drop in sorted(unfit.items())], [])
    edges = [*_cut(begins, unfit).nonzero()[0].tolist(), len(begins)]
    # Most of the pieces that are too short have one turn: one drop does for all of one length.
    lengths = {after - first for first, after in pairwise(edges)}
    drops = {turns: min_turns(turns, params.min_turns) for turns in lengths}
    for first, after in pairwise(edges):
        if first in unfit:
            continue
        if drop := drops[after - first]:
            runs.short.append(((first, after), drop))
        else:
            runs.kept.append((first, after))
    return runs


def _cut(begins: Mask, unfit: Mapping[int, Drop]) -> Mask:
    """For each turn whether it goes on with nothing: a dialogue begins, or it or the one before is unfit."""
    cut = np.append(begins, True)
    numbers = np.fromiter(unfit, np.int64, len(unfit))
    cut[numbers] = cut[numbers + 1] = True
    return cut[:-1]


class Size(NamedTuple):
    """How much the dialogues of a book would be at some value of the dialogue gap."""

    value: float
    dialogues: int
    utterances: int


def sizes(gaps: Gaps, unfit: Mapping[int, Drop], params: Extract) -> list[Size]:
    """What the runs would be at other values of the dialogue gap: as `runs_of` puts them together, counted.

    Args:
        gaps: what parts each turn from the one before, as the rules weigh it.
        unfit: what speaks against a turn alone, by its number.
        params: dialogue_gap and min_turns are looked at.
    """
    if not len(gaps):
        return []
    fit = np.ones(len(gaps), np.bool_)
    fit[list(unfit)] = False
    counted = []
    for value in sorted({*_GRID, params.dialogue_gap} - {0}):
        first = _cut(begins_dialogue(gaps, value), unfit).nonzero()[0]
        turns = np.diff(first, append=len(gaps))
        kept = turns[fit[first] & (turns >= params.min_turns)]
        counted.append(Size(float(value), len(kept), int(kept.sum())))
    return counted


def add_sizes(counted: Counter[tuple[float, str]], sizes: Sequence[Size]) -> None:
    """Add the sizes of a book to those of other books."""
    for value, dialogues, utterances in sizes:
        counted[value, "dialogues"] += dialogues
        counted[value, "utterances"] += utterances


def size_rows(counted: Counter[tuple[float, str]]) -> list[dict[str, Any]]:
    """Rows of the table sizes, in order."""
    return [
        {"parameter": "extract.dialogue_gap", "value": value}
        | {name: counted[value, name] for name in ("dialogues", "utterances")}
        for value in sorted({value for value, _ in counted})
    ]
