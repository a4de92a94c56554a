"""The figures of the page: which drawing shows what, a panel per language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.report import charts
from dialogue_etl.report.charts import Dot
from dialogue_etl.report.examples import thin_out
from dialogue_etl.report.histograms import Lengths, histograms
from dialogue_etl.report.panels import figure, plane
from dialogue_etl.report.words import clip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.report.charts import Plane
    from dialogue_etl.report.curves import Curve
    from dialogue_etl.report.gather import LanguageReport
    from dialogue_etl.report.panels import Figure
    from dialogue_etl.report.statistics import Book

MOST_DOTS = 1_500
_LONGEST_TITLE = 90
_CURVES = {
    "prefilter.max_kl_divergence": "Books of unusual language",
    "extract.min_delimiters": "Books of little speech",
    "postfilter.max_rare_share": "Dialogues of rare words",
}
_PARTING = {
    "extract.dialogue_gap": "Dialogues by the gap that parts them",
    "extract.boundary_threshold": "Dialogues by the chance of a boundary",
}


_NOT_TRAINED = "Too few of its books have talk to train a classifier on: rules part its dialogues."
_TURNS = Lengths("dialogues", "turns", limit=60)
_WORDS = Lengths("utterances", "words", limit=100, said=", parted by white space", log=False)


def dialogue_lengths(languages: Sequence[LanguageReport]) -> Figure:
    """Dialogues by their number of turns."""
    return histograms(_TURNS, languages, {language.tag: language.lengths.turns for language in languages})


def utterance_lengths(languages: Sequence[LanguageReport]) -> Figure:
    """Utterances by their number of words."""
    return histograms(_WORDS, languages, {language.tag: language.lengths.words for language in languages})


def books(languages: Sequence[LanguageReport]) -> Figure:
    """Utterances against words, a dot per book."""
    most = MOST_DOTS // max(len(languages), 1)
    dots = {language.tag: _dots(language, most) for language in languages}
    together = [dot for some in dots.values() for dot in some]
    return figure(
        "books",
        "What a book gives",
        "A dot for each book that passed the pre-filter: its words and the utterances of it in the dataset. "
        "Hollow dots at the bottom gave none. Point at a dot to see the title." + _shared(languages),
        languages,
        lambda language, key: _scatter(language, key, dots[language.tag], together, plane(languages)),
    )


def thresholds(languages: Sequence[LanguageReport]) -> list[Figure]:
    """A figure per threshold: units kept over its values."""
    figures = []
    for index, (knob, title) in enumerate(_CURVES.items()):

        def draw(language: LanguageReport, key: str, index: int = index) -> tuple[str, str]:
            return _curve(language.curves[index], key, language.name, plane(languages))

        figures.append(figure(f"curve-{index}", title, knob, languages, draw))
    return figures


def parting(languages: Sequence[LanguageReport]) -> list[Figure]:
    """A figure per knob that parts dialogues: how many there would be over its values."""
    knobs = dict.fromkeys(found.knob for language in languages for found in language.sizes)
    figures = []
    for index, knob in enumerate(knobs):

        def draw(language: LanguageReport, key: str, knob: str = knob) -> tuple[str, str]:
            found = next((sizes for sizes in language.sizes if sizes.knob == knob), None)
            if found is None:
                return "", _NOT_TRAINED if language.sizes else "No dialogues were found."
            return _curve(found.curve(), key, language.name, plane(languages))

        figures.append(figure(f"parting-{index}", _PARTING[knob], knob, languages, draw))
    return figures


def _shared(languages: Sequence[LanguageReport]) -> str:
    return " The axes are the same for all languages." if len(languages) > 1 else ""


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
