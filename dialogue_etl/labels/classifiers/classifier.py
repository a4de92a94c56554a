"""What a classifier is, whatever its backend, and the card that lies beside its files.

<output>/<task>/card.json     what it learnt from and how well it does; or why there is none
<output>/<task>/…             files of its backend
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.labels.classifiers.curve import Floats, Row

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dialogue_etl.labels.classifiers.examples import Texts

CARD = "card.json"
_FORMAT = 1


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
