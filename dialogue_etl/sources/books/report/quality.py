"""Quality on annotated texts: what the stage `evaluate` found, as the page shows it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from dialogue_etl import shards
from dialogue_etl.report.scores import MEASURES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_MOST_DROPS = 50
_DRAWN = ("characters_f1", "joined_turns_f1", "non_conversational", "clean_dialogues")


def read(folder: Path) -> dict[str, Any] | None:
    """What the page says of quality; None if nothing was scored.

    Args:
        folder: the output of `evaluate`.

    Returns:
        `profile` that was scored; number of `texts`; `corpora`, names with their numbers of texts; `rows`,
        measures with a cell per corpus and one of all texts, which is the share with thresholds and that
        without, None where the annotation does not say; `drawn`, some of them with the end of their scale;
        `same`, whether the thresholds change nothing; `dropped`, the first rows of the drops table, and how
        many `more` there are.
    """
    path = folder / "figures.json"
    figures: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"off": True}
    if figures.get("off"):
        return None
    without = figures["without_thresholds"]
    names = list(figures["corpora"])
    groups = [(figures["corpora"][name], without["corpora"][name]) for name in names]
    groups.append((figures["all"], without["all"]))
    rows = [(measure, [tuple(of[measure.key] for of in pair) for pair in groups]) for measure in MEASURES]
    dropped = list(shards.read(folder, "drops"))
    return {
        "profile": figures["profile"],
        "texts": figures["texts"],
        "corpora": [(name, figures["corpora"][name]["texts"]) for name in names],
        "rows": rows,
        "drawn": [(measure, cells, _end(cells)) for measure, cells in rows if measure.key in _DRAWN],
        "same": all(one == other for _, cells in rows for one, other in cells),
        "dropped": dropped[:_MOST_DROPS],
        "more": max(len(dropped) - _MOST_DROPS, 0),
    }


def _end(cells: Sequence[tuple[float | None, ...]]) -> float:
    """Where a scale of shares ends: at 100 % or, if all are small, at the next round number."""
    greatest = max((share for cell in cells for share in cell if share is not None), default=1.0)
    return next(end for end in (0.05, 0.1, 0.2, 0.5, 1.0) if greatest <= end)
