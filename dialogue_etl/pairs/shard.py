"""Filters the documents and pairs of a shard, and writes tables of what is kept and dropped.

pairs_in = pairs + dropped pairs; documents_in = documents + dropped documents
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from dialogue_etl.core import run
from dialogue_etl.core.tables import DROPS, INTERACTIONS, PAIR_DOCUMENTS
from dialogue_etl.filters import Drop
from dialogue_etl.pairs.batch import Columns, chosen, ids, size

if TYPE_CHECKING:
    from dialogue_etl.core.shards import ShardWriter
    from dialogue_etl.pairs.pipeline import Left, Pipeline

STAGE = "pairs"
TABLES = ("interactions", "pair_documents", "drops")
COUNTED = ("documents_in", "documents", "pairs_in", "pairs", "intervals", "interval_ms_sum")
NO_SPLIT = "no_split"
"""Reason for dropping documents without dialogues, which are in no split."""
_DETAIL = 200
EMPTY: dict[str, Any] = {field.name: [] if pa.types.is_list(field.type) else None for field in PAIR_DOCUMENTS}
"""A document without metadata."""


class Tables:
    """The tables of a shard."""

    def __init__(self, pipeline: Pipeline, writer: ShardWriter, unit: str) -> None:
        """Begin.

        Args:
            pipeline: of the configuration.
            writer: of `TABLES`.
            unit: what a document is called.
        """
        self._pipeline, self._writer, self._unit = pipeline, writer, unit
        self._rows: list[dict[str, Any]] = []
        self._kept: dict[str, dict[str, Any]] = {}
        self._reasons: Counter[tuple[str, str]] = Counter()

    def drop(self, unit: str, id: str, drop: Drop) -> None:
        """Record a drop of anything but pairs."""
        self._reasons[unit, drop.reason] += 1
        self._writer.add("drops", [drop.row(stage=STAGE, unit=unit, id=id, source_id=id)])

    def document(self, known: Mapping[str, Any]) -> bool:
        """Filter a document; returns whether it is kept.

        Args:
            known: columns of `tables.PAIR_DOCUMENTS`: id, split, and metadata.
        """
        row = {**EMPTY, **known, **dict.fromkeys(COUNTED[2:], 0)}
        drop = self._pipeline.judge(row)
        if not drop and not row["split"]:
            drop = Drop(NO_SPLIT, detail="no dialogue of it is left")
        if drop:
            row["dropped_by"] = drop.reason
            self.drop(self._unit, row["id"], drop)
        else:
            self._kept[row["id"]] = row
        self._rows.append(row)
        return drop is None

    def pairs(self, batch: Columns) -> None:
        """Send pairs through the pipeline, except those of dropped documents, which are not counted."""
        columns = chosen(batch, [source in self._kept for source in batch["source_id"]])
        for source, number in Counter(columns["source_id"]).items():
            self._kept[source]["pairs_in"] += number
        kept, left = self._pipeline.run(columns)
        for one in left:
            self._reasons["pair", one.label] += size(one.columns)
            self._writer.write("drops", _drops(one))
        _count(kept, self._kept)
        self._writer.write("interactions", _table(kept, self._kept))

    def finish(self) -> dict[str, Any]:
        """Write the table of documents; returns the shard's result for `run.finish_stage`."""
        self._writer.add("pair_documents", self._rows)
        totals: Counter[str] = Counter(documents_in=len(self._rows), documents=len(self._kept))
        for row in self._kept.values():
            totals.update({name: row[name] for name in COUNTED[2:]})
        return {"totals": totals, "dropped": run.as_rows(self._reasons)}


def _count(kept: Columns, counts: Mapping[str, dict[str, Any]]) -> None:
    for source, interval in zip(kept["source_id"], kept["interval_ms"], strict=True):
        row = counts[source]
        row["pairs"] += 1
        if interval is not None:
            row["intervals"] += 1
            row["interval_ms_sum"] += interval


def _table(kept: Columns, counts: Mapping[str, Mapping[str, Any]]) -> pa.Table:
    columns = {**kept, "id": ids(kept), "split": [counts[source]["split"] for source in kept["source_id"]]}
    return pa.Table.from_arrays(
        [
            pa.array(columns[field.name], field.type)
            if field.name in columns
            else pa.nulls(size(kept), field.type)
            for field in INTERACTIONS
        ],
        schema=INTERACTIONS,
    )


def _drops(left: Left) -> pa.Table:
    columns, number = left.columns, size(left.columns)
    said = zip(columns["trigger"], columns["answer"], strict=True)
    values: dict[str, list[Any]] = {
        "stage": [STAGE] * number,
        "unit": ["pair"] * number,
        "id": ids(columns),
        "source_id": columns["source_id"],
        "reason": [left.label] * number,
        "value": [why.value for why in left.why],
        "threshold": [why.threshold for why in left.why],
        "detail": [f"{trigger} → {answer}"[:_DETAIL] for trigger, answer in said],
    }
    return pa.Table.from_arrays(
        [
            pa.array(values[field.name], field.type) if field.name in values else pa.nulls(number, field.type)
            for field in DROPS
        ],
        schema=DROPS,
    )
