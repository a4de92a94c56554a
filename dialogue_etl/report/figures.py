"""The figures of the page: which drawing shows what, a panel per language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.report import charts
from dialogue_etl.report.charts import SMALL, WIDE, Dot
from dialogue_etl.report.examples import thin_out
from dialogue_etl.report.statistics import median

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Mapping, Sequence

    from dialogue_etl.report.charts import Plane
    from dialogue_etl.report.curves import Curve
    from dialogue_etl.report.gather import LanguageReport
    from dialogue_etl.report.statistics import Book

MOST_DOTS = 1_500
_MOST_WIDE = 3  # languages: the drawings of more are small
_LONGEST_TITLE = 90
_LOG_WORTH = 50  # times the lowest bar: a higher one would hide it on an even scale
_CURVES = {
    "prefilter.max_kl_divergence": "Books of unusual language",
    "extract.min_delimiters": "Books of little speech",
    "postfilter.max_rare_share": "Dialogues of rare words",
}
_PARTING = {
    "extract.dialogue_gap": "Dialogues by the gap that parts them",
    "extract.boundary_threshold": "Dialogues by the chance of a boundary",
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
class _Lengths:
    """What a histogram counts, and up to which number."""

    key: str
    title: str
    caption: str
    axis: str
    noun: str
    limit: int
    log: bool


_TURNS = _Lengths(
    "dialogue-lengths",
    "How long dialogues are",
    "Dialogues by their number of turns; those of 60 or more share the last bar.",
    "turns",
    "dialogues",
    limit=60,
    log=True,
)
_WORDS = _Lengths(
    "utterance-lengths",
    "How long utterances are",
    "Utterances by their number of words, parted by white space; those of 100 or more share the last bar.",
    "words",
    "utterances",
    limit=100,
    log=False,
)


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


def dialogue_lengths(languages: Sequence[LanguageReport]) -> Figure:
    """Dialogues by their number of turns."""
    return _histograms(_TURNS, languages, {language.tag: language.lengths.turns for language in languages})


def utterance_lengths(languages: Sequence[LanguageReport]) -> Figure:
    """Utterances by their number of words."""
    return _histograms(_WORDS, languages, {language.tag: language.lengths.words for language in languages})


def books(languages: Sequence[LanguageReport]) -> Figure:
    """Utterances against words, a dot per book."""
    most = MOST_DOTS // max(len(languages), 1)
    dots = {language.tag: _dots(language, most) for language in languages}
    together = [dot for some in dots.values() for dot in some]
    return _figure(
        "books",
        "What a book gives",
        "A dot for each book that passed the pre-filter: its words and the utterances of it in the dataset. "
        "Hollow dots at the bottom gave none. Point at a dot to see the title." + _shared(languages),
        languages,
        lambda language, key: _scatter(language, key, dots[language.tag], together, _plane(languages)),
    )


def thresholds(languages: Sequence[LanguageReport]) -> list[Figure]:
    """A figure per threshold: units kept over its values."""
    figures = []
    for index, (knob, title) in enumerate(_CURVES.items()):

        def draw(language: LanguageReport, key: str, index: int = index) -> tuple[str, str]:
            return _curve(language.curves[index], key, language.name, _plane(languages))

        figures.append(_figure(f"curve-{index}", title, knob, languages, draw))
    return figures


def parting(languages: Sequence[LanguageReport]) -> list[Figure]:
    """A figure per knob that parts dialogues: how many there would be over its values."""
    knobs = dict.fromkeys(found.knob for language in languages for found in language.sizes)
    figures = []
    for index, knob in enumerate(knobs):

        def draw(language: LanguageReport, key: str, knob: str = knob) -> tuple[str, str]:
            found = next((sizes for sizes in language.sizes if sizes.knob == knob), None)
            if found is None:
                return "", "No dialogues were found."
            return _curve(found.curve(), key, language.name, _plane(languages))

        figures.append(_figure(f"parting-{index}", _PARTING[knob], knob, languages, draw))
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


def _plane(languages: Sequence[LanguageReport]) -> Plane:
    return SMALL if len(languages) > _MOST_WIDE else WIDE


def _shared(languages: Sequence[LanguageReport]) -> str:
    return " The axes are the same for all languages." if len(languages) > 1 else ""


def _histograms(
    of: _Lengths, languages: Sequence[LanguageReport], counts: Mapping[str, Counter[int]]
) -> Figure:
    """A histogram per language, all over the same numbers."""
    numbers = [number for found in counts.values() for number in found] or [0]
    ends = min(*numbers, of.limit), min(max(numbers), of.limit)
    log = of.log and any(c and max(c.values()) > _LOG_WORTH * min(c.values()) for c in counts.values())

    def draw(language: LanguageReport, key: str) -> tuple[str, str]:
        found = counts[language.tag]
        if not found:
            return "", "There are no dialogues in this language."
        mean = sum(n * k for n, k in found.items()) / found.total()
        facts = f"Mean {mean:.2f}, median {median(found)}, longest {max(found):,} {of.axis}."
        drawing = charts.histogram(
            key,
            f"{language.name}: {found.total():,} {of.noun} by number of {of.axis}",
            dict(sorted(found.items())),
            axis=of.axis,
            limit=of.limit,
            mean=mean,
            noun=of.noun,
            log=log,
            about=facts,
            ends=ends,
            plane=_plane(languages),
        )
        return drawing, facts

    shared = " The axis across is the same for all languages." if len(languages) > 1 else ""
    return _figure(of.key, of.title, of.caption + shared, languages, draw)


def _dots(language: LanguageReport, most: int) -> list[Dot]:
    """The books that passed the pre-filter, at most so many."""
    found = [book for book in language.books.values() if book.words is not None]
    shown = thin_out((book.id for book in found), most)
    return [
        Dot(book.words or 0, book.utterances, short_title(book, _LONGEST_TITLE))
        for book in found
        if book.id in shown
    ]


def _scatter(
    language: LanguageReport, key: str, dots: Sequence[Dot], together: Sequence[Dot], plane: Plane
) -> tuple[str, str]:
    found = [book for book in language.books.values() if book.words is not None]
    if not found:
        return "", "No book passed the pre-filter."
    words, utterances = (sum(book.words or 0 for book in found), sum(book.utterances for book in found))
    rate = utterances / max(words, 1) * 10_000
    note = f"{rate:,.0f} utterances per 10,000 words of all these books."
    if len(dots) < len(found):
        note += f" Shown are {len(dots):,} of {len(found):,} books, chosen by a hash of their ids."
    name = f"{language.name}: utterances against words of {len(found):,} books"
    drawing = charts.scatter(
        key, name, dots, x_axis="words", y_axis="utterances", about=note, beside=together, plane=plane
    )
    return drawing, note


def _curve(curve: Curve, key: str, language: str, plane: Plane) -> tuple[str, str]:
    if not curve.total:
        return "", f"No {curve.unit} were measured."
    if curve.total == curve.not_judged:
        return "", f"All {curve.total:,} books are too short to be judged, and kept."
    note = f"{curve.not_judged:,} of the {curve.unit} are too short to be judged, and kept."
    name = f"{language}: {curve.unit} kept by {curve.knob}"
    about = f"{curve.now:,} of {curve.total:,} at {curve.current:g}, {curve.measure}."
    return charts.curve(key, name, curve, about=about, plane=plane), note if curve.not_judged else ""


def short_title(book: Book, length: int) -> str:
    """Title and authors of a book, cut after `length` characters; its id if it has no title."""
    text = ": ".join(filter(None, ("; ".join(book.authors), book.title or book.id)))
    return clip(text, length)


def clip(text: str, length: int) -> str:
    """A text of at most `length` characters, an ellipsis for what is cut."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
