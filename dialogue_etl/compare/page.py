"""A comparison as a page: one HTML file without scripts, in the style of the report, light and dark."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl.compare import excerpts, labels, versions
from dialogue_etl.compare.documents import LISTS
from dialogue_etl.compare.results import COUNTED, DOCUMENTS
from dialogue_etl.languages.names import name_of
from dialogue_etl.params import parameters
from dialogue_etl.report import templates
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dialogue_etl.compare.documents import Document
    from dialogue_etl.compare.results import Comparison, Language

_HERE = Path(__file__).parent
_MOST_DOCUMENTS = 200
_MOST_METRICS = 500
_LONGEST_TITLE = 140
_LONGEST_TURN = 600
_COLOURS = {
    "same": 7,
    "relabelled": 5,
    "shifted": 4,
    "changed": 0,
    "split": 2,
    "joined": 6,
    "recut": 3,
    "removed": 1,
    "added": 2,
}
"""Of each kind among those of the report's style sheet; `same` is the grey one."""


def compare_page(root: Path, rev_a: str, rev_b: str) -> str:
    """The page on two versions of a workspace.

    Args:
        root: the workspace.
        rev_a: tag, branch or commit, or `.` for the workspace as it stands.
        rev_b: the other one.

    Raises:
        RevisionError: a version does not exist, both are the same, or files are not in DVC's cache.
    """
    return render(versions.compare(root, rev_a, rev_b))


def render(comparison: Comparison) -> str:
    """The page as HTML: the same comparison gives the same bytes."""
    return templates.render(
        _HERE / "comparison.html",
        _HERE / "page.css",
        comparison=comparison,
        languages=comparison.languages,
        name=_name,
        label=partial(_label, comparison),
        noun=labels.units(comparison),
        kinds=comparison.kinds(),
        meanings=labels.KINDS,
        colours=_COLOURS,
        change=labels.change,
        pair=labels.pair,
        value=labels.value,
        why=labels.why,
        rule=labels.rule,
        lines=excerpts.lines,
        examples=comparison.shown_examples(),
        counted=COUNTED,
        documents=DOCUMENTS,
        splits=SPLIT_NAMES,
        lists=[one for source in comparison.sources for one in _lists(source, comparison)],
        parameters={one.key: one for one in parameters()},
        most_documents=_MOST_DOCUMENTS,
        most_metrics=_MOST_METRICS,
        longest_title=_LONGEST_TITLE,
        longest_turn=_LONGEST_TURN,
        **_totals(comparison),
    )


def _name(tag: str) -> dict[str, str]:
    """A language as the report's components take it."""
    return {"tag": tag, "name": name_of(tag)}


def _label(comparison: Comparison, language: Language) -> dict[str, str]:
    """A language of a source; which source where several are compared."""
    named = _name(language.language)
    return named | {"name": f"{named['name']}, {language.source}"} if len(comparison.sources) > 1 else named


def _totals(comparison: Comparison) -> dict[str, Any]:
    """What is said of all languages together: sizes of both sides; metrics, those of the report apart."""
    sizes = {
        counted: tuple(sum(each.size(side, counted) for each in comparison.languages) for side in (0, 1))
        for counted in COUNTED
    }
    splits = {
        name: tuple(
            sum(each.size(side, "dialogues", name) for each in comparison.languages) for side in (0, 1)
        )
        for name in SPLIT_NAMES
    }
    report = [found for found in comparison.metrics if "/report.json:total." in found.key]
    others = [found for found in comparison.metrics if found not in report]
    return {"totals": sizes, "split_totals": splits, "main_metrics": report, "other_metrics": others}


@dataclass(frozen=True)
class _List:
    """Documents that something became of.

    Attributes:
        unit: what they are called.
        what: became of them, in words.
        number: how many there are.
        entries: those listed, with their languages.
        changed: whether both versions have them in the same split.
    """

    unit: str
    what: str
    number: int
    entries: list[tuple[str, Document]]
    changed: bool


_WORDS = {"moved": "moved to another split", "changed": "with other dialogues or another text"}


def _lists(source: str, comparison: Comparison) -> Iterator[_List]:
    """Documents by what became of them; of the changed ones those with most other dialogues first."""
    languages = [language for language in comparison.languages if language.source == source]
    for name in LISTS:
        entries = [(each.language, one) for each in languages for one in each.documents[name]]
        if name == "changed":
            entries.sort(key=lambda entry: -sum(map(sum, entry[1].kinds.values())))
        if number := sum(language.numbers[name] for language in languages):
            yield _List(languages[0].unit, _WORDS.get(name, name), number, entries, name == "changed")
