"""The page: everything put into the template, nothing fetched from elsewhere."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from dialogue_etl import __version__
from dialogue_etl.params import knobs
from dialogue_etl.report import figures, removals
from dialogue_etl.report.statistics import Corpus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.params import Params
    from dialogue_etl.report.gather import LanguageReport

_HERE = Path(__file__).parent
_MOST_BOOKS = 1_000
_MOST_TURNS = 8
_LONGEST_TITLE = 140
_LONGEST_DETAIL = 300
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


def render(languages: Sequence[LanguageReport], params: Params) -> str:
    """The page as HTML: the same input gives the same bytes."""
    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        number=_number, mean=_mean, percent=_percent, measured=_measured, clip=figures.clip, plural=_plural
    )
    total = sum((language.corpus for language in languages), Corpus())
    return environment.get_template("page.html").render(
        css=(_HERE / "page.css").read_text(encoding="utf-8"),
        title=_title(languages),
        languages=languages,
        total=total,
        listed=sum(language.funnel[0].books for language in languages),
        removed=removals.merge(language.removed for language in languages),
        worst=_worst(languages),
        figures=_figures(languages),
        settings=settings(params),
        rule_value=lambda rule: _rule_value(rule, params),
        rule_off=lambda rule: removals.is_off(rule, params),
        rights=_rights(languages),
        source=params.books.source,
        examples=params.report.examples,
        most_books=_MOST_BOOKS,
        most_turns=_MOST_TURNS,
        longest_title=_LONGEST_TITLE,
        longest_detail=_LONGEST_DETAIL,
        excerpt=_EXCERPT,
        version=__version__,
    )


def settings(params: Params) -> list[Setting]:
    """Every parameter, in the order of params.yaml."""
    values = params.model_dump()
    found = []
    for knob in knobs():
        section, _, name = knob.key.rpartition(".")
        value = values[section][name] if section else values[name]
        found.append(
            Setting(
                section=section,
                key=knob.key,
                value=_value(value),
                default=_value(knob.default),
                changed=value != knob.default,
                unit=knob.unit,
                source=knob.source,
                description=knob.description,
            )
        )
    return found


def _figures(languages: Sequence[LanguageReport]) -> dict[str, Any]:
    return {
        "funnel": figures.funnel(languages),
        "dialogue_lengths": figures.dialogue_lengths(languages),
        "utterance_lengths": figures.utterance_lengths(languages),
        "books": figures.books(languages),
        "thresholds": figures.thresholds(languages),
    }


def _title(languages: Sequence[LanguageReport]) -> str:
    names = [language.name for language in languages]
    if len(names) > 3:
        return f"Dialogues from books in {len(names)} languages"
    return f"{' and '.join(filter(None, (', '.join(names[:-1]), names[-1])))} dialogues from books"


def _worst(languages: Sequence[LanguageReport]) -> removals.Removed | None:
    """The filter that removed most books."""
    lines = [line for line in removals.merge(x.removed for x in languages) if line.rule.unit == "book"]
    worst = max(lines, key=lambda line: line.number, default=None)
    return worst if worst and worst.number else None


def _rights(languages: Sequence[LanguageReport]) -> list[tuple[str, int, int]]:
    """Rights as stated, books and dialogues of the dataset under them; most books first."""
    books: Counter[str] = Counter()
    dialogues: Counter[str] = Counter()
    for book in (book for language in languages for book in language.books.values() if book.split):
        rights = book.rights or "not stated"
        books[rights] += 1
        dialogues[rights] += book.dialogues
    return [(r, n, dialogues[r]) for r, n in sorted(books.items(), key=lambda item: (-item[1], item[0]))]


def _rule_value(rule: removals.Rule, params: Params) -> str:
    value = removals.setting(rule, params)
    if isinstance(value, list):
        return _plural(len(value), "book")
    unit = next((knob.unit for knob in knobs() if knob.key == rule.knob), "")
    shown = _value(value)
    return shown if unit in {"switch", "choice", "share of words"} else f"{shown} {unit}"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return (
        f"{value:,}" if isinstance(value, int) else f"{value:g}" if isinstance(value, float) else str(value)
    )


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:,}"


def _mean(value: float | None) -> str:
    return "–" if value is None else f"{value:,.2f}"


def _percent(share: float) -> str:
    """Small shares keep a second digit: 0.04 % is not 0 %."""
    return f"{share:.2%}" if 0 < share < 0.1 else f"{share:.1%}"


def _measured(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,.3g}"


def _plural(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
