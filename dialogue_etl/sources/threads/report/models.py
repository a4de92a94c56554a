"""The classifiers of a language: their figures, the threshold in use, and a curve of each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from dialogue_etl.labels.classifiers.classifier import CARD, at, choose, load_card, unreached
from dialogue_etl.labels.classifiers.parameters import Classify
from dialogue_etl.report.charts import Axis, Chart, ends, heights
from dialogue_etl.report.figures import figure, plane

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.labels.classifiers.classifier import Card, Chosen, Row
    from dialogue_etl.report.charts import Plane
    from dialogue_etl.report.figures import Figure
    from dialogue_etl.report.survey import Survey

TITLES = {"noise": "Noisy pairs", "context": "First utterances that need a context"}
MEASURES = ("precision", "recall", "f")
"""The lines of a classifier's figure, in the order of their colours."""


@dataclass(frozen=True)
class Model:
    """A trained classifier; dialogues that score more than the threshold are left out.

    Attributes:
        card: its training data and quality.
        chosen: the threshold, and the rule that chose it.
        why: why the rule reached no threshold, or empty.
    """

    card: Card
    chosen: Chosen
    why: str = ""

    @property
    def now(self) -> Row:
        """Its figures at the threshold."""
        return at(self.card.curve, self.chosen.threshold)

    @property
    def off(self) -> float:
        """Expected calibration error: mean difference of scores and shares of bad labels, over all labels."""
        groups = self.card.reliability
        labels = sum(group.labels for group in groups)
        return sum(abs(group.score - group.bad) * group.labels for group in groups) / max(labels, 1)

    @property
    def note(self) -> str:
        """The main figures in a sentence or two."""
        now, card = self.now, self.card
        precision = "–" if now.precision is None else f"{now.precision:.1%}"
        if now.low is not None and now.high is not None:
            precision += f" (90 % interval {now.low:.1%} to {now.high:.1%})"
        said = (
            f"At {self.chosen.threshold:g}: precision {precision}, recall {now.recall:.1%}, F {now.f:.1%}; "
        )
        said += f"{now.dropped:.1%} would be left out."
        if card.auc is not None:
            said += f" AUC {card.auc:.3f}."
        if card.reliability:
            said += f" Scores are {self.off:.1%} off the share that is labelled so, on average."
        if card.share:
            said += f" {card.share.sentence}."
        labels = "weak labels" if card.weak else "annotations"
        reached = "" if self.chosen.reached else f" Nothing is left out: {self.why}."
        return f"{said} Measured on {labels}, held out.{reached}"


def read_models(folder: Path, params: Params) -> tuple[dict[str, Model], list[Card]]:
    """The trained classifiers, by task, and the cards of the others, which state a reason.

    Args:
        folder: output of `train` for a language; may be missing.
        params: with the rule that chooses the thresholds.

    Raises:
        ModelError: a card is invalid.
    """
    trained, others = {}, []
    for task in TITLES:
        if not (folder / task / CARD).is_file():
            continue
        card = load_card(folder / task)
        if card.trained and card.curve:
            chosen = choose(card, params[Classify])
            why = "" if chosen.reached else unreached(card, params[Classify])
            trained[task] = Model(card, chosen, why)
        else:
            others.append(card)
    return trained, others


def model_figures(surveys: Sequence[Survey], models: Mapping[str, Mapping[str, Model]]) -> list[Figure]:
    """A figure per task: precision, recall and F against the confidence, with the threshold in use.

    Args:
        surveys: the languages.
        models: by language and task.
    """

    def draw(task: str, survey: Survey) -> tuple[str, str] | None:
        model = models[survey.tag].get(task)
        return (_curve(survey.name, model, plane(surveys)), model.note) if model else None

    drawn = [figure(task, title, "", surveys, partial(draw, task)) for task, title in TITLES.items()]
    return [each for each in drawn if each.panels]


def _curve(language: str, model: Model, plane: Plane) -> str:
    lines = [
        [(row.confidence, value) for row in model.card.curve if (value := getattr(row, measure)) is not None]
        for measure in MEASURES
    ]
    chart = Chart(
        f"{language}, {TITLES[model.card.task]}: precision, recall and F by confidence",
        Axis("confidence", *ends([x for line in lines for x, _ in line])),
        Axis("share", *heights([y for line in lines for _, y in line]), share=True),
        plane,
        margin=12,
    )
    for number, line in enumerate(lines):
        chart.line(line, f"line c{number}")
    chart.mark(model.chosen.threshold, f"in use: {model.chosen.threshold:g}")
    return chart.svg(model.note)
