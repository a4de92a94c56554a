"""The interface of classifiers, their scores, and the card stored with their files.

Precision is the share of dropped texts that are labelled bad, recall the share of texts labelled bad that are
dropped. The paper chose its confidence threshold from such figures (section 3.2).

<output>/<task>/card.json     training data and scores of the classifier; or why none was trained
<output>/<task>/…             files of its backend
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from dialogue_etl.labels.classifiers.calibration import Calibrated, Calibration, Group, Share
from dialogue_etl.labels.classifiers.model_files import ModelError

if TYPE_CHECKING:
    from dialogue_etl.labels.classifiers.examples import Texts
    from dialogue_etl.labels.classifiers.parameters import Classify

Floats = npt.NDArray[np.float64]
_STEPS = 100
_SHOWN = 4
CARD = "card.json"
_FORMAT = 4
_FEWEST_DROPPED = 20  # labels above a threshold: fewer say little about its precision
_DEVIATIONS = 1.6449  # of the normal distribution: 90 % are within so many


class Row(NamedTuple):
    """The figures at one threshold; texts that score higher are dropped.

    Attributes:
        confidence: the threshold.
        precision: None if nothing is dropped.
        recall: share of the bad texts that are dropped.
        f: harmonic mean of both, 0 if nothing is dropped.
        dropped: share of all texts that are dropped.
        labels: number of labels dropped.
        low: lower end of the 90 % interval of the precision; None if nothing is dropped.
        high: its upper end.
    """

    confidence: float
    precision: float | None
    recall: float
    f: float
    dropped: float
    labels: int
    low: float | None = None
    high: float | None = None


class Classifier(Protocol):
    """A trained classifier of either backend."""

    def odds(self, texts: Sequence[Texts], halves: Sequence[int] | None = None) -> Floats:
        """The log-odds that each is bad, or a column of them for each of several classes.

        Args:
            texts: groups of texts to classify, such as a post and its response, or turns.
            halves: the half of the threads of each, where a classifier has statistics of these.
        """

    def save(self, folder: Path) -> None:
        """Write its files into an existing folder."""


@dataclass(frozen=True)
class Card:
    """The facts about a classifier.

    Attributes:
        task: `noise` or `context`.
        language: BCP-47 tag of the data.
        backend: `off`, `embedded` or `transformers`.
        reason: why no classifier was trained, human-readable; empty if one was.
        labels: number of labels of each kind, for `train` and `held_out`; all but `annotated` are weak.
        weak: whether the scores are measured on weak labels.
        unasked: whether weak labels replaced annotations that the parameters ask for.
        seed: with which threads were assigned to halves.
        auc: on held-out labels; None if they are of one kind.
        auc_by_kind: of each kind of bad labels against all good ones.
        curve: its figures at each confidence, on the held-out labels.
        calibration: parameters that turn its log-odds into probabilities.
        reliability: shares of bad labels by probability.
        left_out: unusable annotations: where, and what is wrong.
        share: of bad texts in the corpora; None without a classifier.
        examples: texts of the corpora with their scores, a few of each tenth, the highest first.
    """

    task: str
    language: str
    backend: str
    reason: str = ""
    labels: dict[str, dict[str, int]] = field(default_factory=dict)
    weak: bool = True
    unasked: bool = False
    seed: int = 0
    auc: float | None = None
    auc_by_kind: dict[str, float | None] = field(default_factory=dict)
    curve: list[Row] = field(default_factory=list)
    calibration: Calibration = field(default_factory=Calibration)
    reliability: list[Group] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    share: Share | None = None
    examples: list[tuple[float, Texts]] = field(default_factory=list)

    @property
    def trained(self) -> bool:
        """Whether there is a classifier."""
        return self.backend != "off" and not self.reason

    def save(self, folder: Path) -> None:
        """Write it as JSON."""
        data = {"format": _FORMAT, **asdict(self)}
        text = json.dumps(data, indent=1, ensure_ascii=False, sort_keys=True)
        (folder / CARD).write_text(text + "\n", "utf-8")

    def metrics(self) -> dict[str, Any]:
        """Its part of the metrics."""
        if self.backend == "off":
            return {"off": True}
        common = {
            "trained": self.trained,
            "backend": self.backend,
            "annotations_left_out": len(self.left_out),
        }
        if self.reason:
            return {**common, "reason": self.reason, "labels": self.labels}
        share = self.share._asdict() if self.share else None
        scored = {"on_weak_labels": self.weak, "auc": self.auc, "auc_by_kind": self.auc_by_kind}
        return {**common, "labels": self.labels, "share": share, "held_out": scored}


def load_card(folder: Path) -> Card:
    """The card of a task.

    Raises:
        ModelError: it is missing or invalid.
    """
    path = folder / CARD
    try:
        data = json.loads(path.read_text("utf-8"))
        if data.pop("format") != _FORMAT:
            raise ModelError(f"{path}: of another version of this program")
        tuples: dict[str, Any] = {
            "curve": [Row(*row) for row in data["curve"]],
            "calibration": Calibration(*data["calibration"]),
            "reliability": [Group(*group) for group in data["reliability"]],
            "share": Share(*data["share"]) if data["share"] else None,
            "examples": [(score, tuple(texts)) for score, texts in data["examples"]],
        }
        return Card(**{**data, **tuples})
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror}; run the stage that trains it first") from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ModelError(f"{path}: no model card") from error


def load(folder: Path, card: Card) -> Calibrated:
    """The classifier of a card that has one, calibrated.

    Raises:
        ModelError: its files are missing or damaged.
        MissingExtraError: it needs transformers, which are not installed.
    """
    if card.backend == "transformers":
        from dialogue_etl.labels.classifiers.transformer import Transformer  # noqa: PLC0415 - an extra

        return Calibrated(Transformer.load(folder), card.calibration)
    from dialogue_etl.labels.classifiers.embedded import Embedded  # noqa: PLC0415 - loads scikit-learn

    return Calibrated(Embedded.load(folder, card.language), card.calibration)


class Chosen(NamedTuple):
    """A threshold, and whether the rule could be applied; if not, the threshold is 1: nothing is dropped."""

    threshold: float
    rule: Literal["fixed", "max_f", "precision"]
    reached: bool


def auc(bad: npt.NDArray[np.bool_], scores: Floats, weights: Floats | None = None) -> float | None:
    """Area under the ROC curve; None with labels of one kind."""
    if bad.all() or not bad.any():
        return None
    from sklearn.metrics import roc_auc_score  # noqa: PLC0415 - takes a second to load

    return round(float(roc_auc_score(bad, scores, sample_weight=weights)), _SHOWN)


def curve(bad: npt.NDArray[np.bool_], scores: Floats, weights: Floats) -> list[Row]:
    """A row for each hundredth of confidence from 0 to 1.

    Args:
        bad: labels; of both kinds.
        scores: confidences.
        weights: how much each label counts.
    """
    return [_row(step / _STEPS, bad, scores, weights) for step in range(_STEPS + 1)]


def _row(confidence: float, bad: npt.NDArray[np.bool_], scores: Floats, weights: Floats) -> Row:
    dropped = scores > confidence
    right, out = float(weights[dropped & bad].sum()), float(weights[dropped].sum())
    precision, recall = (right / out if out else None), right / float(weights[bad].sum())
    f = 2 * precision * recall / (precision + recall) if precision else 0.0
    low, high = _interval(bad, dropped, weights) if out else (None, None)
    return Row(
        confidence,
        None if precision is None else round(precision, _SHOWN),
        round(recall, _SHOWN),
        round(f, _SHOWN),
        round(out / float(weights.sum()), _SHOWN),
        int(dropped.sum()),
        low,
        high,
    )


def _interval(
    bad: npt.NDArray[np.bool_], dropped: npt.NDArray[np.bool_], weights: Floats
) -> tuple[float, float]:
    """The interval of the precision.

    From Wilson's intervals of the shares of bad and of good labels that are dropped, as labels of both kinds
    may stand for different numbers of texts; so "0 of 200 good ones dropped" is not certain.
    """
    (least_bad, most_bad), (least_good, most_good) = (
        _wilson(dropped[kind], weights[kind]) for kind in (bad, ~bad)
    )
    of_bad, of_good = float(weights[bad].sum()), float(weights[~bad].sum())
    low = of_bad * least_bad / max(of_bad * least_bad + of_good * most_good, 1e-12)
    high = of_bad * most_bad / max(of_bad * most_bad + of_good * least_good, 1e-12)
    return round(low, _SHOWN), round(high, _SHOWN)


def _wilson(dropped: npt.NDArray[np.bool_], weights: Floats) -> tuple[float, float]:
    """Wilson's interval of a weighted share; labels count as Kish's effective number (1965)."""
    number = float(weights.sum()) ** 2 / float((weights**2).sum())
    share, square = float(np.average(dropped, weights=weights)), _DEVIATIONS**2
    middle = share + square / (2 * number)
    spread = _DEVIATIONS * np.sqrt(share * (1 - share) / number + square / (4 * number**2))
    low, high = ((middle + side * spread) / (1 + square / number) for side in (-1, 1))
    return max(float(low), 0.0), min(float(high), 1.0)


def choose(card: Card, params: Classify) -> Chosen:
    """The threshold of a card's task by `threshold_rule`, if the held-out labels support it.

    If weak labels replaced annotations, none does: they don't show how much noise there is, and half of what
    they find is not noise (32 of 62 drops that people read of LCCC-base and Weibo). Of the
    thresholds that reach the precision and find the same bad labels as the lowest, it is the middle one:
    where labels are told apart well, the lowest is 0 and drops all that scores anything.
    """
    rule = params.threshold_rule
    if rule == "fixed":
        threshold = getattr(params, f"{card.task}_threshold")
        found = [row for row in [at(card.curve, threshold)] if (row.high or 0.0) >= threshold]
    elif rule == "max_f":
        threshold, found = 1.0, sorted(card.curve, key=lambda row: (-row.f, -row.confidence))[:1]
    else:
        threshold, found = 1.0, [row for row in card.curve if (row.low or 0.0) >= params.target_precision]
    found = [row for row in found if row.labels >= _FEWEST_DROPPED]
    if card.unasked or not found:
        return Chosen(1.0, rule, rule == "fixed" and threshold == 1)
    same = [row.confidence for row in found if row.recall == found[0].recall]
    return Chosen(threshold if rule == "fixed" else same[len(same) // 2], rule, True)


def unreached(card: Card, params: Classify) -> str:
    """Why a rule chose no threshold, human-readable."""
    if card.unasked:
        return "weak labels support no threshold; annotate pairs, or ask for them (classify.labels: weak)"
    promised = {
        "fixed": "the precision that the threshold promises",
        "max_f": "the greatest F",
        "precision": f"a precision of {params.target_precision:g}",
    }[params.threshold_rule]
    return f"no confidence reaches {promised} on at least {_FEWEST_DROPPED} held-out labels"


def at(rows: Sequence[Row], threshold: float) -> Row:
    """The row of the greatest confidence that is not above a threshold."""
    return max((row for row in rows if row.confidence <= threshold), key=lambda row: row.confidence)
