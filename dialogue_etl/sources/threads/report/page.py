"""The page: everything put into the template, nothing fetched from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl import __version__
from dialogue_etl.report import words
from dialogue_etl.report.figures import clip
from dialogue_etl.report.page import settings
from dialogue_etl.report.templates import HERE, environment
from dialogue_etl.sources.threads.report import figures, peers, tables

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialogue_etl.params import Params
    from dialogue_etl.sources.threads.report.gather import LanguageReport

_FOLDER = Path(__file__).parent
_LIMITS = {"most_turns": 8, "longest_turn": 400, "longest_title": 140, "longest_detail": 300, "excerpt": 200}
_MOST_CORPORA = 200


def render(languages: Sequence[LanguageReport], params: Params) -> str:
    """The page as HTML: the same input gives the same bytes.

    Args:
        languages: what there is to say of each.
        params: in force.
    """
    templates = environment(
        _FOLDER,
        number=words.number,
        mean=words.mean,
        percent=words.percent,
        share=words.share,
        clip=clip,
        plural=words.plural,
        measured=_measured,
    )
    corpora = tables.corpora(languages)
    return templates.get_template("threads.html").render(
        css=(HERE / "page.css").read_text("utf-8"),
        more_css=(_FOLDER / "threads.css").read_text("utf-8"),
        title=_title(languages),
        languages=languages,
        several=len(languages) > 1,
        total=tables.together(languages),
        kept_share=tables.kept_share(languages),
        hero=tables.hero(languages),
        columns=tables.table_2(languages),
        rows=[name for name, _ in tables.ROWS],
        peers=peers.table_3(languages),
        funnel=tables.funnel(languages),
        shape=figures.shape(languages),
        classifiers=figures.classifiers(languages),
        measures=figures.MEASURES,
        tasks=figures.TITLES,
        corpora=corpora[:_MOST_CORPORA],
        more_corpora=max(len(corpora) - _MOST_CORPORA, 0),
        settings=settings(params, "threads"),
        examples=params.report.examples,
        version=__version__,
        **_LIMITS,
    )


def _measured(row: Mapping[str, Any]) -> str:
    """What was measured of something left out, and what is held against it; empty if nothing was."""
    if row["value"] is None:
        return ""
    return f"{row['value']:g}" + (f" against {row['threshold']:g}" if row["threshold"] is not None else "")


def _title(languages: Sequence[LanguageReport]) -> str:
    names = [language.name for language in languages]
    if len(names) > 3:
        return f"Dialogues from threads in {len(names)} languages"
    return f"{' and '.join(filter(None, (', '.join(names[:-1]), names[-1])))} dialogues from threads"
