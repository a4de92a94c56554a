"""Names the books that a stage left out in its log: whoever chose them may want another limit."""

import logging
from collections import defaultdict
from pathlib import Path
from typing import Any

from dialogue_etl.core import shards

log = logging.getLogger("dialogue_etl")

_NAMED = 3
"""Books in a line of the log; the drops table has all, and `dialogue-etl inspect` lists them."""
_COLUMNS = ["id", "unit", "reason", "value", "threshold", "detail"]


def name_left_out(stage: str, language: str, output: Path) -> None:
    """Log a line for each reason, the parameter that decided: the books nearest to the limit first."""
    by_reason: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for path in shards.shard_paths(output, "drops"):
        for row in shards.read_shard(path, _COLUMNS):
            if row["unit"] == "book":
                by_reason[row["reason"]].append(row)
    for reason, rows in sorted(by_reason.items()):
        named = ", ".join(map(_described, sorted(rows, key=_distance)[:_NAMED]))
        more = " …" if len(rows) > _NAMED else ""
        log.info("%s %s: %d left out by %s: %s%s", stage, language, len(rows), reason, named, more)


def _distance(row: dict[str, Any]) -> tuple[float, str]:
    value, limit = row["value"], row["threshold"]
    return (0.0 if value is None or limit is None else abs(value - limit)), row["id"]


def _described(row: dict[str, Any]) -> str:
    limit = "" if row["threshold"] is None else f" against {row['threshold']:g}"
    measured = "" if row["value"] is None else f"{row['value']:.4g}{limit}"
    why = row["detail"] or measured
    return f"{row['id']} ({why})" if why else str(row["id"])
