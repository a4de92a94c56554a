"""The figures of the page: which drawing shows what, a panel per language."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from dialogue_etl.report import charts
from dialogue_etl.report.charts import Bar, Dot
from dialogue_etl.report.examples import thin_out
from dialogue_etl.report.statistics import median

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Sequence

    from dialogue_etl.report.curves import Curve
    from dialogue_etl.report.gather import LanguageReport
    from dialogue_etl.report.statistics import Book

MOST_DOTS = 2_000
_MOST_TURNS = 60
_MOST_WORDS = 100
_LONGEST_TITLE = 90
_LOG_WORTH = 50  # times the lowest bar: a higher one would hide it on an even scale
_CURVES = {
    "prefilter.max_kl_divergence": "Books of unusual language",
    "extract.min_delimiters": "Books of little speech",
    "postfilter.max_rare_share": "Dialogues of rare words",
}


@dataclass(frozen=True)
class Panel:
    """A drawing of one language.

    Attributes:
        language: its name.
        tag: its BCP-47 tag.
        index: its place in the order of languages, which gives the colour.
        svg: the drawing, empty if there is nothing to draw.
        note: a sentence below it.
    """

    language: str
    tag: str
    index: int
    svg: str
    note: str = ""


@dataclass(frozen=True)
class Figure:
    """A figure with a panel per language.

    Attributes:
        key: its anchor on the page.
        title: what it shows.
        caption: how to read it.
        panels: one per language.
    """

    key: str
    title: str
    caption: str
    panels: Sequence[Panel]


def funnel(languages: Sequence[LanguageReport]) -> Figure:
    """Books left after each stage."""
    return _figure(
        "funnel",
        "From the list to the dataset",
        "Books left after each stage; the pale part and the number behind it went since the stage above. "
        "A book also goes when no dialogue of it is left.",
        languages,
        _funnel,
    )


def dialogue_lengths(languages: Sequence[LanguageReport]) -> Figure:
    """Dialogues by their number of turns."""
    return _figure(
        "dialogue-lengths",
        "How long dialogues are",
        f"Dialogues by their number of turns; those of more than {_MOST_TURNS} turns share the last bar.",
        languages,
        lambda language, key: _histogram(
            language.lengths.turns,
            key,
            language.name,
            axis="turns",
            noun="dialogues",
            limit=_MOST_TURNS,
            log=True,
        ),
    )


def utterance_lengths(languages: Sequence[LanguageReport]) -> Figure:
    """Utterances by their number of words."""
    return _figure(
        "utterance-lengths",
        "How long utterances are",
        "Utterances by their number of words, parted by white space; "
        f"those of more than {_MOST_WORDS} words share the last bar.",
        languages,
        lambda language, key: _histogram(
            language.lengths.words,
            key,
            language.name,
            axis="words",
            noun="utterances",
            limit=_MOST_WORDS,
            log=False,
        ),
    )


def books(languages: Sequence[LanguageReport]) -> Figure:
    """Utterances against words, a dot per book."""
    return _figure(
        "books",
        "What a book gives",
        "A dot for each book that passed the pre-filter: its words and the utterances of it in the dataset. "
        "Hollow dots at the bottom gave none. Point at a dot to see the title.",
        languages,
        _scatter,
    )


def thresholds(languages: Sequence[LanguageReport]) -> list[Figure]:
    """A figure per threshold: units kept over its values."""
    figures = []
    for index, (knob, title) in enumerate(_CURVES.items()):

        def draw(language: LanguageReport, key: str, index: int = index) -> tuple[str, str]:
            return _curve(language.curves[index], key, language.name)

        figures.append(_figure(f"curve-{index}", title, knob, languages, draw))
    return figures


def _figure(
    key: str,
    title: str,
    caption: str,
    languages: Sequence[LanguageReport],
    draw: Callable[[LanguageReport, str], tuple[str, str]],
) -> Figure:
    panels = []
    for index, language in enumerate(languages):
        svg, note = draw(language, f"{key}-{language.tag}")
        panels.append(Panel(language.name, language.tag, index, svg, note))
    return Figure(key, title, caption, panels)


def _funnel(language: LanguageReport, key: str) -> tuple[str, str]:
    steps = language.funnel
    rows = [Bar(steps[0].stage, steps[0].books)]
    rows += [Bar(now.stage, now.books, before.books - now.books) for before, now in pairwise(steps)]
    if not steps[0].books:
        return "", "No book is listed in this language."
    name = f"{language.name}: books after each stage: " + ", ".join(f"{r.name} {r.value:,}" for r in rows)
    return charts.bars(key, name, rows), ""


def _histogram(
    counts: Counter[int], key: str, language: str, *, axis: str, noun: str, limit: int, log: bool
) -> tuple[str, str]:
    if not counts:
        return "", "There are no dialogues in this language."
    mean = sum(n * k for n, k in counts.items()) / counts.total()
    middle, longest = median(counts), max(counts)
    log = log and max(counts.values()) > _LOG_WORTH * min(counts.values())
    facts = f"Mean {mean:.2f}, median {middle}, longest {longest:,} {axis}."
    name = f"{language}: {counts.total():,} {noun} by number of {axis}. {facts}"
    drawing = charts.histogram(
        key, name, dict(sorted(counts.items())), axis=axis, limit=limit, mean=mean, noun=noun, log=log
    )
    return drawing, facts


def _scatter(language: LanguageReport, key: str) -> tuple[str, str]:
    found = [book for book in language.books.values() if book.words is not None]
    if not found:
        return "", "No book passed the pre-filter."
    shown = thin_out((book.id for book in found), MOST_DOTS)
    dots = [
        Dot(book.words or 0, book.utterances, short_title(book, _LONGEST_TITLE))
        for book in found
        if book.id in shown
    ]
    words, utterances = (sum(book.words or 0 for book in found), sum(book.utterances for book in found))
    rate = utterances / max(words, 1) * 10_000
    note = f"{rate:,.0f} utterances per 10,000 words of all these books."
    if len(shown) < len(found):
        note += f" Shown are {len(shown):,} of {len(found):,} books, chosen by a hash of their ids."
    name = f"{language.name}: utterances against words of {len(found):,} books. {note}"
    return charts.scatter(key, name, dots, x_axis="words", y_axis="utterances"), note


def _curve(curve: Curve, key: str, language: str) -> tuple[str, str]:
    if not curve.total:
        return "", f"No {curve.unit} were measured."
    if curve.total == curve.not_judged:
        return "", f"All {curve.total:,} books are too short to be judged, and kept."
    note = f"{curve.not_judged:,} of the {curve.unit} are too short to be judged, and kept."
    numbers = f"{curve.now:,} of {curve.total:,} at {curve.current:g}"
    name = f"{language}: {curve.unit} kept by {curve.knob}: {numbers}."
    return charts.curve(key, name, curve), note if curve.not_judged else ""


def short_title(book: Book, length: int) -> str:
    """Title and authors of a book, cut after `length` characters; its id if it has no title."""
    text = ": ".join(filter(None, ("; ".join(book.authors), book.title or book.id)))
    return clip(text, length)


def clip(text: str, length: int) -> str:
    """A text of at most `length` characters, an ellipsis for what is cut."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
