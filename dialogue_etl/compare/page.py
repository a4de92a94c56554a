"""A comparison as a page: one HTML file without scripts, in the style of the report, light and dark."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dialogue_etl.compare import excerpts, labels
from dialogue_etl.compare.documents import COUNTED
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.languages.names import name_of
from dialogue_etl.params import parameters
from dialogue_etl.report import templates

if TYPE_CHECKING:
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
_BECAME = {"moved": "moved to another split", "changed": "with other dialogues or another text"}


def render(comparison: Comparison) -> str:
    """The page as HTML: the same comparison gives the same bytes."""
    report = [found for found in comparison.metrics if "/report.json:total." in found.key]
    return templates.render(
        _HERE / "comparison.html",
        _HERE / "page.css",
        comparison=comparison,
        languages=comparison.languages,
        total=comparison.total,
        name=_name,
        label=partial(_label, comparison),
        kinds=comparison.total.dialogues,
        meanings=labels.KINDS,
        colours=_COLOURS,
        change=labels.change,
        pair=labels.pair,
        value=labels.value,
        why=labels.why,
        rule=labels.rule,
        lines=excerpts.lines,
        counted=COUNTED,
        splits=SPLIT_NAMES,
        became=_BECAME,
        parameters={one.key: one for one in parameters()},
        main_metrics=report,
        other_metrics=[found for found in comparison.metrics if found not in report],
        most_documents=_MOST_DOCUMENTS,
        most_metrics=_MOST_METRICS,
        longest_title=_LONGEST_TITLE,
        longest_turn=_LONGEST_TURN,
    )


def _name(tag: str) -> dict[str, str]:
    """A language as the report's components take it."""
    return {"tag": tag, "name": name_of(tag)}


def _label(comparison: Comparison, language: Language) -> dict[str, str]:
    """A language of a source; which source where several are compared."""
    named = _name(language.language)
    return named | {"name": f"{named['name']}, {language.source}"} if len(comparison.sources) > 1 else named
