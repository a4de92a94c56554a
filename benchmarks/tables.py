"""The figures as tables for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from benchmarks.figures import Row

Result = dict[str, Any]
"""What the JSON file holds: machine, recipe and rows."""


def all_of(result: Result) -> Iterator[Table]:
    """The tables of one result: stages, growth where there are several sizes, workers where several."""
    rows = result["rows"]
    first = rows[0]["workers"]
    largest = max(row["times"] for row in rows)
    yield stages([row for row in rows if row["workers"] == first and row["times"] == largest])
    if any(row["times"] != largest for row in rows):
        yield growth([row for row in rows if row["workers"] == first])
    for workers in dict.fromkeys(row["workers"] for row in rows if row["workers"] != first):
        pair = [[r for r in rows if r["workers"] == n and r["times"] == largest] for n in (first, workers)]
        yield side_by_side(*pair)


def stages(rows: Sequence[Row]) -> Table:
    """What each stage does and costs."""
    row = rows[0]
    table = _table(
        f"{row['books']:,} books, {row['megabytes']:,.1f} MB, workers {row['workers']}, load {_load(row)}",
        ("stage", "MB/CPU-s", "CPU s", "wall s", "start-up CPU s", "peak MB"),
    )
    keys = (
        "megabytes_per_cpu_second",
        "cpu_seconds",
        "wall_seconds",
        "start_up_cpu_seconds",
        "peak_megabytes",
    )
    for row in rows:
        table.add_row(row["stage"], *(_number(row[key]) for key in keys))
    return table


def growth(rows: Sequence[Row]) -> Table:
    """The same stage over more and more books; a rate that stays the same is linear time."""
    table = _table(
        f"growth, workers {rows[0]['workers']}",
        ("stage", "times", "books", "MB", "CPU s", "MB/CPU-s", "peak MB"),
    )
    for stage in dict.fromkeys(row["stage"] for row in rows):
        of_stage = sorted((row for row in rows if row["stage"] == stage), key=lambda row: row["times"])
        for row in of_stage:
            keys = ("megabytes", "cpu_seconds", "megabytes_per_cpu_second", "peak_megabytes")
            cells = (str(row["times"]), f"{row['books']:,}", *(_number(row[key]) for key in keys))
            table.add_row(stage, *cells, end_section=row is of_stage[-1])
    return table


def side_by_side(few: Sequence[Row], many: Sequence[Row]) -> Table:
    """Two numbers of workers: how much sooner they are done, and what that costs. For an idle machine."""
    one, two = few[0]["workers"], many[0]["workers"]
    table = _table(
        f"workers {one} and {two}, load {_load(few[0])} and {_load(many[0])}",
        (
            "stage",
            f"wall s, {one}",
            f"wall s, {two}",
            "times as fast",
            "CPU s, ratio",
            "peak MB",
            "of a worker",
        ),
    )
    for row, other in zip(few, many, strict=True):
        wall = (row["wall_seconds"], other["wall_seconds"])
        ratios = (_ratio(*wall), _ratio(other["cpu_seconds"], row["cpu_seconds"]))
        peaks = (other["peak_megabytes"], other["children_peak_megabytes"])
        table.add_row(row["stage"], *map(_number, (*wall, *ratios, *peaks)))
    return table


def comparison(before: Result, after: Result) -> Iterator[Table | str]:
    """For each number of workers the largest corpus both results have, and whether they may be compared."""
    for key in ("machine", "recipe"):
        old, new = ({**result[key], "load": None} for result in (before, after))
        differ = [f"{name} {old.get(name)} and {new.get(name)}" for name in new if old.get(name) != new[name]]
        if differ:
            yield f"not the same {key}: {', '.join(differ)}"
    pairs = list(_pairs(before["rows"], after["rows"]))
    if not pairs:
        yield "no stage, size and number of workers that both have"
    for workers in dict.fromkeys(new["workers"] for _, new in pairs):
        same = [pair for pair in pairs if pair[1]["workers"] == workers]
        largest = max(new["wanted_megabytes"] for _, new in same)
        yield _compared([pair for pair in same if pair[1]["wanted_megabytes"] == largest])
    changed = [
        new["stage"] for old, new in pairs if len(new["metrics"]) == 1 and old["metrics"] != new["metrics"]
    ]
    if changed:
        yield f"other results than before: {', '.join(dict.fromkeys(changed))}"


def _pairs(before: Sequence[Row], after: Sequence[Row]) -> Iterator[tuple[Row, Row]]:
    def key(row: Row) -> tuple[str, int, float]:
        return row["stage"], row["workers"], row["wanted_megabytes"]

    known = {key(row): row for row in before}
    yield from ((known[key(row)], row) for row in after if key(row) in known)


def _compared(pairs: Sequence[tuple[Row, Row]]) -> Table:
    row = pairs[0][1]
    table = _table(
        f"before and after, {row['megabytes']:,.1f} MB, workers {row['workers']}",
        (
            "stage",
            "CPU s before",
            "after",
            "after / before",
            "start-up before",
            "after",
            "peak MB before",
            "after",
        ),
    )
    for old, new in pairs:
        cpu = [_beyond_start_up(row) for row in (old, new)]
        rest = [row[key] for key in ("start_up_cpu_seconds", "peak_megabytes") for row in (old, new)]
        table.add_row(new["stage"], *map(_number, (*cpu, _ratio(cpu[1], cpu[0]), *rest)))
    return table


def _load(row: Row) -> str:
    before, after = row["load"]
    return f"{before:.1f} to {after:.1f}"


def _beyond_start_up(row: Mapping[str, Any]) -> float:
    seconds: float = row["cpu_seconds"] - row["start_up_cpu_seconds"]
    return seconds


def _table(title: str, columns: Sequence[str]) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column(columns[0])
    for column in columns[1:]:
        table.add_column(column, justify="right")
    return table


def _ratio(over: float, under: float) -> float | None:
    return over / under if over > 0 and under > 0 else None


def _number(value: float | None) -> str:
    """Three digits are what a shared machine can tell."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
