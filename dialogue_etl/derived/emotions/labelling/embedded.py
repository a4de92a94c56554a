"""The embedded backend: a linear classifier over n-grams and, with an encoder, sentence vectors.

The sum of three classifiers: linear discriminant analysis of the encoder's features and the first axes of
latent semantic analysis (Deerwester et al. 1990) of the n-grams, a linear support vector machine over n-grams
and vectors, and logistic regression over words. Together they are better than each alone; unlike ridge and
nearest neighbours, the first models the covariance of features. All are linear in the n-grams, so one matrix
of weights is stored, in half precision, in a file without code.

The last turn has all its features, earlier ones only their meaning: the mean of the vectors of all turns,
with weights that decay per turn (`context.weights`). Without an encoder only the last turn is used.

Probabilities are calibrated by vector scaling (Guo et al. 2017, On Calibration of Modern Neural Networks): a
temperature and an offset for each class, fitted in cross-validation. That the likeliest label is right is a
curve over its probability, fitted to the same labels (`confidence`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.special import log_softmax, logit, softmax
from sklearn.isotonic import IsotonicRegression
from threadpoolctl import threadpool_limits

from dialogue_etl.derived.emotions.labelling import words
from dialogue_etl.derived.emotions.labelling.context import MOST_TURNS, mixing, running
from dialogue_etl.derived.emotions.labelling.fitting import discriminants, logistic, margins
from dialogue_etl.derived.emotions.labelling.words import Vocabulary
from dialogue_etl.labels.classifiers import calibration, model_files
from dialogue_etl.labels.classifiers.model_files import half_precision
from dialogue_etl.labels.encoder import encoder

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

    Floats = npt.NDArray[np.float64]
    Dense = npt.NDArray[np.floating[Any]]
    Dialogues = Sequence[Sequence[str]]

_FOLDS = 5
_MANY = 6_000  # labels: of more one fold is enough to calibrate
_CURVE = 1_000  # labels for offsets, and a curve of any rising form (isotonic regression), else a sigmoid
_CAUTION = 0.95  # of the curve: with all labels learnt it was 2 to 5 points too high on those held out
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
        temperature: divisor of the log-odds before the softmax.
        curve: probabilities of a likeliest label, and shares of right ones at each.
        proof: of labels in cross-validation, how sure it was and whether it was right (1) or not (0).
    """

    classes: npt.NDArray[np.int64]
    encoder: str
    decay: float
    vocabulary: Vocabulary
    of_words: Floats
    of_vectors: npt.NDArray[np.float32]
    of_context: npt.NDArray[np.float32]
    offsets: Floats
    temperature: float = 1.0
    curve: Floats = field(default_factory=lambda: np.array([[0.0, 1.0], [0.0, 1.0]]))
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
            return _fit(blank, sparse, dense, np.asarray(labels, np.int64), _folds(dialogues))

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

    def confidence(self, chances: Floats) -> Floats:
        """How likely the likeliest label is right, by rows of probabilities."""
        return _on(self.curve, chances)

    def _turn_odds(self, dialogues: Dialogues) -> Floats:
        texts = [text for turns in dialogues for text in turns]
        places = {text: place for place, text in enumerate(dict.fromkeys(texts))}
        once = list(places)
        none = np.zeros((2, 0, len(self.classes)))
        parts = [self._odds(once[start : start + _AT_ONCE]) for start in range(0, len(once), _AT_ONCE)]
        last, context = np.concatenate([none, *parts], axis=1)[:, [places[text] for text in texts]]
        odds: Floats = last + running(context, [len(turns) for turns in dialogues], self.decay)
        return odds / self.temperature

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
            "temperature": np.array(self.temperature),
            "curve": self.curve,
            "proof": self.proof,
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
                temperature=float(arrays["temperature"]),
                curve=arrays["curve"],
                proof=arrays["proof"],
                folder=cache,
            )


def _folds(dialogues: Dialogues) -> npt.NDArray[np.int64]:
    """A fold of each, by a hash of its text."""
    said = ("\n".join(turns).encode("utf-8", "surrogatepass") for turns in dialogues)
    return np.array([hashlib.sha256(one).digest()[0] % _FOLDS for one in said], np.int64)


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


