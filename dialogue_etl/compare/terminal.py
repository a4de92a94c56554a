"""Shows a comparison in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from dialogue_etl.compare import excerpts, labels
from dialogue_etl.compare.documents import COUNTED
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.report.formatting import clip

if TYPE_CHECKING:
    from rich.console import RenderableType

    from dialogue_etl.compare.results import Comparison, Language
    from dialogue_etl.compare.values import Difference

_MOST_DOCUMENTS = 10
_MOST_METRICS = 12
_LISTS = {"removed": "removed", "added": "added", "moved": "in another split"}
"""Descriptions of the kinds of differences of documents."""
_LONGEST_TURN = 300
_STYLES = {"before": "red", "after": "green", "both": "dim", "left out": "dim italic"}
_SIGNS = {"before": "- ", "after": "+ ", "both": "  ", "left out": "  … "}


def renderables(comparison: Comparison) -> Iterator[RenderableType]:
    """The parts to print, in order."""
    yield Text(f"{_version(comparison.before)} → {_version(comparison.after)}", style="bold")
    for note in comparison.notes:
        yield Text(f"! {note}", style="yellow")
    if not comparison.differs:
        yield Text(f"Nothing differs: the same parameters, {comparison.units}, dialogues and metrics.")
    yield from _values("Parameters", comparison.params)
    if comparison.code:
        yield Text(f"\nThe code behind {', '.join(comparison.code)} differs.")
    yield from _values("Libraries", comparison.libraries)
    if any(language.differs for language in comparison.languages):
        yield from _sizes(comparison)
        yield from _documents(comparison)
        yield from _kinds(comparison)
        yield from _examples(comparison)
    yield from _metrics(comparison.metrics)


def _version(named: Mapping[str, str]) -> str:
    """The name of a version with its abbreviated commit."""
    return f"{named['name']} ({named['commit'][:10]})" if named["commit"] else named["name"]


def _rows(title: str, rows: Sequence[Sequence[str]], right: int = -1) -> Iterator[RenderableType]:
    """Rows in columns without lines, if there are any; one of the columns may contain numbers."""
    if not rows:
        return
    yield Text(f"\n{title}", style="bold")
    grid = Table.grid(padding=(0, 2))
    filled = [number for number in range(len(rows[0])) if any(row[number] for row in rows)]
    for number in filled:
        grid.add_column(justify="right" if number == right else "left")
    for row in rows:
        grid.add_row(*(Text(row[number]) for number in filled))
    yield Padding(grid, (0, 0, 0, 2), expand=False)


def _by_language(
    title: str, comparison: Comparison, columns: Sequence[str], cells: Callable[[Language], Sequence[str]]
) -> Iterator[RenderableType]:
    """A table with a row per language, and a total."""
    yield Text(f"\n{title}", style="bold")
    table = Table()
    for number, column in enumerate(("language", *columns)):
        table.add_column(column, justify="right" if number else "left")
    several = len(comparison.sources) > 1
    for one in comparison.languages:
        table.add_row(f"{one.source} {one.language}" if several else one.language, *cells(one))
    if len(comparison.languages) > 1:
        table.add_section()
        table.add_row("together", *cells(comparison.total))
    yield table


def _values(title: str, found: Sequence[Difference]) -> Iterator[RenderableType]:
    named = [(each.key.rpartition(":")[2], each) for each in found]
    yield from _rows(
        title, [[key, labels.value(each.before), "→", labels.value(each.after)] for key, each in named]
    )


def _sizes(comparison: Comparison) -> Iterator[RenderableType]:
    def cells(one: Language) -> list[str]:
        pairs = [one.sizes["all"][what] for what in COUNTED]
        pairs += [one.sizes[split]["dialogues"] for split in SPLIT_NAMES]
        return [labels.change(*pair) for pair in pairs]

    title = f"{comparison.units.capitalize()}, dialogues, utterances; dialogues of each split"
    yield from _by_language(title, comparison, (comparison.units, *COUNTED[1:], *SPLIT_NAMES), cells)


def _documents(comparison: Comparison) -> Iterator[RenderableType]:
    for found in comparison.lists():
        if (what := found["what"]) not in _LISTS:
            continue
        number, unit = found["number"], found["unit"]
        title = f"{number:,} {unit.removesuffix('s') if number == 1 else unit} {_LISTS[what]}"
        yield from _rows(title, [_document(*entry) for entry in found["entries"][:_MOST_DOCUMENTS]])
        if number > _MOST_DOCUMENTS:
            yield Text(f"  … and {number - _MOST_DOCUMENTS:,} more: --json", style="dim")


def _document(language: str, one: Mapping[str, Any]) -> list[str]:
    place = " → ".join(filter(None, (one["before"], one["after"])))
    why = (one["reason"]["detail"] or labels.rule(one["reason"])) if one["reason"] else ""
    return [language, one["id"], clip(one["title"], 40), place, clip(why, 90)]


def _kinds(comparison: Comparison) -> Iterator[RenderableType]:
    kinds = list(comparison.total.dialogues)

    def cells(one: Language) -> list[str]:
        return [labels.pair(kind, *one.dialogues.get(kind, (0, 0))) for kind in kinds]

    yield from _by_language("What became of the dialogues", comparison, kinds, cells)
    for title, reasons in (
        ("Why dialogues are removed", comparison.total.removed_by),
        ("Why added ones were not there before", comparison.total.added_by),
    ):
        rows = [[f"{one['dialogues']:,}", labels.why(one), labels.rule(one)] for one in reasons]
        yield from _rows(title, rows, right=0)


def _examples(comparison: Comparison) -> Iterator[RenderableType]:
    for number, example in enumerate(comparison.shown_examples()):
        yield Text("" if number else "\nExamples", style="bold")
        why = f": {labels.why(example['reason'])}" if example["reason"] else ""
        named = f"{example['id']} {clip(example['title'], 60)}".rstrip()
        yield Text(f"  {example['kind']}, {example['language']} {named}{why}", "cyan")
        for line in excerpts.lines(example["before"], example["after"]):
            speaker = f"{line.speaker}: " if line.speaker else ""
            text = f"── {line.text}" if line.begins else f"{speaker}{clip(line.text, _LONGEST_TURN)}"
            shown = Text(_SIGNS[line.mark] + text, _STYLES[line.mark])
            yield Padding(shown, (0, 0, 0, 2), expand=False)


def _metrics(metrics: Sequence[Difference]) -> Iterator[RenderableType]:
    """The totals of the reports."""
    shown = [found for found in metrics if "/report.json:total." in found.key][:_MOST_METRICS]
    yield from _values("Metrics over all languages", shown)
    if others := len(metrics) - len(shown):
        yield Text(f"  {others:,} more figures differ: --json, or dvc metrics diff", style="dim")
