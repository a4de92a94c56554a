"""Quality on annotated texts: what the stage `evaluate` found, as the page shows it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from dialogue_etl import shards
from dialogue_etl.report.scores import MEASURES, Measure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_MOST_DROPS = 50
_DRAWN = ("characters_f1", "joined_turns_f1", "non_conversational", "clean_dialogues")
_COMPARED = ("boundaries_f1", "dialogues_split", "dialogues_merged", "clean_dialogues")


class Cell(NamedTuple):
    """A share with thresholds and without; None where the annotation does not say."""

    with_thresholds: float | None
    without: float | None


class Quality(NamedTuple):
    """What there is to say.

    Attributes:
        profile: that was scored.
        texts: scored.
        corpora: names of corpora with their numbers of texts, in order.
        rows: measures with a cell per corpus, and one of all texts.
        drawn: some of the measures with their cells, and where the scale of these ends.
        same: whether the thresholds change nothing.
        compared: the measures by which ways to find boundaries are compared.
        ways: corpus, way to find boundaries, and the shares of `compared`.
        dropped: rows of the drops table, the first ones.
        more: how many others there are.
    """

    profile: str
    texts: int
    corpora: Sequence[tuple[str, int]]
    rows: Sequence[tuple[Measure, Sequence[Cell]]]
    drawn: Sequence[tuple[Measure, Sequence[Cell], float]]
    same: bool
    compared: Sequence[Measure]
    ways: Sequence[tuple[str, str, Sequence[float | None]]]
    dropped: Sequence[Mapping[str, Any]]
    more: int


def read(folder: Path) -> Quality | None:
    """What the page says of quality; None if nothing was scored.

    Args:
        folder: the output of `evaluate`.
    """
    path = folder / "figures.json"
    figures: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"off": True}
    if figures.get("off"):
        return None
    without = figures["without_thresholds"]
    names = list(figures["corpora"])
    groups = [(figures["corpora"][name], without["corpora"][name]) for name in names]
    groups.append((figures["all"], without["all"]))
    rows = [(measure, [Cell(*(of[measure.key] for of in pair)) for pair in groups]) for measure in MEASURES]
    ways = figures.get("boundaries", {})
    dropped = list(shards.read(folder, "drops"))
    return Quality(
        profile=figures["profile"],
        texts=figures["texts"],
        corpora=[(name, figures["corpora"][name]["texts"]) for name in names],
        rows=rows,
        drawn=[(measure, cells, _end(cells)) for measure, cells in rows if measure.key in _DRAWN],
        same=all(cell.with_thresholds == cell.without for _, cells in rows for cell in cells),
        compared=[next(measure for measure in MEASURES if measure.key == key) for key in _COMPARED],
        ways=[
            (corpus, way, [by_corpus[corpus][key] for key in _COMPARED])
            for corpus in sorted({corpus for by_corpus in ways.values() for corpus in by_corpus})
            for way, by_corpus in ways.items()
            if corpus in by_corpus
        ],
        dropped=dropped[:_MOST_DROPS],
        more=max(len(dropped) - _MOST_DROPS, 0),
    )


def _end(cells: Sequence[Cell]) -> float:
    """Where a scale of shares ends: at 100 % or, if all are small, at the next round number."""
    greatest = max((share for cell in cells for share in cell if share is not None), default=1.0)
    return next(end for end in (0.05, 0.1, 0.2, 0.5, 1.0) if greatest <= end)
