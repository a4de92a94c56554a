"""The analytics of pairs: for the whole run, each filter of documents, and each filter of pairs.

All figures are counted from the tables, so they are the same for any number of workers. They include no
times, which are shown in the terminal.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from dialogue_etl.core import shards
from dialogue_etl.core.engines.database import connected, rows
from dialogue_etl.pairs.config import Components, labels
from dialogue_etl.pairs.filters import Filter

_MEMORY = "512MB"
_MOST_VALUES = 40
_EXAMPLES = 5

_TOTALS = """SELECT count(*) AS documents, sum(bytes)::BIGINT AS bytes, count(dropped_by) AS dropped,
    coalesce(sum(pairs_in), 0)::BIGINT AS pairs_in, coalesce(sum(pairs), 0)::BIGINT AS pairs,
    coalesce(sum(intervals), 0)::BIGINT AS intervals,
    coalesce(sum(interval_ms_sum), 0)::BIGINT AS interval_ms_sum FROM documents"""
_INVALID = """SELECT count(*) AS files, coalesce(sum(value), 0)::BIGINT AS bytes FROM drops
    WHERE unit = 'file'"""
_GREATEST = """SELECT id, path, {0} FROM documents WHERE {0} > 0 ORDER BY {0} DESC, id LIMIT 1"""
_PACE = """SELECT year, genre, count(*) AS documents, sum(pairs)::BIGINT AS pairs,
    sum(intervals)::BIGINT AS intervals, sum(interval_ms_sum)::BIGINT AS interval_ms_sum
    FROM (SELECT *, unnest(list_concat([NULL], list_distinct(genres))) AS genre FROM documents)
    WHERE dropped_by IS NULL AND year IS NOT NULL GROUP BY ALL ORDER BY genre NULLS FIRST, year"""
_DROPPED = """SELECT reason, count(*) AS dropped, min(value) AS least, max(value) AS greatest,
    quantile_disc(value, 0.5) AS median, min_by(detail, sha256(id) || id, {}) AS examples
    FROM drops WHERE unit = 'pair' GROUP BY reason"""


def analyse(config: Components, tables: Path, outputs: Mapping[str, Any]) -> dict[str, Any]:
    """The analytics that a configuration asks for.

    Args:
        config: with filters, reported in their order; those with `analytics: false` are left out.
        tables: folder of `pair_documents` and `drops`.
        outputs: what was written, by output: `formats.outputs.write`.

    Returns:
        As JSON, those of these that `analytics` lists:
        `global`: files read and unreadable, outputs, the mean gap between trigger and answer (ms), mean pairs
        per kept file, the file with most pairs, the largest file;
        `metadata`: `filters`, with the numbers of documents that came in, were dropped and kept, and values
        of the filtered property (how many documents with each the filter kept and dropped), and `pace`, the
        mean gap by year and genre of the kept ones, where genre null means all genres;
        `interaction`: filters with the numbers of pairs that came in, were dropped and kept, the measured
        values of dropped ones, and examples chosen by a hash of their ids.
    """
    with connected(memory=_MEMORY, stored=False) as base:
        for name, table in (("documents", "pair_documents"), ("drops", "drops")):
            base.read_parquet([str(path) for path in shards.shard_paths(tables, table)]).create_view(name)
        parts: dict[str, Callable[[], Any]] = {
            "global": lambda: _whole(base, outputs),
            "metadata": lambda: {
                "filters": _of_documents(config.metadata_filters, tables),
                "pace": [_with_mean(row) for row in rows(base.sql(_PACE))],
            },
            "interaction": lambda: _of_pairs(config.interaction_filters, base),
        }
        return {name: make() for name, make in parts.items() if name in config.analytics}


def _with_mean(row: dict[str, Any]) -> dict[str, Any]:
    total = row.pop("interval_ms_sum")
    return {**row, "mean_interval_ms": _mean(total, row["intervals"])}


def _mean(total: int, number: int) -> float | None:
    return round(total / number, 3) if number else None


def _whole(base: duckdb.DuckDBPyConnection, outputs: Mapping[str, Any]) -> dict[str, Any]:
    (totals,), (invalid,) = rows(base.sql(_TOTALS)), rows(base.sql(_INVALID))
    kept = totals["documents"] - totals["dropped"]
    most, largest = (next(iter(rows(base.sql(_GREATEST.format(by)))), None) for by in ("pairs", "bytes"))
    return {
        "input": {
            "files": totals["documents"] + invalid["files"],
            "bytes": None if totals["bytes"] is None else totals["bytes"] + invalid["bytes"],
        },
        "invalid": invalid,
        "documents": kept,
        "pairs_in": totals["pairs_in"],
        "pairs": totals["pairs"],
        "intervals": totals["intervals"],
        "mean_interval_ms": _mean(totals["interval_ms_sum"], totals["intervals"]),
        "mean_pairs_per_file": _mean(totals["pairs"], kept),
        "most_pairs": most,
        "largest_input": largest,
        "outputs": dict(outputs),
    }


def _of_documents(filters: Sequence[Filter], tables: Path) -> list[dict[str, Any]]:
    """What each filter of documents dropped, and the values it saw: documents are read once."""
    names = labels(filters)
    columns = [one.kind.columns(None)[0] for one in filters]
    came, went = Counter[str](), Counter[str]()
    values: dict[str, Counter[tuple[Any, bool]]] = {name: Counter() for name in names}
    for row in shards.read(tables, "pair_documents", [*dict.fromkeys(columns), "dropped_by"]):
        for name, column in zip(names, columns, strict=True):
            dropped = row["dropped_by"] == name
            came[name] += 1
            went[name] += dropped
            values[name].update((value, dropped) for value in _values(row[column]))
            if dropped:
                break
    return [
        {
            **_entry(name, one, came[name], went[name], "documents"),
            "values": _counted(values[name]),
        }
        for name, one in zip(names, filters, strict=True)
        if one.analytics
    ]


def _values(value: Any) -> list[Any]:
    """The values that a document is counted under: each name of a list, or a rounded number."""
    if isinstance(value, list):
        return list(dict.fromkeys(value)) or [None]
    return [round(value) if isinstance(value, float) else value]


def _counted(found: Mapping[tuple[Any, bool], int]) -> list[dict[str, Any]]:
    """The most frequent values, sorted, with unknown ones first."""
    together: Counter[Any] = Counter()
    for (value, _), number in found.items():
        together[value] += number
    most = sorted(together, key=lambda value: (-together[value], str(value)))[:_MOST_VALUES]
    ordered = sorted(most, key=lambda value: (value is not None, value if value is not None else 0))
    return [
        {"value": value, "kept": found.get((value, False), 0), "dropped": found.get((value, True), 0)}
        for value in ordered
    ]


def _of_pairs(filters: Sequence[Filter], base: duckdb.DuckDBPyConnection) -> list[dict[str, Any]]:
    (totals,) = rows(base.sql(_TOTALS))
    dropped = {row.pop("reason"): row for row in rows(base.sql(_DROPPED.format(_EXAMPLES)))}
    left, found = totals["pairs_in"], []
    for name, one in zip(labels(filters), filters, strict=True):
        row = dropped.get(name, {"dropped": 0, "examples": []})
        measured = {key: row[key] for key in ("least", "median", "greatest") if row.get(key) is not None}
        if one.analytics:
            entry = _entry(name, one, left, row["dropped"], "pairs")
            found.append({**entry, "measured": measured, "examples": row["examples"]})
        left -= row["dropped"]
    return found


def _entry(name: str, one: Filter, came: int, went: int, unit: str) -> dict[str, Any]:
    given = {key: value for key, value in one.model_dump().items() if key not in {"type", "analytics"}}
    return {"filter": name, "given": given, f"{unit}_in": came, "dropped": went, unit: came - went}
