"""The page of a sweep: size against quality of datasets that differ in a knob, or in two."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl.params import knobs
from dialogue_etl.report import sweep_figures, templates
from dialogue_etl.report.sweep_measures import MEASURES, SCORES, known

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_TEMPLATE = Path(__file__).parent / "sweep.html"


@dataclass(frozen=True)
class Variant:
    """One dataset of the sweep.

    Attributes:
        name: of the variant.
        values: of the knobs, in their order.
        state: of its run.
        tag: of the version; empty if none came of the run.
        report: address of its report.
        run: address of its run.
        figures: content of `metrics/books/report.json`; empty without a version.
        scores: content of `metrics/books/evaluate.json`; empty or `off` if nothing was scored.
    """

    name: str
    values: tuple[Any, ...]
    state: str
    tag: str = ""
    report: str = ""
    run: str = ""
    figures: Mapping[str, Any] | None = None
    scores: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Sweep:
    """What there is to draw.

    Attributes:
        name: of the sweep.
        knobs: one key of params.yaml or two.
        variants: in the order of the values given.
        base: what all began from; empty for the workspace.
        preset: put under the values; empty without.
        date: ISO 8601.
        run: address of the sweep's own run.
    """

    name: str
    knobs: tuple[str, ...]
    variants: Sequence[Variant]
    base: str = ""
    preset: str = ""
    date: str = ""
    run: str = ""


def render(sweep: Sweep) -> str:
    """The page as HTML: the same input gives the same bytes."""
    drawn = [variant for variant in sweep.variants if variant.tag]
    return templates.render(
        _TEMPLATE,
        sweep=sweep,
        groups=sweep_figures.groups(sweep),
        drawn=drawn,
        missing=[variant for variant in sweep.variants if not variant.tag],
        measures=known(MEASURES, drawn),
        scored=bool(known(SCORES, drawn)),
        descriptions={knob.key: knob.description for knob in knobs()},
    )
