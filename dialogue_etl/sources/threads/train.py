"""Stage `train`: trains the classifiers of a language, on annotations or on weak labels.

    noise/, context/      model files of each; card.json states its training data, or why it was not trained

Classifiers are evaluated on labels of held-out threads; annotated texts are excluded from the counts over the
data.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from dialogue_etl.core import run, shards
from dialogue_etl.labels import annotations as annotated
from dialogue_etl.labels.classifiers import folds
from dialogue_etl.labels.classifiers.classifier import Card
from dialogue_etl.labels.classifiers.examples import (
    ANNOTATED,
    HELD_OUT_FROM,
    TASKS,
    Draw,
    Example,
    counts,
    half,
    labels_of,
    place,
    weak_labels,
)
from dialogue_etl.labels.classifiers.parameters import Classify
from dialogue_etl.labels.encoder import encoder
from dialogue_etl.sources.threads.sampling import draw

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.labels.classifiers.classifier import Classifier
    from dialogue_etl.labels.classifiers.examples import Task
    from dialogue_etl.labels.classifiers.folds import Rounds

log = logging.getLogger("dialogue_etl")
_STAGE = "train"
_SHOWN = 20
_MOST_UNLABELLED = 10_000


def train(
    *,
    language: str,
    dialogues: Path,
    annotations: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
    extracted: Path | None = None,
) -> None:
    """Train the classifiers that the parameters select.

    `dialogues` is the output of `rules` for `extracted`, without which weak labels have no rule hits; the
    folder of annotations may be missing.

    Raises:
        MissingTableError: an input is not the output of its stage.
        MissingExtraError: the parameters select transformers, which are not installed.
        MissingEncoderError: the parameters select an encoder that is not installed.
        AnnotationsError: a file of annotations has no usable label.
    """
    values = params[Classify]
    if values.noise == "embedded":
        encoder(values.encoder)  # a missing encoder fails before any work
    drawn = Draw([], [], [], [])
    if any(getattr(values, task) != "off" for task in TASKS):
        drawn = draw(
            language,
            dialogues,
            extracted,
            corpora=values.corpora,
            most=values.max_pairs,
            seed=values.seed,
            runtime=runtime,
        )
    cards = {}
    with shards.atomic_folder(output) as folder:
        for task in TASKS:
            (folder / task).mkdir()
            card, classifier = _task(task, language, drawn, annotations, values)
            card.save(folder / task)
            if classifier:
                classifier.save(folder / task)
            cards[task] = card
    run.write_metrics(metrics, {task: card.metrics() for task, card in cards.items()})
    _report(language, cards)


def _task(
    task: Task, language: str, drawn: Draw, folder: Path, params: Classify
) -> tuple[Card, Classifier | None]:
    """The card of a task, and its classifier if it was trained."""
    backend = getattr(params, task)
    if backend == "off":
        return Card(task, language, backend), None
    given = annotated.Annotations([], [])
    if params.labels != "weak":
        given = annotated.read(folder, task, language, params.seed)
        drawn = drawn.without(given.texts, given.origins)
    weak = []
    if not given.examples or params.labels != "annotations":
        weak = weak_labels(task, drawn, language, params.seed)
    rounds = folds.rounds(given.examples, weak, embedded=backend == "embedded")
    facts: dict[str, Any] = {
        "unasked": params.labels == "annotations" and not given.examples,
        "seed": params.seed,
        "labels": {"train": counts(rounds.learnt), "held_out": counts(rounds.held_out)},
        "left_out": given.left_out,
    }
    if reason := _too_little(rounds, params):
        return Card(task, language, backend, reason=reason, **facts), None
    train = _trainer(task, language, drawn, params)
    unlabelled = _unlabelled(task, drawn, params.seed)
    classifier, figures = folds.cross(train, rounds, getattr(params, f"{task}_share"), unlabelled)
    return Card(task, language, backend, **facts, **figures), classifier


def _unlabelled(task: Task, drawn: Draw, seed: int) -> list[Example]:
    """Texts of the corpora that no classifier is trained on, in the order of their hashes."""
    rows = drawn.pairs if task == "noise" else drawn.firsts
    placed = [(row, place(row.thread, seed)) for row in rows]
    return [
        Example(row.texts, False, row.kind, where, half=half(row.thread, seed) if task == "noise" else 0)
        for row, where in placed
        if where >= HELD_OUT_FROM
    ][:_MOST_UNLABELLED]


def _too_little(rounds: Rounds, params: Classify) -> str:
    fewest = min(labels_of(rounds.learnt))
    if fewest < params.min_labels:
        kinds = {one.kind for one in (*rounds.learnt, *rounds.held_out)}
        named = "annotated" if kinds == {ANNOTATED} else "weak"
        return f"{fewest} {named} labels of one kind to train on; at least {params.min_labels} are needed"
    fewest = min(labels_of(rounds.held_out))
    if fewest < folds.FEWEST_HELD_OUT:
        least = folds.FEWEST_HELD_OUT
        return f"{fewest} labels of one kind are held out; at least {least} are needed to score"
    return ""


def _trainer(
    task: Task, language: str, drawn: Draw, params: Classify
) -> Callable[[Sequence[Example]], Classifier]:
    """A function that trains a classifier; words are counted once, in each half of the threads."""
    if getattr(params, task) == "transformers":
        from dialogue_etl.labels.classifiers.transformer import Transformer  # noqa: PLC0415 - an extra

        return lambda examples: Transformer.train(examples, params)
    from dialogue_etl.labels.classifiers.embedded import (  # noqa: PLC0415 - loads scikit-learn
        Counted,
        Embedded,
    )

    counted = []
    for number in (0, 1) if task == "noise" else ():
        pairs = [row.texts for row in drawn.pairs if half(row.thread, params.seed) == number]
        counted.append(Counted.learn([post for post, _ in pairs], [response for _, response in pairs]))
    return lambda examples: Embedded.train(language, counted, examples, params.encoder)


def _report(language: str, cards: dict[Task, Card]) -> None:
    for task, card in cards.items():
        if card.reason:
            log.warning("%s %s: no classifier of %s: %s", _STAGE, language, task, card.reason)
        for sentence in card.left_out[:_SHOWN]:
            log.warning("%s %s: left out: %s", _STAGE, language, sentence)
        if len(card.left_out) > _SHOWN:
            log.warning("%s %s: and %d more, see card.json", _STAGE, language, len(card.left_out) - _SHOWN)
        if card.auc is not None:
            of = "weak" if card.weak else "annotated"
            log.info("%s %s: %s: AUC %.4f on held-out %s labels", _STAGE, language, task, card.auc, of)
        if card.share:
            log.info("%s %s: %s: %s", _STAGE, language, task, card.share.sentence)
