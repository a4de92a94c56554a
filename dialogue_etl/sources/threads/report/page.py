"""The page: everything put into the template, nothing fetched from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl.report import dataset_page, templates
from dialogue_etl.sources.threads.report import figures, peers, tables

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialogue_etl.params import Params
    from dialogue_etl.sources.threads.report.gather import LanguageReport

_FOLDER = Path(__file__).parent
_LIMITS = {"most_turns": 8, "longest_turn": 400, "longest_title": 140, "longest_detail": 300, "excerpt": 200}
_LONGEST_HERO = 110
_MOST_CORPORA = 200


def render(languages: Sequence[LanguageReport], params: Params) -> str:
    """The page as HTML: the same input gives the same bytes.

    Args:
        languages: what there is to say of each.
        params: in force.
    """
    parts = [(language, tables.part(language)) for language in languages]
    corpora = tables.corpora(languages)
    return templates.render(
        _FOLDER / "threads.html",
        _FOLDER / "threads.css",
        **dataset_page.values(
            "threads", parts, tables.together(languages), params, longest_hero=_LONGEST_HERO
        ),
        unfolded=languages[0],
        kept_share=tables.kept_share(languages),
        columns=tables.table_2(languages),
        rows=[name for name, _ in tables.ROWS],
        peers=peers.table_3(languages),
        funnel=tables.funnel(languages),
        shape=figures.shape(languages),
        classifiers=figures.classifiers(languages),
        measures=figures.MEASURES,
        measured=_measured,
        tasks=figures.TITLES,
        corpora=corpora[:_MOST_CORPORA],
        more_corpora=max(len(corpora) - _MOST_CORPORA, 0),
        **_LIMITS,
    )


def _measured(row: Mapping[str, Any]) -> str:
    """What was measured of something left out, and what is held against it; empty if nothing was."""
    if row["value"] is None:
        return ""
    return f"{row['value']:g}" + (f" against {row['threshold']:g}" if row["threshold"] is not None else "")
