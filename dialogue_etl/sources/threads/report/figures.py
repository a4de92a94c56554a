"""The figures of the page: lengths of dialogues and utterances, and what the classifiers would leave out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.report import charts, lines
from dialogue_etl.report.figures import Figure, Panel
from dialogue_etl.report.lines import Axis, Line, Point
from dialogue_etl.report.statistics import median
from dialogue_etl.sources.threads.report.models import TASKS

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Mapping, Sequence

    from dialogue_etl.report.charts import Plane
    from dialogue_etl.sources.threads.report.gather import LanguageReport
    from dialogue_etl.sources.threads.report.models import Model

MEASURES = ("precision", "recall", "f")
"""The lines of a classifier's figure, in the order of their colours."""
TITLES = {"noise": "Noisy pairs", "context": "First utterances that need a context"}
_MOST_TURNS, _MOST_WORDS = 31, 60
_MOST_WIDE = 3  # languages: the drawings of more are small
_LOG_WORTH = 50  # times the lowest bar: a higher one would hide it on an even scale
_SHARE = Axis("share", share=True)
_CONFIDENCE = Axis("confidence")


def shape(languages: Sequence[LanguageReport]) -> list[Figure]:
    """How long dialogues and utterances are."""
    return [
        _histograms(
            ("dialogue-lengths", "How long dialogues are", "turns", "dialogues"),
            f"Dialogues by their number of turns; those of {_MOST_TURNS} or more share the last bar.",
            languages,
            {language.tag: language.survey.turns for language in languages},
            _MOST_TURNS,
        ),
        _histograms(
            ("utterance-lengths", "How long utterances are", "words", "utterances"),
            "Utterances by their number of words (in Chinese jieba’s, as in the paper); those of "
            f"{_MOST_WORDS} or more share the last bar.",
            languages,
            {language.tag: language.survey.lengths for language in languages},
            _MOST_WORDS,
        ),
    ]


def _histograms(
    named: tuple[str, str, str, str],
    caption: str,
    languages: Sequence[LanguageReport],
    counts: Mapping[str, Counter[int]],
    limit: int,
) -> Figure:
    key, title, axis, noun = named
    panels = []
    for index, language in enumerate(languages):
        found = counts[language.tag]
        svg, note = "", "There are no dialogues in this language."
        if found:
            mean = sum(n * k for n, k in found.items()) / found.total()
            note = f"Mean {mean:.2f}, median {median(found)}, longest {max(found):,} {axis}."
            svg = charts.histogram(
                f"{key}-{language.tag}",
                f"{language.name}: {found.total():,} {noun} by number of {axis}",
                dict(sorted(found.items())),
                axis=axis,
                limit=limit,
                mean=mean,
                noun=noun,
                log=max(found.values()) > _LOG_WORTH * min(found.values()),
                about=note,
                plane=_plane(languages),
            )
        panels.append(Panel(language.name, language.tag, index, svg, note))
    return Figure(key, title, caption, panels)


def classifiers(languages: Sequence[LanguageReport]) -> list[Figure]:
    """A figure per task: precision, recall and F against the confidence, with the threshold in use."""
    figures = []
    for task in TASKS:
        panels = []
        for index, language in enumerate(languages):
            for model in language.models:
                if model.card.task == task:
                    svg = _curve(f"{task}-{language.tag}", language, model, _plane(languages))
                    panels.append(Panel(language.name, language.tag, index, svg, _note(model)))
        if panels:
            figures.append(Figure(task, TITLES[task], "", panels))
    return figures


def _curve(key: str, language: LanguageReport, model: Model, plane: Plane) -> str:
    found = []
    for measure in MEASURES:
        points = [
            Point(row.confidence, value, measure)
            for row in model.card.curve
            if (value := getattr(row, measure)) is not None
        ]
        found.append(Line(measure, points))
    return lines.draw(
        key,
        f"{language.name}, {TITLES[model.card.task]}: precision, recall and F by confidence",
        found,
        x_axis=_CONFIDENCE,
        y_axis=_SHARE,
        dots=False,
        mark=(model.threshold, f"in use: {model.threshold:g}"),
        about=_note(model),
        plane=plane,
    )


def _note(model: Model) -> str:
    """The main figures in a sentence or two."""
    now, card = model.now, model.card
    precision = "–" if now.precision is None else f"{now.precision:.1%}"
    said = f"At {model.threshold:g}: precision {precision}, recall {now.recall:.1%}, F {now.f:.1%}; "
    said += f"{now.dropped:.1%} would be left out."
    if card.auc is not None:
        said += f" AUC {card.auc:.3f}."
    labels = "weak labels, which do not know how much noise there is" if card.weak else "annotations"
    reached = "" if model.reached else f" No confidence reaches what the rule {model.rule} asks for."
    return f"{said} Measured on {labels}, held out.{reached}"


def _plane(languages: Sequence[LanguageReport]) -> Plane:
    return charts.SMALL if len(languages) > _MOST_WIDE else charts.WIDE
