"""The common interface of the emotion classifiers; the parameters choose the backend."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from dialogue_etl.derived.emotions.labelling.certainty import CURVE, FEWEST
from dialogue_etl.derived.emotions.parameters import Emotions
from dialogue_etl.labels.classifiers import classifier
from dialogue_etl.labels.classifiers.model_files import FILE
from dialogue_etl.labels.encoder import encoder

Floats = npt.NDArray[np.float64]


class Classifier(classifier.Classifier, Protocol):
    """A trained classifier of the last turn of a dialogue."""

    @property
    def classes(self) -> npt.NDArray[np.int64]:
        """The numbers of the labels, in the order of its columns."""

    @property
    def proof(self) -> Floats:
        """Of labels in cross-validation, how sure it was and whether it was right; no rows without any."""

    @property
    def curve(self) -> Floats:
        """How likely the likeliest label is right by its probability: places, and the share at each."""

    def with_curve(self, curve: Floats) -> Classifier:
        """The same classifier with another curve."""

    def confidence(self, chances: Floats) -> Floats:
        """How likely the likeliest label is right, by rows of probabilities."""

    def chances(self, dialogues: Sequence[Sequence[str]]) -> Floats:
        """Probabilities of all classes for the last turn of each dialogue (oldest turn first)."""

    def turn_chances(self, dialogues: Sequence[Sequence[str]]) -> Floats:
        """The same for every turn of each dialogue in order, with the turns before it as context."""


class Untrained:
    """What there is without enough labels to learn from, of two kinds: a classifier without classes."""

    classes: npt.NDArray[np.int64] = np.zeros(0, np.int64)
    proof: Floats = np.zeros((0, 2))
    curve: Floats = CURVE

    def with_curve(self, curve: Floats) -> Untrained:  # noqa: ARG002
        """Itself."""
        return self

    def confidence(self, chances: Floats) -> Floats:
        """None."""
        return np.zeros(len(chances))

    def odds(self, texts: Sequence[Sequence[str]], halves: Sequence[int] | None = None) -> Floats:  # noqa: ARG002
        """No column."""
        return np.zeros((len(texts), 0))

    def chances(self, dialogues: Sequence[Sequence[str]]) -> Floats:
        """No column."""
        return np.zeros((len(dialogues), 0))

    def turn_chances(self, dialogues: Sequence[Sequence[str]]) -> Floats:
        """No column."""
        return np.zeros((sum(map(len, dialogues)), 0))

    def save(self, folder: Path) -> None:
        """Write a file that says so."""
        (folder / _UNTRAINED).touch()


_UNTRAINED = "untrained"


def is_trained(folder: Path) -> bool:
    """Whether the classifier in a folder can label anything."""
    return not (folder / _UNTRAINED).exists()


def ready(params: Emotions) -> None:
    """Check before any work that what the parameters need is installed.

    Raises:
        MissingEncoderError: the encoder is not installed.
        MissingExtraError: transformers are not installed.
    """
    if params.backend == "transformers":
        from dialogue_etl.labels.classifiers.transformer import libraries  # noqa: PLC0415 - an extra

        libraries()
    encoder(params.encoder)


def train(
    dialogues: Sequence[Sequence[str]],
    labels: Sequence[int],
    params: Emotions,
    *,
    decay: float,
    cache: Path | None = None,
) -> Classifier:
    """Train the classifier that the parameters choose.

    Args:
        dialogues: oldest turn first; a sentence is a dialogue of one turn.
        labels: the label number of each one's last turn.
        params: the section `emotions`.
        decay: weight of a turn relative to the next one; 0: only the last one counts.
        cache: folder of encoded texts.

    Returns:
        The classifier; with fewer than two different labels, or too few in all, it has no classes.
    """
    if len(set(labels)) < 2 or len(labels) < FEWEST:
        return Untrained()
    if params.backend == "transformers":
        from dialogue_etl.derived.emotions.labelling.transformer import Transformer  # noqa: PLC0415 - an extra

        return Transformer.train(dialogues, labels, params, decay=decay)
    from dialogue_etl.derived.emotions.labelling.embedded import Embedded  # noqa: PLC0415 - loads scikit-learn

    return Embedded.train(dialogues, labels, encoder=params.encoder, decay=decay, folder=cache)


def load(folder: Path, cache: Path | None = None) -> Classifier:
    """Load what `save` wrote.

    Raises:
        ModelError: the folder holds no classifier.
        MissingEncoderError: it needs an encoder that is not installed.
    """
    from dialogue_etl.derived.emotions.labelling.embedded import Embedded  # noqa: PLC0415 - loads scikit-learn

    if not (folder / FILE).is_file() and (folder / "config.json").is_file():
        from dialogue_etl.derived.emotions.labelling.transformer import Transformer  # noqa: PLC0415 - an extra

        return Transformer.load(folder)
    return Embedded.load(folder, cache)
