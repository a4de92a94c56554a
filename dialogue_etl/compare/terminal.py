"""A comparison on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from dialogue_etl.compare import excerpts, labels
from dialogue_etl.compare.results import COUNTED
from dialogue_etl.report.formatting import clip
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from dialogue_etl.compare.documents import Document
    from dialogue_etl.compare.results import Comparison, Example

_MOST_DOCUMENTS = 10
_MOST_METRICS = 12
_LISTS = {"removed": "removed", "added": "added", "moved": "in another split"}
"""What became of documents, with the words for it."""
_LONGEST_TURN = 300
_STYLES = {"before": "red", "after": "green", "both": "dim", "left out": "dim italic"}
_SIGNS = {"before": "- ", "after": "+ ", "both": "  ", "left out": "  … "}
_SHARED_METRICS = ("total.",)
"""What is shown of the metrics; all of them are in the JSON, and in `dvc metrics diff`."""


def renderables(comparison: Comparison) -> Iterator[RenderableType]:
    """What to print, one after the other."""
    units = labels.units(comparison)
    yield Text(f"{version(comparison.before)} → {version(comparison.after)}", style="bold")
    for note in comparison.notes:
        yield Text(f"! {note}", style="yellow")
    if not comparison.differs:
        yield Text(f"Nothing differs: the same parameters, {units}, dialogues and metrics.")
    yield from _params(comparison)
    if any(language.differs for language in comparison.languages):
        yield from _heading(f"{units.capitalize()}, dialogues, utterances; dialogues of each split")
        yield _sizes(comparison)
        yield from _documents(comparison)
        yield from _heading("What became of the dialogues")
        yield _dialogues(comparison)
        yield from _reasons(comparison)
        yield from _examples(comparison)
    yield from _metrics(comparison)


def version(named: Mapping[str, str]) -> str:
    """A version's name with the beginning of its commit."""
    return f"{named['name']} ({named['commit'][:10]})" if named["commit"] else named["name"]


def _heading(title: str) -> list[Text]:
    return [Text(), Text(title, style="bold")]


def _params(comparison: Comparison) -> Iterator[RenderableType]:
    if comparison.params:
        yield from _heading("Parameters")
        yield _grid(
            [
                [found.key, labels.value(found.before), "→", labels.value(found.after)]
                for found in comparison.params
            ]
        )
    if comparison.code:
        yield Text()
        yield Text(f"The code behind {', '.join(comparison.code)} differs.")


def _grid(rows: Sequence[Sequence[str]], right: int = -1) -> Padding:
    """Rows in columns without lines, those that hold something; one of the columns may be of numbers."""
    grid = Table.grid(padding=(0, 2))
    filled = [number for number in range(len(rows[0])) if any(row[number] for row in rows)]
    for number in filled:
        grid.add_column(justify="right" if number == right else "left")
    for row in rows:
        grid.add_row(*(Text(row[number]) for number in filled))
    return Padding(grid, (0, 0, 0, 2), expand=False)


def _sizes(comparison: Comparison) -> Table:
    table = Table()
    counted = (labels.units(comparison), *COUNTED[1:])
    for number, column in enumerate(("language", *counted, *SPLIT_NAMES)):
        table.add_column(column, justify="right" if number else "left")
    rows: list[list[tuple[int, int]]] = []
    for language in comparison.languages:
        sizes = [(language.size(0, counted), language.size(1, counted)) for counted in COUNTED]
        splits = [tuple(language.size(side, "dialogues", name) for side in (0, 1)) for name in SPLIT_NAMES]
        rows.append([(one, other) for one, other in (*sizes, *splits)])
        table.add_row(comparison.label(language), *(labels.change(*pair) for pair in rows[-1]))
    if len(rows) > 1:
        sums = [tuple(map(sum, zip(*column, strict=True))) for column in zip(*rows, strict=True)]
        table.add_section()
        table.add_row("together", *(labels.change(one, other) for one, other in sums))
    return table


def _documents(comparison: Comparison) -> Iterator[RenderableType]:
    for source in comparison.sources:
        languages = [language for language in comparison.languages if language.source == source]
        unit = languages[0].unit
        for what, title in _LISTS.items():
            number = sum(language.numbers[what] for language in languages)
            listed = [(each.language, one) for each in languages for one in each.documents[what]]
            if number:
                yield from _heading(f"{number:,} {unit.removesuffix('s') if number == 1 else unit} {title}")
                yield _grid([_document(*entry) for entry in listed[:_MOST_DOCUMENTS]])
            if number > _MOST_DOCUMENTS:
                yield Text(f"  … and {number - _MOST_DOCUMENTS:,} more: --json", style="dim")


def _document(language: str, one: Document) -> list[str]:
    place = f"{one.before} → {one.after}" if one.before and one.after else one.before or one.after
    why = labels.rule(one.reason) if one.reason else ""
    detail = one.reason.get("detail") if one.reason else ""
    instead = f"; {one.instead} stands for its work" if one.instead else ""
    return [language, one.id, clip(one.title, 40), place, clip(detail or why, 90) + instead]


def _dialogues(comparison: Comparison) -> Table:
    kinds = comparison.kinds()
    table = Table()
    table.add_column("language")
    for kind in kinds:
        table.add_column(kind, justify="right")
    for language in comparison.languages:
        cells = [labels.pair(kind, *language.dialogues.get(kind, (0, 0))) for kind in kinds]
        table.add_row(comparison.label(language), *cells)
    if len(comparison.languages) > 1:
        table.add_section()
        table.add_row("together", *(labels.pair(kind, *pair) for kind, pair in kinds.items()))
    return table


def _reasons(comparison: Comparison) -> Iterator[RenderableType]:
    for side, title in enumerate(("Why dialogues are removed", "Why added ones were not there before")):
        rows = [
            [f"{number:,}", labels.why(reason._asdict()), labels.rule(reason._asdict())]
            for reason, number in comparison.reasons(side)
        ]
        if rows:
            yield from _heading(title)
            yield _grid(rows, right=0)


def _examples(comparison: Comparison) -> Iterator[RenderableType]:
    examples = comparison.shown_examples()
    if examples:
        yield from _heading("Examples")
    for number, example in enumerate(examples):
        if number:
            yield Text()
        yield from _example(example)


def _example(example: Example) -> Iterator[RenderableType]:
    why = f": {labels.why(example.reason)}" if example.reason else ""
    named = f"{example.id} {clip(example.title, 60)}".rstrip()
    yield Text(f"  {example.kind}, {example.language} {named}{why}", "cyan")
    for line in excerpts.lines(example.before, example.after):
        speaker = f"{line.speaker}: " if line.speaker else ""
        text = f"── {line.text}" if line.begins else f"{speaker}{clip(line.text, _LONGEST_TURN)}"
        yield Padding(Text(_SIGNS[line.mark] + text, _STYLES[line.mark]), (0, 0, 0, 2), expand=False)


def _metrics(comparison: Comparison) -> Iterator[RenderableType]:
    shown = [
        found
        for found in comparison.metrics
        if found.key.partition(":")[2].startswith(_SHARED_METRICS) and "/report.json:" in found.key
    ][:_MOST_METRICS]
    if shown:
        yield from _heading("Metrics over all languages")
        yield _grid(
            [
                [each.key.partition(":")[2], labels.value(each.before), "→", labels.value(each.after)]
                for each in shown
            ]
        )
    if others := len(comparison.metrics) - len(shown):
        yield Text(f"  {others:,} more figures differ: --json, or dvc metrics diff", style="dim")
