"""The metrics of responses as a page: a row for each metric, a column for each system."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dialogue_etl.metrics.definition import METRICS, Definition
from dialogue_etl.report import templates

_TEMPLATE = Path(__file__).with_name("responses.html")
_SURE = 0.05  # of the bootstrap: with 95 % intervals


def render(title: str, tables: Mapping[str, Mapping[str, Any]], definition: Definition) -> str:
    """The page as HTML: the same input gives the same bytes.

    Args:
        title: of it.
        tables: systems, as `metrics.results.as_json` has them, by the name of their test set.
        definition: of the metrics.
    """
    return templates.render(
        _TEMPLATE,
        title=title,
        tables={
            name: (systems, sorted({one for of in systems.values() for one in of["metrics"]}, key=_order))
            for name, systems in tables.items()
        },
        definition=definition.model_dump() | _signatures(tables),
        sure=_SURE,
    )


def _order(metric: str) -> tuple[int, str]:
    return METRICS.index(metric) if metric in METRICS else len(METRICS), metric


def _signatures(tables: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    systems = (of["metrics"] for table in tables.values() for of in table.values())
    return {
        name: score["signature"] for one in systems for name, score in one.items() if score.get("signature")
    }
