"""Runs of turns that are dialogues, and how many there would be at other values of a knob."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dialogue_etl.filters.dialogues import min_turns

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

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


def runs_of(begins: Mask, verdicts: Sequence[Drop | None], params: Extract) -> Runs:
    """Runs of turns that are dialogues: cut at boundaries and at unfit utterances, with turns enough.

    Args:
        begins: for each turn whether a dialogue begins with it.
        verdicts: for each turn what speaks against it alone.
        params: min_turns is looked at.
    """
    runs = Runs([], [((number, number + 1), drop) for number, drop in enumerate(verdicts) if drop], [])
    cuts = {*np.flatnonzero(begins).tolist(), len(begins)}
    cuts.update(edge for edges, _ in runs.unfit for edge in edges)
    for first, after in pairwise(sorted(cuts)):
        if verdicts[first]:
            continue
        if drop := min_turns(after - first, params):
            runs.short.append(((first, after), drop))
        else:
            runs.kept.append((first, after))
    return runs


class Size(NamedTuple):
    """How much the dialogues of a book would be at some value of a knob."""

    knob: str
    value: float
    dialogues: int
    utterances: int


def sizes(found: Boundaries, verdicts: Sequence[Drop | None], params: Extract) -> list[Size]:
    """What the runs would be at other values of the knob that parts dialogues.

    Args:
        found: what parts the turns.
        verdicts: for each turn what speaks against it alone.
        params: min_turns is looked at.
    """
    if not verdicts:
        return []
    fit = np.array([drop is None for drop in verdicts])
    edges = ~fit
    edges[1:] |= ~fit[:-1]
    values = sorted({*_GRIDS[found.knob], *([found.limit] if found.limit else [])})
    # All values at once, a row each, with a place behind the last turn at which every row ends.
    begins = np.ones((len(values), len(fit) + 1), np.bool_)
    begins[:, :-1] = [found.begins(value) | edges for value in values]
    first = np.flatnonzero(begins)
    row, place = np.divmod(first, len(fit) + 1)
    turns = np.diff(first, append=begins.size)
    long = np.append(fit, False)[place] & (turns >= max(params.min_turns, 1))
    dialogues = np.bincount(row[long], minlength=len(values)).tolist()
    utterances = np.bincount(row[long], turns[long], len(values)).astype(np.int64).tolist()
    knob = f"extract.{found.knob}"
    columns = zip(map(float, values), dialogues, utterances, strict=True)
    return [Size(knob, *counts) for counts in columns]


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
