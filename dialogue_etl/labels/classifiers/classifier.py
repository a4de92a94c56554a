"""What a classifier is, whatever its backend, how good it is, and the card that lies beside its files.

Precision is the share of what is dropped that is labelled bad, recall the share of what is labelled bad that
is dropped. The paper chose its confidence from such figures (section 3.2).

<output>/<task>/card.json     what it learnt from and how well it does; or why there is none
<output>/<task>/…             files of its backend
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
from sklearn.metrics import roc_auc_score

from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dialogue_etl.labels.classifiers.examples import Texts
    from dialogue_etl.params import Classify

Floats = npt.NDArray[np.float64]
_STEPS = 100
_SHOWN = 4
CARD = "card.json"
_FORMAT = 1


class Row(NamedTuple):
    """The figures at one threshold: what scores more is dropped.

    Attributes:
        confidence: the threshold.
        precision: None where nothing is dropped.
        recall: share of the bad ones that is dropped.
        f: harmonic mean of both, 0 where nothing is dropped.
        dropped: share of all that is dropped.
    """

    confidence: float
    precision: float | None
    recall: float
    f: float
    dropped: float


class ModelError(DialogueEtlError):
    """A file is no model of this program; the message says why."""


class Classifier(Protocol):
    """A trained classifier of either backend."""

    def scores(self, texts: Sequence[Texts]) -> Floats:
        """How sure it is that each is bad, 0 to 1."""

    def save(self, folder: Path) -> None:
        """Write its files into a folder that is there."""


@dataclass(frozen=True)
class Card:
    """What there is to know about a classifier.

    Attributes:
        task: `noise` or `context`.
        language: BCP-47 tag of the data.
        backend: `off`, `embedded` or `transformers`.
        reason: why there is none, for people; empty where there is one.
        labels: of each side (`train`, `held_out`) how many of each kind; all but `annotated` are weak.
        weak: whether the scores are measured on weak labels.
        auc: on held-out labels; None where they are of one kind.
        auc_by_kind: of each kind of bad labels against all good ones.
        curve: its figures at each confidence, on the held-out labels.
        left_out: annotations that cannot be used: where, and what is wrong.
    """

    task: str
    language: str
    backend: str
    reason: str = ""
    labels: dict[str, dict[str, int]] = field(default_factory=dict)
    weak: bool = True
    auc: float | None = None
    auc_by_kind: dict[str, float | None] = field(default_factory=dict)
    curve: list[Row] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    @property
    def trained(self) -> bool:
        """Whether there is a classifier."""
        return self.backend != "off" and not self.reason

    def save(self, folder: Path) -> None:
        """Write it as JSON."""
        data = {"format": _FORMAT, **asdict(self), "curve": [row._asdict() for row in self.curve]}
        text = json.dumps(data, indent=1, ensure_ascii=False, sort_keys=True)
        (folder / CARD).write_text(text + "\n", "utf-8")

    def metrics(self) -> dict[str, Any]:
        """What the metrics say of it."""
        if self.backend == "off":
            return {"off": True}
        common = {
            "trained": self.trained,
            "backend": self.backend,
            "annotations_left_out": len(self.left_out),
        }
        if self.reason:
            return {**common, "reason": self.reason, "labels": self.labels}
        scored = {"on_weak_labels": self.weak, "auc": self.auc, "auc_by_kind": self.auc_by_kind}
        return {**common, "labels": self.labels, "held_out": scored}


def load_card(folder: Path) -> Card:
    """The card of a task.

    Raises:
        ModelError: there is none, or it is something else.
    """
    path = folder / CARD
    try:
        data = json.loads(path.read_text("utf-8"))
        if data.pop("format") != _FORMAT:
            raise ModelError(f"{path}: of another version of this program")
        return Card(**{**data, "curve": [Row(**row) for row in data["curve"]]})
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror}; run the stage that trains it first") from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ModelError(f"{path}: no model card") from error


def load(folder: Path, card: Card) -> Classifier:
    """The classifier of a card that has one.

    Raises:
        ModelError: its files are missing or damaged.
        MissingExtraError: it needs transformers, which are not installed.
    """
    if card.backend == "transformers":
        from dialogue_etl.labels.classifiers.transformer import Transformer  # noqa: PLC0415 - an extra

        return Transformer.load(folder)
    from dialogue_etl.labels.classifiers.embedded import Embedded  # noqa: PLC0415 - loads scikit-learn

    return Embedded.load(folder, card.language)


class Chosen(NamedTuple):
    """A threshold, and whether the rule could be followed: else nothing is dropped, at threshold 1."""

    threshold: float
    rule: Literal["fixed", "max_f", "precision"]
    reached: bool


def auc(bad: npt.NDArray[np.bool_], scores: Floats) -> float | None:
    """Area under the curve of true over false positives; None with labels of one kind."""
    if bad.all() or not bad.any():
        return None
    return round(float(roc_auc_score(bad, scores)), _SHOWN)


def curve(bad: npt.NDArray[np.bool_], scores: Floats, *, balanced: bool) -> list[Row]:
    """A row for each hundredth of confidence from 0 to 1.

    Args:
        bad: labels; of both kinds.
        scores: confidences.
        balanced: whether both kinds count equally much: how many of each there are says nothing where
            labels are weak.
    """
    weights = np.where(bad, 1 / bad.sum(), 1 / (~bad).sum()) if balanced else np.ones(len(bad))
    return [_row(step / _STEPS, bad, scores, weights) for step in range(_STEPS + 1)]


def _row(confidence: float, bad: npt.NDArray[np.bool_], scores: Floats, weights: Floats) -> Row:
    dropped = scores > confidence
    right, out = float(weights[dropped & bad].sum()), float(weights[dropped].sum())
    precision, recall = (right / out if out else None), right / float(weights[bad].sum())
    f = 2 * precision * recall / (precision + recall) if precision else 0.0
    shown = None if precision is None else round(precision, _SHOWN)
    return Row(
        confidence, shown, round(recall, _SHOWN), round(f, _SHOWN), round(out / float(weights.sum()), _SHOWN)
    )


def choose(rows: Sequence[Row], fixed: float, params: Classify) -> Chosen:
    """The threshold by `threshold_rule`; where that is `fixed`, the one given."""
    if params.threshold_rule == "fixed":
        return Chosen(fixed, "fixed", True)
    if params.threshold_rule == "max_f":
        best = max(rows, key=lambda row: (row.f, row.confidence))
        return Chosen(best.confidence, "max_f", True) if best.f else Chosen(1.0, "max_f", False)
    for row in rows:
        if row.precision is not None and row.precision >= params.target_precision:
            return Chosen(row.confidence, "precision", True)
    return Chosen(1.0, "precision", False)


def at(rows: Sequence[Row], threshold: float) -> Row:
    """The row of the greatest confidence that is not above a threshold."""
    return max((row for row in rows if row.confidence <= threshold), key=lambda row: row.confidence)
