"""Scores of an emotion classifier on held-out labels."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.metrics import accuracy_score, confusion_matrix, precision_recall_fscore_support

from dialogue_etl.derived.emotions.labelling.labels import LABELS

_DECIMALS = 4
_SURE = (0.5, 0.9)


def scores(
    classes: npt.NDArray[np.int64], chances: npt.NDArray[np.float64], truth: Sequence[int]
) -> dict[str, Any]:
    """Accuracy, top-3 accuracy, macro-averaged precision, recall and F1, and accuracy if confident.

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
    best = chances.max(axis=1)
    for least in _SURE:
        above = best >= least
        figures[f"share_sure_{least}"] = above.mean()
        figures[f"accuracy_sure_{least}"] = (guessed == actual)[above].mean() if above.any() else 0.0
    return {
        name: round(float(value), _DECIMALS) if name != "labels" else value for name, value in figures.items()
    }


def by_label(
    classes: npt.NDArray[np.int64], chances: npt.NDArray[np.float64], truth: Sequence[int]
) -> list[dict[str, Any]]:
    """Precision, recall, F1 and number of each label that occurs."""
    if not len(classes):
        return []
    actual, guessed = np.asarray(truth, np.int64), classes[chances.argmax(axis=1)]
    present = np.unique(np.concatenate([actual, guessed]))
    each = precision_recall_fscore_support(actual, guessed, labels=present, zero_division=0)
    names = ("precision", "recall", "f1")
    return [
        {
            "label": LABELS[number],
            **{
                name: round(float(column[place]), _DECIMALS)
                for name, column in zip(names, each, strict=False)
            },
            "labels": int(each[3][place]),
        }
        for place, number in enumerate(present.tolist())
    ]


def confusion(
    classes: npt.NDArray[np.int64], chances: npt.NDArray[np.float64], truth: Sequence[int]
) -> list[dict[str, Any]]:
    """The confusion matrix as rows for DVC's plots, without zeros."""
    if not len(classes):
        return []
    guessed = classes[chances.argmax(axis=1)]
    table = confusion_matrix(np.asarray(truth, np.int64), guessed, labels=np.arange(len(LABELS)))
    return [
        {"actual": LABELS[actual], "predicted": LABELS[given], "dialogues": int(table[actual, given])}
        for actual, given in zip(*np.nonzero(table), strict=True)
    ]
