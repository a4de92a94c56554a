"""The pairs of a shard: its documents judged, what is said in them paired, and what is kept written.

pairs_in = pairs + dropped pairs; documents_in = documents + dropped documents
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from dialogue_etl import run
from dialogue_etl.filters import Drop
from dialogue_etl.pairs.batch import Columns, chosen, ids, size
from dialogue_etl.tables import DROPS, INTERACTIONS, PAIR_DOCUMENTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dialogue_etl.pairs.pipeline import Left, Pipeline
    from dialogue_etl.shards import ShardWriter

STAGE = "pairs"
TABLES = ("interactions", "pair_documents", "drops")
COUNTED = ("documents_in", "documents", "pairs_in", "pairs", "intervals", "interval_ms_sum")
NO_SPLIT = "no_split"
"""Drops documents of which no dialogue is left: they are in no split."""
_DETAIL = 200
_EMPTY: dict[str, Any] = {
    field.name: [] if pa.types.is_list(field.type) else None for field in PAIR_DOCUMENTS
}


def write(
    documents: Iterable[Mapping[str, Any]],
    batches: Iterable[Columns],
    pipeline: Pipeline,
    writer: ShardWriter,
    unit: str,
) -> dict[str, Any]:
    """Write the tables of a shard.

    Args:
        documents: of each the columns of `tables.PAIR_DOCUMENTS` that are known, in the order of `batches`.
        batches: their pairs, see `units.neighbours`.
        pipeline: the configuration at work.
        writer: of `TABLES`.
        unit: what a document is called.

    Returns:
        What `run.finish_stage` wants to have of a shard.
    """
    rows = [_judged(document, pipeline) for document in documents]
    counts = {row["id"]: row for row, drop in rows if not drop}
    reasons: Counter[tuple[str, str]] = Counter()
    for row, drop in rows:
        if drop:
            reasons[unit, drop.reason] += 1
            writer.add("drops", [drop.row(stage=STAGE, unit=unit, id=row["id"], source_id=row["id"])])
    for batch in batches:
        columns = chosen(batch, [source in counts for source in batch["source_id"]])
        for source, number in Counter(columns["source_id"]).items():
            counts[source]["pairs_in"] += number
        kept, left = pipeline.run(columns)
        for one in left:
            reasons["pair", one.label] += size(one.columns)
            writer.write("drops", _drops(one))
        _count(kept, counts)
        writer.write("interactions", _table(kept, counts))
    writer.add("pair_documents", [row for row, _ in rows])
    totals: Counter[str] = Counter(documents_in=len(rows), documents=len(counts))
    for row in counts.values():
        totals.update({name: row[name] for name in COUNTED[2:]})
    return {"totals": totals, "dropped": run.as_rows(reasons)}


def _judged(document: Mapping[str, Any], pipeline: Pipeline) -> tuple[dict[str, Any], Drop | None]:
    row = {**_EMPTY, **document, **dict.fromkeys(COUNTED[2:], 0)}
    drop = pipeline.judge(row) or (None if row["split"] else Drop(NO_SPLIT, detail="no dialogue is left"))
    return {**row, "dropped_by": drop.reason if drop else None}, drop


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
