"""The turn classifier of Lison & Meena 2016 and EDOS: a linear model over hashed features.

Its file holds no code. Coefficients are kept in half precision, without the last digits, in which machines
differ.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from dialogue_etl.labels.classifiers import model_files
from dialogue_etl.labels.classifiers.model_files import ModelError, half_precision
from dialogue_etl.sources.subtitles.turn_features import columns

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

    from dialogue_etl.sources.subtitles.turn_features import Pair

CARD = "card.json"
_DECIMALS = 4
_ITERATIONS = 1_000

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class TurnClassifier:
    """A trained classifier.

    Attributes:
        language: of the subtitles.
        groups: feature groups it uses.
        bits: there are 2**bits columns.
        weights: a coefficient for each column.
        intercept: of the decision function, which is above 0 where another turn begins.
        across: whether it was trained on pairs across blocks too, for which dashes give no labels.
    """

    language: str
    groups: tuple[str, ...]
    bits: int
    weights: npt.NDArray[np.float64]
    intercept: float
    across: bool

    def change(self, pairs: Sequence[Pair]) -> Flags:
        """Whether the second sentence of each pair begins another turn."""
        return decide(columns(pairs, self.groups, self.bits, self.language), self.weights, self.intercept)

    def save(self, folder: Path) -> None:
        """Save as arrays of numbers, with the language and the names of the groups as UTF-8."""
        names = np.frombuffer("\n".join([self.language, *self.groups]).encode(), np.uint8)
        facts: dict[str, Any] = {"intercept": np.array(self.intercept), "across": np.array(self.across)}
        model_files.save(folder, {"weights": self.weights.astype(np.float16), "names": names, **facts})

    @classmethod
    def load(cls, folder: Path) -> TurnClassifier:
        """Load without running anything in the file.

        Raises:
            ModelError: the file is missing or not a model.
        """
        with model_files.load(folder, "turn classifier") as arrays:
            weights = arrays["weights"].astype(np.float64)
            language, *groups = arrays["names"].tobytes().decode().split("\n")
            facts = float(arrays["intercept"]), bool(arrays["across"])
            return cls(language, tuple(groups), len(weights).bit_length() - 1, weights, *facts)


def fit(rows: csr_matrix, change: Flags, learner: str, c: float) -> tuple[npt.NDArray[np.float64], float]:
    """Coefficients and intercept.

    Args:
        rows: feature rows.
        change: labels; both values occur.
        learner: `svm` or `logistic`.
        c: scikit-learn's `C`.
    """
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - takes a second
    from sklearn.svm import LinearSVC  # noqa: PLC0415

    # liblinear's Newton steps use no random numbers and one core; columns without values only cost time.
    if learner == "svm":
        model = LinearSVC(C=c, dual=False, tol=1e-6, max_iter=_ITERATIONS)
    else:
        model = LogisticRegression(C=c, solver="liblinear", tol=1e-6, max_iter=_ITERATIONS)
    used = np.unique(rows.indices)
    model.fit(rows[:, used], change)
    weights = np.zeros(rows.shape[1])
    weights[used] = half_precision(model.coef_[0])
    return weights, round(float(model.intercept_[0]), _DECIMALS)


def decide(rows: csr_matrix, weights: npt.NDArray[np.float64], intercept: float) -> Flags:
    """Whether each row begins another turn; rounded, so that the order of summation does not matter."""
    decided: Flags = np.round(rows @ weights + intercept, _DECIMALS) > 0
    return decided


def load(folder: Path) -> TurnClassifier | None:
    """The classifier that stage `train` wrote to a folder; None if, by its card, none was trained.

    Raises:
        ModelError: a file is missing or damaged.
    """
    path = folder / CARD
    try:
        card: dict[str, Any] = json.loads(path.read_bytes())
        trained = bool(card["trained"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"{path}: no model card; run the stage that trains it first") from error
    return TurnClassifier.load(folder) if trained else None
