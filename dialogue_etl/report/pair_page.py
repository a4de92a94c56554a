"""The page of the analytics of pairs: what each filter dropped, and the pace of films over the years."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dialogue_etl.languages.names import name_of
from dialogue_etl.report import charts, formatting, templates
from dialogue_etl.report.charts import SMALL, WIDE, Axis, Chart
from dialogue_etl.report.figures import Figure, Panel

Row = Mapping[str, Any]

_TEMPLATE = Path(__file__).parent / "pairs.html"
_MOST_GENRES = 8
_ALL = "All"
_MOST_BARS = 12


def render(analytics: Mapping[str, Any], language: str, unit: str) -> str:
    """The page as HTML: the same input gives the same bytes.

    Args:
        analytics: of `pair_figures.analyse`.
        language: BCP-47 tag.
        unit: what a document is called.
    """
    return templates.render(
        _TEMPLATE, language=name_of(language), unit=unit, **sections(analytics, language, unit)
    )


def sections(analytics: Mapping[str, Any], language: str, unit: str) -> dict[str, Any]:
    """The variables of `pair_sections.html`; see `render`."""
    metadata = analytics.get("metadata", {})
    by_documents = [_line(one, "documents", unit) for one in metadata.get("filters", [])]
    by_pairs = [_line(one, "pairs", "pair") for one in analytics.get("interaction", [])]
    return {
        "tag": language,
        "whole": analytics.get("global"),
        "groups": [(noun, lines) for noun, lines in ((unit, by_documents), ("pair", by_pairs)) if lines],
        "pace": _pace(metadata.get("pace", []), unit, f"pace-{language}"),
        "longest_detail": 200,
    }


def _line(one: Row, column: str, unit: str) -> dict[str, Any]:
    """A filter as a line of the table."""
    came, values = one[f"{column}_in"], one.get("values", [])
    bars = values
    if any(isinstance(value["value"], str) for value in values):  # numbers stay in their order
        bars = sorted(values, key=lambda value: -value["kept"] - value["dropped"])[:_MOST_BARS]
    return {
        **one,
        "unit": unit,
        "came": came,
        "left": one[column],
        "share": one["dropped"] / came if came else 0.0,
        "asks": "; ".join(f"{key}: {_given(value)}" for key, value in one["given"].items()),
        "examples": one.get("examples", []),
        "bars": bars,
        "most": max((value["kept"] + value["dropped"] for value in bars), default=0),
        "more": len(values) - len(bars),
        "said": ", ".join(
            f"{name} {formatting.setting(number)}" for name, number in one.get("measured", {}).items()
        ),
    }


def _given(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_given(one)}" for key, one in value.items())
    if isinstance(value, list):
        return ", ".join(map(_given, value))
    return f"{value:g}" if isinstance(value, float) else formatting.setting(value)


def _pace(rows: Sequence[Row], unit: str, key: str) -> Figure | None:
    """The mean gap over the years, for all films and for each of the genres with most pairs."""
    lines: dict[str, list[tuple[int, float, Row]]] = {}
    weight: dict[str, int] = {}
    for row in rows:
        if row["mean_interval_ms"] is not None:
            genre = row["genre"] or _ALL
            lines.setdefault(genre, []).append((row["year"], row["mean_interval_ms"] / 1000, row))
            weight[genre] = weight.get(genre, 0) + row["intervals"]
    if not lines:
        return None
    genres = sorted(weight, key=lambda genre: (genre != _ALL, -weight[genre], genre))[: _MOST_GENRES + 1]
    years = [year for genre in genres for year, *_ in lines[genre]]
    gaps = [gap for genre in genres for _, gap, _ in lines[genre]]
    low, high = charts.ends(years)
    ticks = [(year, f"{year:.0f}") for year in Axis("", low, high, whole=True).round_numbers(4)]
    x = Axis("year", low, high, ticks=ticks, whole=True)
    least, most = min(0.0, *gaps), max(0.0, *gaps)
    y = Axis("seconds", least * 1.08, most * 1.08 if most > least else 1.0)
    panels = []
    for index, genre in enumerate(genres):
        chart = Chart(f"{genre}: mean gap by year", x, y, SMALL if len(genres) > 3 else WIDE, margin=8)
        chart.line([(year, gap) for year, gap, _ in lines[genre]])
        for year, gap, row in lines[genre]:
            of = formatting.plural(row["documents"], unit)
            chart.dot(year, gap, f"{year}: {gap:.2f} s, {of}, {row['pairs']:,} pairs", radius=3)
        total = sum(row["documents"] for *_, row in lines[genre])
        panels.append(Panel(genre, index, chart.svg(), formatting.plural(total, unit)))
    rest = len(weight) - len(genres)
    caption = (
        "Mean seconds between the end of a trigger and its answer, of the kept pairs with times, by the year "
        f"a {unit} came out; a {unit} counts in each of its genres."
    )
    if rest:
        caption += f" The {_MOST_GENRES} genres with most pairs; the other {rest} are in analytics.json."
    return Figure(key, "The pace of dialogue", caption, panels)
