"""Scores of an emotion classifier on held-out labels, beside the majority and the plain classifier."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.metrics import accuracy_score, confusion_matrix, f1_score, precision_recall_fscore_support

from dialogue_etl.derived.emotions.labelling.baseline import Plain
from dialogue_etl.derived.emotions.labelling.certainty import Floats, bins, lowered
from dialogue_etl.derived.emotions.labelling.classifiers import Classifier
from dialogue_etl.derived.emotions.labelling.labels import Scheme, counterpart
from dialogue_etl.derived.emotions.labelling.reading import Labelled

_DECIMALS = 4


def scores(
    classes: npt.NDArray[np.int64], chances: npt.NDArray[np.float64], truth: Sequence[int]
) -> dict[str, Any]:
    """Accuracy, top-3 accuracy, and macro-averaged precision, recall and F1.

    Args:
        classes: numbers of the labels, in the order of the columns.
        chances: a row of probabilities for each text.
        truth: the label number of each.
    """
    actual = np.asarray(truth, np.int64)
    if not len(actual) or not len(classes):
        return {"labels": len(actual)}
    order = np.argsort(-chances, axis=1, kind="stable")
    guessed = classes[order[:, 0]]
    macro = precision_recall_fscore_support(actual, guessed, average="macro", zero_division=0)
    figures: dict[str, Any] = {
        "labels": len(actual),
        "accuracy": accuracy_score(actual, guessed),
        "top_3": (classes[order[:, :3]] == actual[:, None]).any(axis=1).mean(),
        "precision": macro[0],
        "recall": macro[1],
        "macro_f1": macro[2],
        "majority": np.unique(actual, return_counts=True)[1].max() / len(actual),
    }
    return {
        name: round(float(value), _DECIMALS) if name != "labels" else value for name, value in figures.items()
    }


def held_out(model: Classifier, plain: Plain | None, held: Sequence[Labelled]) -> dict[str, Any]:
    """Scores of a classifier on labels, those of the plain one, and how far its confidence holds."""
    said, truth = [one.turns for one in held], np.array([one.label for one in held], np.int64)
    chances = model.chances(said)
    figures = scores(model.classes, chances, truth.tolist())
    if plain and len(model.classes) and said:
        right = model.classes[chances.argmax(axis=1)] == truth
        figures["plain"] = scores(plain.classes, plain.chances(said), truth.tolist())
        figures["reliability"] = bins(model.confidence(chances), right)
    return figures


class Foreign(NamedTuple):
    """A labelled set in a scheme of its own, and what a classifier says of it.

    Attributes:
        scheme: of its labels.
        truth: the label of each text in that scheme.
        guessed: the counterpart there of the likeliest label; -1 without one.
        likely: how likely all labels with that counterpart are together.
    """

    scheme: Scheme
    truth: npt.NDArray[np.int64]
    guessed: npt.NDArray[np.int64]
    likely: npt.NDArray[np.float64]

    @classmethod
    def told(
        cls, model: Classifier | Plain, inventory: Scheme, scheme: Scheme, held: Sequence[Labelled]
    ) -> Foreign:
        """What a classifier of an inventory says of texts with labels of another scheme."""
        named = [counterpart(label, inventory, scheme) for label in inventory.labels]
        places = np.array([scheme.labels.index(one) if one else -1 for one in named])
        chances, columns = model.chances([one.turns for one in held]), places[model.classes]
        guessed = columns[chances.argmax(axis=1)]
        likely = (chances * (columns == guessed[:, None])).sum(axis=1)
        return cls(scheme, np.array([one.label for one in held], np.int64), guessed, likely)

    @property
    def proof(self) -> npt.NDArray[np.float64]:
        """Rows of how likely the guess is and whether it is right (1) or not (0)."""
        return np.stack([self.likely, self.guessed == self.truth], axis=1)


def elsewhere(model: Foreign, plain: Foreign, own: Floats, others: Sequence[Floats]) -> dict[str, Any]:
    """Scores on a labelled set from elsewhere, and how far confidence holds there.

    `emotional` is the accuracy where people saw something other than neutral. A label without a counterpart
    is wrong. Each half of the set is as sure as the other half and all other sets make it (`lowered`).

    Args:
        model: what the classifier says of the set.
        plain: what the plain one says of it.
        own: its curve of labels like those learnt from.
        others: `proof` of the other sets.
    """
    truth = model.truth
    figures: dict[str, Any] = {"scheme": model.scheme.name, "labels": len(truth)}
    if not len(truth):
        return figures
    emotional = np.array([model.scheme.kinds[label] != "neutral" for label in model.scheme.labels])[truth]
    figures["majority"] = round(float(np.unique(truth, return_counts=True)[1].max() / len(truth)), _DECIMALS)
    for name, one in (("", model), ("plain", plain)):
        right = one.guessed == truth
        macro = f1_score(truth, one.guessed, average="macro", labels=np.unique(truth), zero_division=0)
        values = {
            "accuracy": right.mean(),
            "macro_f1": macro,
            "emotional": right[emotional].mean() if emotional.any() else 0.0,
        }
        rounded = {key: round(float(value), _DECIMALS) for key, value in values.items()}
        figures |= {name: rounded} if name else rounded
    sure, rows = np.zeros(len(truth)), model.proof
    for half in (0, 1):
        sure[half::2] = np.interp(rows[half::2, 0], *lowered(own, [*others, rows[1 - half :: 2]]))
    return {**figures, "reliability": bins(sure, rows[:, 1] > 0)}


def by_label(
    names: Sequence[str],
    classes: npt.NDArray[np.int64],
    chances: npt.NDArray[np.float64],
    truth: Sequence[int],
) -> list[dict[str, Any]]:
    """Precision, recall, F1 and number of each label that occurs; `names` are those of the numbers."""
    if not len(classes) or not truth:
        return []
    actual, guessed = np.asarray(truth, np.int64), classes[chances.argmax(axis=1)]
    present = np.unique(np.concatenate([actual, guessed]))
    each = precision_recall_fscore_support(actual, guessed, labels=present, zero_division=0)
    figures = ("precision", "recall", "f1")
    return [
        {
            "label": names[number],
            **{
                name: round(float(column[place]), _DECIMALS)
                for name, column in zip(figures, each, strict=False)
            },
            "labels": int(each[3][place]),
        }
        for place, number in enumerate(present.tolist())
    ]


def confusion(
    names: Sequence[str],
    classes: npt.NDArray[np.int64],
    chances: npt.NDArray[np.float64],
    truth: Sequence[int],
) -> list[dict[str, Any]]:
    """The confusion matrix as rows for DVC's plots, without zeros."""
    if not len(classes) or not truth:
        return []
    guessed = classes[chances.argmax(axis=1)]
    table = confusion_matrix(np.asarray(truth, np.int64), guessed, labels=np.arange(len(names)))
    return [
        {"actual": names[actual], "predicted": names[given], "dialogues": int(table[actual, given])}
        for actual, given in zip(*np.nonzero(table), strict=True)
    ]
