"""Runs of turns that are dialogues, and how many there would be at other values of a knob."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dialogue_etl.filters.dialogues import min_turns

if TYPE_CHECKING:
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
"""Values of each knob at which sizes are counted."""


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


def sizes(found: Boundaries, verdicts: Sequence[Drop | None], params: Extract) -> list[dict[str, Any]]:
    """Rows of the table sizes: what the runs would be at other values of the knob that parts dialogues.

    Args:
        found: what parts the turns.
        verdicts: for each turn what speaks against it alone.
        params: min_turns is looked at.
    """
    if not verdicts:
        return []
    fit = np.array([drop is None for drop in verdicts])
    edges = ~fit
    edges[1:] |= edges[:-1]
    counted = []
    for value in _GRIDS[found.knob]:
        first = np.flatnonzero(found.begins(value) | edges)
        turns = np.diff(first, append=len(fit))
        dialogues = turns[fit[first] & (turns >= max(params.min_turns, 1))]
        counted.append(
            {
                "knob": f"extract.{found.knob}",
                "value": float(value),
                "dialogues": len(dialogues),
                "utterances": int(dialogues.sum()),
            }
        )
    return counted
