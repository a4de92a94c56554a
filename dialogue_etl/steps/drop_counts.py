"""How many units a stage left out, by unit and reason: counted as columns, for there may be millions."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pyarrow as pa

from dialogue_etl import shards

if TYPE_CHECKING:
    from pathlib import Path

_KEYS = ["unit", "reason"]


def drop_counts(stage: Path) -> Counter[tuple[str, str]]:
    """Rows of the drops table by unit and reason; none if the stage has no such table.

    Args:
        stage: output of a stage for one language.
    """
    counts: Counter[tuple[str, str]] = Counter()
    if not (stage / "drops").is_dir():
        return counts
    for path in shards.shard_paths(stage, "drops"):
        for batch in shards.read_batches(path, _KEYS):
            grouped = pa.Table.from_batches([batch]).group_by(_KEYS).aggregate([([], "count_all")])
            for row in grouped.to_pylist():
                counts[row["unit"], row["reason"]] += row["count_all"]
    return counts
