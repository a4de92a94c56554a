"""The page: everything put into the template, nothing fetched from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl import __version__
from dialogue_etl.params import knobs
from dialogue_etl.report import figures, sections, words
from dialogue_etl.report.quality import COMPARED
from dialogue_etl.report.statistics import Corpus
from dialogue_etl.report.templates import environment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.params import Params
    from dialogue_etl.report.gather import LanguageReport
    from dialogue_etl.report.quality import Quality

_HERE = Path(__file__).parent
_MOST_BOOKS = 1_000
_MOST_TURNS = 8
_LONGEST_TURN = 600
_LONGEST_TITLE = 140
_LONGEST_DETAIL = 300
_NUMERALS = {4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}
_EXCERPT = 200  # where the stages cut the text in a drop's detail


@dataclass(frozen=True)
class Setting:
    """A parameter with its value in this dataset."""

    section: str
    key: str
    value: str
    default: str
    changed: bool
    unit: str
    source: str
    description: str


def render(languages: Sequence[LanguageReport], params: Params, quality: Quality | None = None) -> str:
    """The page as HTML: the same input gives the same bytes.

    Args:
        languages: what there is to say of each.
        params: in force.
        quality: what annotated texts say, if any were scored.
    """
    templates = environment(
        number=words.number,
        mean=words.mean,
        percent=words.percent,
        share=words.share,
        clip=figures.clip,
        plural=words.plural,
        place=words.place,
    )
    return templates.get_template("page.html").render(
        css=(_HERE / "page.css").read_text(encoding="utf-8"),
        title=_title(languages),
        languages=languages,
        quality=quality,
        compared=COMPARED,
        settings=settings(params),
        rule_value=lambda rule: words.rule_setting(rule, params),
        measured=words.measured,
        source=params.books.source,
        examples=params.report.examples,
        version=__version__,
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
    hero = sections.hero(languages)
    idle, off = sections.idle(languages, params)
    return {
        "total": sum((language.corpus for language in languages), Corpus()),
        "splits": sections.split_totals(languages),
        "funnel": sections.funnel(languages),
        "stage_names": sections.stage_names(),
        "filters": sections.filters(languages),
        "idle": idle,
        "off": off,
        "why": sections.why_books_went(languages),
        "speech": sections.speech_that_went(languages),
        "hero": hero,
        "unfolded": hero["language"] if hero else languages[0],
        "rights": sections.rights(languages),
    }


def settings(params: Params, source: str = "books") -> list[Setting]:
    """Every parameter of a source, in the order of params.yaml, that changes something of the dataset."""
    values = params.model_dump()
    found = []
    for knob in knobs(source):
        section, _, name = knob.key.rpartition(".")
        if section in {"evaluation", "gates"}:
            continue
        value = values[section][name] if section else values[name]
        found.append(
            Setting(
                section=section,
                key=knob.key,
                value=words.setting(value),
                default=words.setting(knob.default),
                changed=value != knob.default,
                unit=knob.unit,
                source=knob.source,
                description=knob.description,
            )
        )
    return found


def _figures(languages: Sequence[LanguageReport]) -> dict[str, Any]:
    shape = [figures.dialogue_lengths, figures.utterance_lengths, figures.books]
    return {
        "shape": [draw(languages) for draw in shape],
        "thresholds": figures.thresholds(languages),
        "parting": figures.parting(languages),
    }


def _title(languages: Sequence[LanguageReport]) -> str:
    names = [language.name for language in languages]
    if len(names) > 3:
        return f"Dialogues from books in {_NUMERALS.get(len(names), len(names))} languages"
    return f"{' and '.join(filter(None, (', '.join(names[:-1]), names[-1])))} dialogues from books"
