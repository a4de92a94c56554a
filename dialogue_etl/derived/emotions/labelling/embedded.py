"""The embedded backend: logistic regression over n-grams and, with an encoder, sentence vectors.

The plain classifier of `baseline`, which sees more: marks, n-grams of characters, vectors, earlier turns.
On all labelled sets of benchmarks/emotions.md, on which it was chosen, it is ahead of that one. It is linear,
so one matrix of weights is stored, in half precision, in a file without code.

The last turn has all its features, earlier ones only their meaning: the mean of the vectors of all turns,
with weights that decay per turn (`context.weights`). Without an encoder only the last turn is used.

That the likeliest label is right is a curve over its probability, fitted in cross-validation (`confidence`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, hstack
from scipy.special import softmax
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold
from threadpoolctl import threadpool_limits

from dialogue_etl.derived.emotions.labelling import words
from dialogue_etl.derived.emotions.labelling.certainty import CURVE, curve, on
from dialogue_etl.derived.emotions.labelling.context import MOST_TURNS, mixing, running
from dialogue_etl.derived.emotions.labelling.words import Vocabulary
from dialogue_etl.labels.classifiers import model_files
from dialogue_etl.labels.classifiers.model_files import half_precision
from dialogue_etl.labels.encoder import encoder

if TYPE_CHECKING:
    Floats = npt.NDArray[np.float64]
    Dense = npt.NDArray[np.floating[Any]]
    Dialogues = Sequence[Sequence[str]]

_LOOSENESS = 5.0  # C, as that of the plain classifier
_DENSE = 1.5  # mean length of vectors; that of the n-grams of words, and of characters, is 1
_FOLDS = 5
_MANY = 6_000  # labels: of more one fold is enough to calibrate
_AT_ONCE = 2_000
DECIMALS = 4
"""Of probabilities; machines differ in further decimals."""


@dataclass(frozen=True)
class Embedded:
    """A trained classifier of the last turns of dialogues.

    Attributes:
        classes: the numbers of the labels it knows, in order.
        encoder: as `labels.encoder` names it.
        decay: weight of a turn relative to the next one; 0: only the last one counts.
        vocabulary: the n-grams it knows.
        of_words: for each n-gram a weight for each class.
        of_vectors: for each feature of the encoder; no rows without one.
        of_context: for each coordinate of the mean vector of all turns; no rows if only the last one counts.
        offsets: of each class.
        curve: probabilities of a likeliest label, and shares of right ones at each.
        proof: of labels in cross-validation, how sure it was and whether it was right (1) or not (0); not
            kept in files.
    """

    classes: npt.NDArray[np.int64]
    encoder: str
    decay: float
    vocabulary: Vocabulary
    of_words: Floats
    of_vectors: npt.NDArray[np.float32]
    of_context: npt.NDArray[np.float32]
    offsets: Floats
    curve: Floats = field(default_factory=lambda: CURVE)
    proof: Floats = field(default_factory=lambda: np.zeros((0, 2)))
    folder: Path | None = None

    @classmethod
    def train(
        cls,
        dialogues: Dialogues,
        labels: Sequence[int],
        *,
        encoder: str,
        decay: float,
        folder: Path | None = None,
    ) -> Embedded:
        """Train on dialogues, oldest turn first, or single sentences, which are dialogues of one turn.

        Args:
            dialogues: their turns.
            labels: the label number of each; classes with a single dialogue are ignored.
            encoder: its name.
            decay: weight of a turn relative to the next one.
            folder: cache folder of encoded texts.

        Raises:
            MissingEncoderError: the encoder is not installed.
        """
        with threadpool_limits(1):  # the number of threads would change the order of summation
            said = [turns[-1] if turns else "" for turns in dialogues]
            counted = words.counts(said)
            known = Vocabulary.learn(counted)
            sparse = known.weigh(counted)
            last = _single(said, encoder, folder)
            blank = cls._blank(encoder, decay if last.size else 0.0, known, last.shape[1], folder)
            dense = np.hstack([last, blank._context(dialogues)]) if blank.decay else last
            del counted, last  # frees memory for training
            return _fit(blank, sparse, dense, np.asarray(labels, np.int64))

    @classmethod
    def _blank(
        cls, encoder: str, decay: float, known: Vocabulary, features: int, folder: Path | None
    ) -> Embedded:
        """What is known before anything is learnt."""
        none, vectors = np.zeros((0, 0), np.float32), np.zeros((features, 0), np.float32)
        offsets = np.zeros(0)
        return cls(
            np.zeros(0, np.int64),
            encoder,
            decay,
            known,
            np.zeros((0, 0)),
            vectors,
            none,
            offsets,
            folder=folder,
        )

    def _context(self, dialogues: Dialogues) -> Floats:
        """The mean vectors of all turns of dialogues; without columns if only the last one counts."""
        if not self.decay:
            return np.zeros((len(dialogues), 0))
        texts, mixed = mixing(dialogues, self.decay)
        return np.asarray(mixed @ _meaning(texts, self.encoder, self.folder))

    def odds(self, texts: Dialogues, halves: Sequence[int] | None = None) -> Floats:  # noqa: ARG002
        """The log-odds of all classes for the last turn of each dialogue."""
        short = [list(turns)[-(MOST_TURNS if self.decay else 1) :] for turns in texts]
        ends = np.cumsum([len(turns) for turns in short], dtype=np.int64) - 1
        return self._turn_odds(short)[ends]

    def chances(self, dialogues: Dialogues) -> Floats:
        """Probabilities of all classes for the last turn of each dialogue, to four decimals."""
        return _chances(self.odds(dialogues))

    def turn_chances(self, dialogues: Dialogues) -> Floats:
        """The same for every turn of each dialogue in order, with the turns before it as context."""
        return _chances(self._turn_odds(dialogues))

    def with_curve(self, curve: Floats) -> Embedded:
        """The same classifier with another curve of confidence."""
        return replace(self, curve=curve)

    def confidence(self, chances: Floats) -> Floats:
        """How likely the likeliest label is right, by rows of probabilities."""
        return on(self.curve, chances)

    def _turn_odds(self, dialogues: Dialogues) -> Floats:
        texts = [text for turns in dialogues for text in turns]
        places = {text: place for place, text in enumerate(dict.fromkeys(texts))}
        once = list(places)
        none = np.zeros((2, 0, len(self.classes)))
        parts = [self._odds(once[start : start + _AT_ONCE]) for start in range(0, len(once), _AT_ONCE)]
        last, context = np.concatenate([none, *parts], axis=1)[:, [places[text] for text in texts]]
        odds: Floats = last + running(context, [len(turns) for turns in dialogues], self.decay)
        return odds

    def _odds(self, texts: Sequence[str]) -> Floats:
        """The log-odds from texts as last turns, and from texts as context: 2 × texts × classes."""
        sparse = self.vocabulary.weigh(words.counts(texts))
        last = self._last(sparse, _features(texts, self.encoder, self.folder))
        if not self.decay:
            return np.stack([last, np.zeros_like(last)])
        return np.stack([last, _product(_meaning(texts, self.encoder, self.folder), self.of_context)])

    def _last(self, sparse: csr_matrix, features: Floats) -> Floats:
        odds: Floats = sparse @ self.of_words + self.offsets
        return odds + _product(features, self.of_vectors)

    def save(self, folder: Path) -> None:
        """Save as arrays of numbers."""
        arrays: dict[str, Any] = {
            "classes": self.classes,
            "encoder": np.array(self.encoder),
            "decay": np.array(self.decay),
            "columns": self.vocabulary.columns,
            "rarity": self.vocabulary.rarity,
            "of_words": self.of_words.astype(np.float16),
            "of_vectors": self.of_vectors,
            "of_context": self.of_context,
            "offsets": self.offsets,
            "curve": self.curve,
        }
        model_files.save(folder, arrays, compress=True)

    @classmethod
    def load(cls, folder: Path, cache: Path | None = None) -> Embedded:
        """Load without running anything in the file.

        Args:
            folder: that it was saved to.
            cache: folder of encoded texts.

        Raises:
            ModelError: the file is missing or not a model.
        """
        with model_files.load(folder, "embedded backend") as arrays:
            return cls(
                classes=arrays["classes"],
                encoder=str(arrays["encoder"]),
                decay=float(arrays["decay"]),
                vocabulary=Vocabulary(arrays["columns"], arrays["rarity"]),
                of_words=arrays["of_words"].astype(np.float64),
                of_vectors=arrays["of_vectors"],
                of_context=arrays["of_context"],
                offsets=arrays["offsets"],
                curve=arrays["curve"],
                folder=cache,
            )


def _features(texts: Sequence[str], name: str, folder: Path | None) -> Floats:
    return _single(texts, name, folder).astype(np.float64)


def _single(texts: Sequence[str], name: str, folder: Path | None) -> npt.NDArray[np.float32]:
    model = encoder(name, folder)
    return model.features(texts) if model and texts else np.zeros((len(texts), 0), np.float32)


def _meaning(texts: Sequence[str], name: str, folder: Path | None) -> Floats:
    model = encoder(name, folder)
    return model.encode(texts).astype(np.float64) if model and texts else np.zeros((len(texts), 0))


def _chances(odds: Floats) -> Floats:
    found: Floats = softmax(odds, axis=1).round(DECIMALS)
    return found


def _product(rows: Floats, weights: npt.NDArray[np.float32]) -> Floats:
    """Row by row: in a matrix product the order of summation would depend on the other rows."""
    if not rows.size:
        return np.zeros((len(rows), 1))
    found: Floats = np.einsum("ij,jk->ik", rows, weights.astype(np.float64))
    return found


def _fit(blank: Embedded, sparse: csr_matrix, dense: Dense, labels: npt.NDArray[np.int64]) -> Embedded:
    """The classifier trained on all labels, and how sure it was of those held out in cross-validation."""
    features, found = len(blank.of_vectors), [np.zeros((0, 2))]
    folds = list(KFold(min(_FOLDS, len(labels)), shuffle=True, random_state=0).split(labels))
    for seen, tested in folds[: 1 if len(labels) > _MANY else _FOLDS]:
        if len(np.unique(labels[seen])) > 1:
            part = _learn(blank, sparse[seen], dense[seen], labels[seen])
            held = dense[tested].astype(np.float64)
            odds = part._last(sparse[tested], held[:, :features])
            likely = softmax(odds + _product(held[:, features:], part.of_context), axis=1)
            right = part.classes[likely.argmax(axis=1)] == labels[tested]
            found.append(np.stack([likely.max(axis=1), right], axis=1))
    fitted = curve(*np.concatenate(found).T)
    proof = np.concatenate(found)
    proof[:, 0] = on(fitted, proof[:, :1])
    return replace(_learn(blank, sparse, dense, labels), curve=fitted, proof=proof)


def _learn(blank: Embedded, sparse: csr_matrix, dense: Dense, labels: npt.NDArray[np.int64]) -> Embedded:
    lengths = np.einsum("ij,ij->i", dense, dense, dtype=np.float64)
    scale = float(_DENSE / np.sqrt(lengths.mean())) if dense.size else 1.0
    columns = hstack([sparse, csr_matrix(dense.astype(np.float64) * scale)], format="csr")
    regression = LogisticRegression(C=_LOOSENESS, max_iter=200).fit(columns, labels)
    weights, offsets = regression.coef_, regression.intercept_
    if len(weights) == 1:  # for two classes there are only those of the second one
        weights, offsets = np.concatenate([-weights, weights]) / 2, np.concatenate([-offsets, offsets]) / 2
    of_words, of_vectors = weights[:, : sparse.shape[1]].T, scale * weights[:, sparse.shape[1] :].T
    features = len(blank.of_vectors)
    return replace(
        blank,
        classes=regression.classes_.astype(np.int64),
        of_words=half_precision(of_words),
        of_vectors=of_vectors[:features].astype(np.float32),
        of_context=of_vectors[features:].astype(np.float32),
        offsets=offsets.round(DECIMALS),
    )
