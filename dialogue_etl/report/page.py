"""The page: everything put into the template, nothing fetched from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl.report import dataset_page, figures, sections, templates, words
from dialogue_etl.report.dataset_page import Part
from dialogue_etl.report.quality import COMPARED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.params import Params
    from dialogue_etl.report.gather import LanguageReport
    from dialogue_etl.report.quality import Quality

_TEMPLATE = Path(__file__).parent / "page.html"
_MOST_BOOKS = 1_000
_MOST_TURNS = 8
_LONGEST_TURN = 600
_LONGEST_TITLE = 140
_LONGEST_DETAIL = 300
_LONGEST_HERO = 130
_EXCERPT = 200  # where the stages cut the text in a drop's detail


def render(languages: Sequence[LanguageReport], params: Params, quality: Quality | None = None) -> str:
    """The page as HTML: the same input gives the same bytes.

    Args:
        languages: what there is to say of each.
        params: in force.
        quality: what annotated texts say, if any were scored.
    """
    parts = [(each, Part(each.corpus.books, each.corpus, each.splits, each.kept)) for each in languages]
    total = sections.total(languages)
    together = Part(total.books, total, sections.split_totals(languages))
    common = dataset_page.values("books", parts, together, params, longest_hero=_LONGEST_HERO)
    return templates.render(
        _TEMPLATE,
        **common,
        unfolded=common["hero"]["language"] if common["hero"] else languages[0],
        total=total,
        quality=quality,
        compared=COMPARED,
        rule_value=lambda rule: words.rule_setting(rule, params),
        measured=words.measured,
        source=params.books.source,
        **_limits(languages),
        **_figures(languages),
        **_tables(languages, params),
    )


def _limits(languages: Sequence[LanguageReport]) -> dict[str, int]:
    """Of lists and texts: the page stays light whatever the dataset."""
    return {
        "most_books": _MOST_BOOKS // max(len(languages), 1),
        "most_turns": _MOST_TURNS,
        "longest_turn": _LONGEST_TURN,
        "longest_title": _LONGEST_TITLE,
        "longest_detail": _LONGEST_DETAIL,
        "excerpt": _EXCERPT,
    }


def _tables(languages: Sequence[LanguageReport], params: Params) -> dict[str, Any]:
    idle, off = sections.idle(languages, params)
    return {
        "funnel": sections.funnel(languages),
        "stage_names": sections.stage_names(),
        "filters": sections.filters(languages),
        "idle": idle,
        "off": off,
        "why": sections.why_books_went(languages),
        "speech": sections.speech_that_went(languages),
        "rights": sections.rights(languages),
    }


def _figures(languages: Sequence[LanguageReport]) -> dict[str, Any]:
    shape = [figures.dialogue_lengths, figures.utterance_lengths, figures.books]
    return {
        "shape": [draw(languages) for draw in shape],
        "thresholds": figures.thresholds(languages),
        "parting": figures.parting(languages),
    }
