"""The figures of the page: lengths of dialogues and utterances, and what the classifiers would leave out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.report import lines
from dialogue_etl.report.histograms import Lengths, histograms
from dialogue_etl.report.lines import Axis, Line, Point
from dialogue_etl.report.panels import Figure, Panel, plane
from dialogue_etl.sources.threads.report.models import TASKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.report.charts import Plane
    from dialogue_etl.sources.threads.report.gather import LanguageReport
    from dialogue_etl.sources.threads.report.models import Model

MEASURES = ("precision", "recall", "f")
"""The lines of a classifier's figure, in the order of their colours."""
TITLES = {"noise": "Noisy pairs", "context": "First utterances that need a context"}
_TURNS = Lengths("dialogues", "turns", limit=31, shared=False)
_WORDS = Lengths("utterances", "words", limit=60, said=" (in Chinese jieba’s, as in the paper)", shared=False)
_SHARE = Axis("share", share=True)
_CONFIDENCE = Axis("confidence")


def shape(languages: Sequence[LanguageReport]) -> list[Figure]:
    """How long dialogues and utterances are."""
    surveys = {language.tag: language.survey for language in languages}
    return [
        histograms(_TURNS, languages, {tag: survey.turns for tag, survey in surveys.items()}),
        histograms(_WORDS, languages, {tag: survey.lengths for tag, survey in surveys.items()}),
    ]


def classifiers(languages: Sequence[LanguageReport]) -> list[Figure]:
    """A figure per task: precision, recall and F against the confidence, with the threshold in use."""
    figures = []
    for task in TASKS:
        panels = []
        for index, language in enumerate(languages):
            for model in language.models:
                if model.card.task == task:
                    svg = _curve(f"{task}-{language.tag}", language, model, plane(languages))
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