def _fit(
    blank: Embedded,
    sparse: csr_matrix,
    dense: Dense,
    labels: npt.NDArray[np.int64],
    folds: npt.NDArray[np.int64],
) -> Embedded:
    """The classifier trained on all labels, calibrated on held-out predictions."""
    classes, features = np.unique(labels), len(blank.of_vectors)
    found, columns = [np.zeros((0, len(classes)))], [np.zeros(0, np.int64)]
    for fold in range(1 if len(labels) > _MANY else _FOLDS):
        seen = folds != fold
        tested = ~seen & np.isin(labels, labels[seen])
        if tested.any() and len(np.unique(labels[seen])) > 1:
            part = _learn(blank, sparse[seen], dense[seen], labels[seen])
            held = dense[tested].astype(np.float64)
            odds = part._last(sparse[tested], held[:, :features])
            odds = odds + _product(held[:, features:], part.of_context)
            # A class that the part does not know is as unlikely as its least likely one.
            every = np.repeat(odds.min(axis=1, keepdims=True), len(classes), axis=1)
            every[:, np.searchsorted(classes, part.classes)] = odds
            found.append(every)
            columns.append(np.searchsorted(classes, labels[tested]))
    odds, of = np.concatenate(found), np.concatenate(columns)
    temperature, offsets = _scaling(odds, of)
    likely = softmax(odds / temperature + offsets, axis=1)
    curve = _curve(likely.max(axis=1), likely.argmax(axis=1) == of)
    fitted = _learn(blank, sparse, dense, labels)
    return replace(
        fitted,
        offsets=(fitted.offsets + offsets * temperature).round(DECIMALS),
        temperature=temperature,
        curve=curve,
        proof=np.stack([_on(curve, likely), likely.argmax(axis=1) == of], axis=1),
    )


def _scaling(odds: Floats, of: npt.NDArray[np.int64]) -> tuple[float, Floats]:
    """The likeliest temperature and offsets, which have a normal prior and are 0 for few labels.

    Offsets give labels the shares that they have: the discriminant analysis takes them to be equal.
    """
    rows = np.arange(len(of))

    def unlikely(values: Floats) -> tuple[float, Floats]:
        scaled = odds * np.exp(values[0])
        likely = log_softmax(scaled + values[1:], axis=1)
        wrong = np.exp(likely)
        wrong[rows, of] -= 1
        slopes = np.append(np.sum(wrong * scaled), wrong.sum(axis=0) + 2 * values[1:])
        return float(values[1:] @ values[1:] - likely[rows, of].sum()), slopes

    start = np.zeros(odds.shape[1] + 1)
    # If nothing is learnt the optimum is infinite; above this limit rounded probabilities are all equal.
    # Offsets of few labels give nearly all turns the most frequent one: 67 % with 120 labels of 40 kinds.
    most = 9.0 if len(of) >= _CURVE else 0.0
    limits = [(-3.0, 3.0), *[(-most, most)] * odds.shape[1]]
    best = minimize(unlikely, start, jac=True, method="L-BFGS-B", bounds=limits).x.round(3)
    return round(float(np.exp(-best[0])), 3), best[1:]


def _curve(likely: Floats, right: npt.NDArray[np.bool_]) -> Floats:
    """Probabilities, and the share that is right at each, as a curve that rises."""
    if len(np.unique(right)) < 2:
        share = (right.sum() + 1) / (len(right) + 2)
        return np.array([[0.0, 1.0], [share, share]])
    if len(right) < _CURVE:
        places = np.linspace(0.01, 0.99, 99)
        sigmoid = calibration.fit(logit(likely.clip(0.001, 0.999)), right, np.ones(len(right)))
        shares = sigmoid.chances(logit(places))
    else:
        rising = IsotonicRegression().fit(likely, right)
        places, shares = rising.X_thresholds_, rising.y_thresholds_
    return np.stack([places, _CAUTION * shares]).round(DECIMALS)


def _on(curve: Floats, chances: Floats) -> Floats:
    found: Floats = np.interp(chances.max(axis=1, initial=0.0), *curve).round(DECIMALS)
    return found


def _learn(blank: Embedded, sparse: csr_matrix, dense: Dense, labels: npt.NDArray[np.int64]) -> Embedded:
    parts = (margins(sparse, dense, labels), discriminants(sparse, dense, labels, blank.vocabulary.words))
    by_words, by_vectors, offsets = (one + other for one, other in zip(*parts, strict=True))
    plain_words, plain_offsets = logistic(sparse, labels, blank.vocabulary.words)
    features = len(blank.of_vectors)
    return replace(
        blank,
        classes=np.unique(labels),
        of_words=half_precision(by_words + plain_words),
        of_vectors=by_vectors[:features].astype(np.float32),
        of_context=by_vectors[features:].astype(np.float32),
        offsets=(offsets + plain_offsets).round(6),
    )
