"""Previews the effect of a configuration on a sample."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from dialogue_etl.pairs.batch import Columns, chosen, ids, size
from dialogue_etl.pairs.config import Components, labels
from dialogue_etl.pairs.pipeline import Pipeline
from dialogue_etl.pairs.shard import EMPTY

_MADE = ("tokens", "stems", "lemmas", "sentiment")


def preview(
    config: Components,
    language: str,
    sample: Mapping[str, Any],
    *,
    number: int,
    where: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Run a configuration on a sample.

    Args:
        config: without `problems`.
        language: of the sample, as a BCP-47 tag.
        sample: `documents`, and `pairs` as columns.
        number: of examples of each kind; counts are of all.
        where: places of entries, for messages.

    Returns:
        JSON with `documents` and `pairs`, each with the counts `came` and `stayed`, the drops of each of the
        `filters`, and examples `left_out` with the filter and the measured value; pairs also with examples
        `kept`. A pair has its texts `before` and, if they differ, `after`, and values that producers `made`.

    Raises:
        SlowPatternError: a pattern backtracks catastrophically.
    """
    pipeline = Pipeline(config, language, where or {})
    judged = [(row, pipeline.judge({**EMPTY, **row})) for row in sample["documents"]]
    kept_ids = {row["id"] for row, drop in judged if drop is None}
    dropped = [(row, drop) for row, drop in judged if drop]
    came = sample["pairs"] or {name: [] for name in ("source_id", "trigger")}
    came = chosen(came, [source in kept_ids for source in came["source_id"]])
    kept, left = pipeline.run(came) if size(came) else (came, [])
    before = (
        dict(zip(ids(came), zip(came["trigger"], came["answer"], strict=True), strict=True))
        if size(came)
        else {}
    )
    left_out = [
        {**pair, "filter": one.label, **one.why[row]._asdict()}
        for one in left
        for row, pair in _pairs(one.columns, before, number)
    ]
    return {
        "documents": {
            "came": len(judged),
            "stayed": len(kept_ids),
            "filters": _counted(labels(config.metadata_filters), Counter(drop.reason for _, drop in dropped)),
            "left_out": [
                {"id": row["id"], "title": row.get("title"), "filter": drop.reason, "saw": drop.detail}
                for row, drop in dropped[:number]
            ],
        },
        "pairs": {
            "came": size(came),
            "stayed": size(kept),
            "filters": _counted(
                labels(config.interaction_filters), Counter({one.label: size(one.columns) for one in left})
            ),
            "kept": [pair for _, pair in _pairs(kept, before, number)],
            "left_out": left_out,
        },
    }


def _counted(names: list[str], dropped: Mapping[str, int]) -> list[dict[str, Any]]:
    return [{"filter": name, "dropped": dropped.get(name, 0)} for name in names]


def _pairs(
    columns: Columns, before: Mapping[str, tuple[str, str]], number: int
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Some pairs with their row numbers; pairs with the same texts are shown once."""
    shown = set[tuple[str, str]]()
    for row, id in enumerate(ids(columns) if size(columns) else []):
        after = (columns["trigger"][row], columns["answer"][row])
        if before[id] in shown or len(shown) >= number:
            continue
        shown.add(before[id])
        made = {
            f"{name}_{side}": columns[f"{name}_{side}"][row]
            for name in _MADE
            for side in ("trigger", "answer")
            if f"{name}_{side}" in columns
        }
        yield (
            row,
            {
                "id": id,
                "interval_ms": columns["interval_ms"][row],
                "before": list(before[id]),
                "after": list(after) if after != before[id] else None,
                "made": made,
            },
        )
