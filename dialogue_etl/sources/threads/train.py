"""Stage `train`: the classifiers of a language, from annotations or from the data itself.

    noise/, context/      model files of each; card.json says what it learnt from, or why it did not

What scores a classifier is held out from all it learns: pairs of other threads.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import numpy as np

from dialogue_etl import run, shards
from dialogue_etl.labels import annotations as annotated
from dialogue_etl.labels.classifiers.classifier import Card, Classifier, auc, curve
from dialogue_etl.labels.classifiers.examples import (
    ANNOTATED,
    HELD_OUT_FROM,
    LABELLED_FROM,
    TASKS,
    Draw,
    Example,
    Task,
    counts,
    labels_of,
    weak_labels,
)
from dialogue_etl.sources.threads.sampling import draw

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dialogue_etl.params import Classify, Params
    from dialogue_etl.runtime import Runtime

log = logging.getLogger("dialogue_etl")
_STAGE = "train"
_FEWEST_HELD_OUT = 10  # of each kind: fewer give no figure worth its digits
_SHOWN = 20


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
    """Train the classifiers that the parameters ask for.

    `dialogues` is what `rules` left of `extracted`, without which no rule hits are among the weak labels;
    the folder of annotations need not be there.

    Raises:
        MissingTableError: an input is not the output of its stage.
        MissingExtraError: the parameters ask for transformers, which are not installed.
    """
    values = params.classify
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
    """The card of a task, and its classifier if there is one."""
    backend = getattr(params, task)
    if backend == "off":
        return Card(task, language, backend), None
    given = annotated.read(folder, task, language, params.seed)
    weak = weak_labels(task, drawn, language, params.seed)
    examples = _asked_for(given.examples, weak, params)
    seen = [example for example in examples if example.place < HELD_OUT_FROM]
    unseen = [example for example in examples if example.place >= HELD_OUT_FROM]
    if backend == "embedded":
        # What word statistics are made of would be told by having been counted.
        seen = [one for one in seen if one.place >= LABELLED_FROM or one.kind == ANNOTATED]
    facts: dict[str, Any] = {
        "labels": {"train": counts(seen), "held_out": counts(unseen)},
        "left_out": given.left_out,
    }
    if reason := _too_little(seen, unseen, params):
        return Card(task, language, backend, reason=reason, **facts), None
    classifier = _trained(task, language, drawn, seen, params)
    return Card(task, language, backend, **facts, **_score(classifier, unseen)), classifier


def _asked_for(given: list[Example], weak: list[Example], params: Classify) -> list[Example]:
    if params.labels == "both":
        return given + weak
    return given if given and params.labels == "annotations" else weak


def _too_little(seen: Sequence[Example], unseen: Sequence[Example], params: Classify) -> str:
    fewest = min(labels_of(seen))
    if fewest < params.min_labels:
        kinds = "annotated" if {one.kind for one in (*seen, *unseen)} == {ANNOTATED} else "weak"
        return f"{fewest} {kinds} labels of one kind to train on; at least {params.min_labels} are needed"
    fewest = min(labels_of(unseen))
    if fewest < _FEWEST_HELD_OUT:
        return f"{fewest} labels of one kind are held out; at least {_FEWEST_HELD_OUT} are needed to score"
    return ""


def _trained(
    task: Task, language: str, drawn: Draw, examples: Sequence[Example], params: Classify
) -> Classifier:
    if getattr(params, task) == "transformers":
        from dialogue_etl.labels.classifiers.transformer import Transformer  # noqa: PLC0415 - an extra

        return Transformer.train(examples, params)
    from dialogue_etl.labels.classifiers.embedded import Embedded  # noqa: PLC0415 - loads scikit-learn

    places = drawn.places(params.seed)
    pairs = [row.texts for row in drawn.pairs if places[row.thread] < LABELLED_FROM]
    return Embedded.train(task, language, pairs, examples)


def _score(classifier: Classifier, unseen: Sequence[Example]) -> dict[str, Any]:
    """How well held-out labels are told: those that people gave, if there are enough of them."""
    given = [example for example in unseen if example.kind == ANNOTATED]
    weak = min(labels_of(given)) < _FEWEST_HELD_OUT
    among = unseen if weak else given
    scores = classifier.scores([example.texts for example in among])
    bad = np.array([example.bad for example in among])
    kinds = np.array([example.kind for example in among])
    by_kind = {}
    for kind in sorted({example.kind for example in among if example.bad}):
        judged = ~bad | (kinds == kind)
        by_kind[kind] = auc(bad[judged], scores[judged])
    rows = curve(bad, scores, balanced=weak)
    return {"weak": weak, "auc": auc(bad, scores), "auc_by_kind": by_kind, "curve": rows}


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
