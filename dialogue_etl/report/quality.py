"""Quality on annotated texts: what the stage `evaluate` found, as the page shows it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dialogue_etl import shards
from dialogue_etl.report import dots

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    Figures = Mapping[str, Any]

_LEGEND = ("with thresholds", "without")
_MOST_DROPS = 50


@dataclass(frozen=True)
class Measure:
    """A figure of the table.

    Attributes:
        key: its name in the metrics.
        name: for people.
        meaning: in one line.
        lower: whether less of it is better.
    """

    key: str
    name: str
    meaning: str
    lower: bool = False


MEASURES = (
    Measure("characters_precision", "Speech, precision", "letters found that are direct speech"),
    Measure("characters_recall", "Speech, recall", "letters of direct speech that are found"),
    Measure("characters_f1", "Speech, F1", "F1, the harmonic mean of the two, of letters of direct speech"),
    Measure("turns_f1", "Turns", "F1 of turns that are found exactly as they are annotated"),
    Measure(
        "joined_turns_f1",
        "Contributions",
        "F1 of turns, neighbouring ones of one known speaker taken as one",
    ),
    Measure("turn_purity", "Purity", "utterances of one speaker only"),
    Measure("non_conversational", "No speech", "utterances that are less than half speech", lower=True),
    Measure(
        "same_speaker_pairs", "Same speaker", "neighbours in a dialogue that one speaker says", lower=True
    ),
    Measure("turn_coverage", "Coverage", "turns that a dialogue holds; what is not held cannot be split"),
    Measure("boundaries_f1", "Boundaries", "F1 of the ends of conversations, between turns that are held"),
    Measure("dialogues_split", "Split", "dialogues whose conversation goes on in another one", lower=True),
    Measure("dialogues_merged", "Merged", "dialogues of two or more conversations", lower=True),
    Measure("clean_dialogues", "Faultless", "dialogues with none of these faults"),
)
"""In the order of the table; their definitions are those of `evaluation/figures.py`."""

COMPARED = tuple(
    next(measure for measure in MEASURES if measure.key == key)
    for key in ("boundaries_f1", "dialogues_split", "dialogues_merged", "clean_dialogues")
)
"""What the ways to find boundaries are compared by."""

_DRAWN = ("characters_f1", "joined_turns_f1", "non_conversational", "clean_dialogues")


@dataclass(frozen=True)
class Cell:
    """A share with thresholds and without; None where the annotation does not say."""

    with_thresholds: float | None
    without: float | None


@dataclass(frozen=True)
class Drawing:
    """A measure of all corpora as SVG."""

    measure: Measure
    svg: str


@dataclass(frozen=True)
class Ways:
    """The ways to find boundaries side by side, of one corpus.

    Attributes:
        corpus: its name.
        rows: the ways with the shares of `COMPARED`.
    """

    corpus: str
    rows: Sequence[tuple[str, Sequence[float | None]]]


@dataclass(frozen=True)
class Quality:
    """What there is to say.

    Attributes:
        profile: that was scored.
        texts: scored.
        corpora: names of corpora with their numbers of texts, in order.
        rows: measures with a cell per corpus, and one of all texts.
        drawings: some of the measures.
        same: whether the thresholds change nothing.
        ways: the ways to find boundaries, by corpus.
        dropped: rows of the drops table, the first ones.
        more: how many others there are.
    """

    profile: str
    texts: int
    corpora: Sequence[tuple[str, int]]
    rows: Sequence[tuple[Measure, Sequence[Cell]]]
    drawings: Sequence[Drawing]
    same: bool
    ways: Sequence[Ways]
    dropped: Sequence[Mapping[str, Any]]
    more: int


def read(folder: Path) -> Quality | None:
    """What the page says of quality; None if nothing was scored.

    Args:
        folder: the output of `evaluate`.
    """
    path = folder / "figures.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"off": True}
    if found.get("off"):
        return None
    without = found["without_thresholds"]
    groups = [(found["corpora"][name], without["corpora"][name]) for name in found["corpora"]]
    groups.append((found["all"], without["all"]))
    rows = [(measure, [_cell(measure, *pair) for pair in groups]) for measure in MEASURES]
    names = list(found["corpora"])
    dropped = list(shards.read(folder, "drops"))
    return Quality(
        profile=found["profile"],
        texts=found["texts"],
        corpora=[(name, found["corpora"][name]["texts"]) for name in names],
        rows=rows,
        drawings=[_drawn(measure, names, cells) for measure, cells in rows if measure.key in _DRAWN],
        same=all(cell.with_thresholds == cell.without for _, cells in rows for cell in cells),
        ways=_ways(found["boundaries"]),
        dropped=dropped[:_MOST_DROPS],
        more=max(len(dropped) - _MOST_DROPS, 0),
    )


def _ways(found: Mapping[str, Figures]) -> list[Ways]:
    corpora = sorted({corpus for figures in found.values() for corpus in figures})
    return [
        Ways(
            corpus,
            [
                (way, [figures[corpus][one.key] for one in COMPARED])
                for way, figures in found.items()
                if corpus in figures
            ],
        )
        for corpus in corpora
    ]


def _cell(measure: Measure, found: Figures, without: Figures) -> Cell:
    return Cell(found[measure.key], without[measure.key])


def _drawn(measure: Measure, corpora: Sequence[str], cells: Sequence[Cell]) -> Drawing:
    lines = [
        dots.Line(name, cell.with_thresholds, cell.without)
        for name, cell in zip((*corpora, "all"), cells, strict=True)
    ]
    about = "; ".join(f"{line.name} {_said(line.hollow)} and {_said(line.full)}" for line in lines)
    name = f"{measure.name}: {measure.meaning}, by corpus, {' and '.join(_LEGEND)}"
    return Drawing(measure, dots.draw(f"quality-{measure.key}", name, lines, legend=_LEGEND, about=about))


def _said(share: float | None) -> str:
    return "not known" if share is None else f"{share:.1%}"
