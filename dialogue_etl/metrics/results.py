"""Results of an evaluation as files: as JSON, and in dialog-eval's format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dialogue_etl.metrics.definition import RELEASED

if TYPE_CHECKING:
    from dialogue_etl.metrics.evaluate import System

_DIGITS = 9  # processors add up in different orders, which changes further digits


def as_json(systems: Mapping[str, System]) -> dict[str, Any]:
    """Scores by system and metric, and differences from the first system.

    Args:
        systems: by their names.
    """
    return {
        name: {
            "responses": system.lines,
            "metrics": {
                metric: {
                    "value": _rounded(score.value),
                    "deviation": _rounded(score.deviation),
                    "half_interval": _rounded(score.half_interval),
                    "responses": score.number,
                    "bootstrap": score.bootstrap and list(map(_rounded, score.bootstrap)),
                    **({"signature": score.signature} if score.signature else {}),
                }
                for metric, score in system.scores.items()
            },
            "differences": {
                metric: {
                    key: value if value is None or isinstance(value, bool) else _rounded(value)
                    for key, value in found._asdict().items()
                }
                for metric, found in system.differences.items()
            },
        }
        for name, system in systems.items()
    }


def _rounded(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")


def metrics_file(systems: Sequence[System]) -> str:
    """dialog-eval's file metrics.txt: mean, deviation and half the interval of each of its 17 metrics."""
    names = [name for name in RELEASED if name in systems[0].scores]
    lines = [f"filename {' '.join(names)}\n"]
    for system in systems:
        scores = [system.scores[name] for name in names]
        cells = [f"{one.value},{one.deviation},{one.half_interval} " for one in scores]
        lines.append(f"{system.path.name} {''.join(cells)}\n")
    return "".join(lines)
