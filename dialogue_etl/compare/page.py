"""A comparison as a page: one HTML file without scripts, in the style of the report, light and dark."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl.compare import excerpts, versions, wording
from dialogue_etl.compare.results import COUNTED
from dialogue_etl.params import knobs
from dialogue_etl.report import templates
from dialogue_etl.sources.threads.names_of_languages import name_of
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from dialogue_etl.compare.fates import Book
    from dialogue_etl.compare.results import Comparison, Language

_HERE = Path(__file__).parent
_MOST_BOOKS = 200
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
        noun=wording.sources(comparison.sources),
        kinds=comparison.kinds(),
        meanings=wording.KINDS,
        colours=_COLOURS,
        change=wording.change,
        pair=wording.pair,
        value=wording.value,
        why=wording.why,
        rule=wording.rule,
        lines=excerpts.lines,
        examples=comparison.shown_examples(),
        counted=COUNTED,
        splits=SPLIT_NAMES,
        lists=[found for source in comparison.sources for found in _lists(source, comparison)],
        knobs={knob.key: knob for knob in knobs()},
        most_books=_MOST_BOOKS,
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
    """Books or threads that something became of.

    Attributes:
        source: books or threads.
        what: in words.
        number: how many there are.
        entries: those listed, with their languages.
        changed: whether both versions have them in the same split.
    """

    source: str
    what: str
    number: int
    entries: list[tuple[str, Book]]
    changed: bool


def _lists(source: str, comparison: Comparison) -> list[_List]:
    """Books or threads by what became of them; those with most other dialogues first."""
    languages = [language for language in comparison.languages if language.source == source]
    found = []
    for name, what in (
        ("removed", "removed"),
        ("added", "added"),
        ("moved", "moved to another split"),
        ("changed", "with other dialogues" + (" or another text" if source == "books" else "")),
    ):
        entries = [(each.language, book) for each in languages for book in getattr(each, name)]
        if name == "changed":
            entries.sort(key=lambda entry: -sum(before + after for before, after in entry[1].kinds.values()))
        number = sum(language.number(name) for language in languages)
        found.append(_List(source, what, number, entries, name == "changed"))
    return [listed for listed in found if listed.number]
