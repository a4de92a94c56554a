"""The embedded backend: a logistic regression over n-grams and features, in one file without code.

Coefficients are kept in half precision, without the last digits, in which machines differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, hstack

from dialogue_etl.labels import encoder as encoders
from dialogue_etl.labels.classifiers import model_files
from dialogue_etl.labels.classifiers.association import Association, Floats
from dialogue_etl.labels.classifiers.calibration import DECIMALS
from dialogue_etl.labels.classifiers.examples import Example, Texts, evened
from dialogue_etl.labels.classifiers.features import (
    Sides,
    ngrams,
    pair_signs,
    utterance_signs,
    weighed_ngrams,
)
from dialogue_etl.labels.classifiers.fluency import TABLES, Fluency
from dialogue_etl.labels.classifiers.model_files import half_precision
from dialogue_etl.labels.encoder import Name
from dialogue_etl.text.points import distinct

_REGULARISATION = 0.1  # C of sklearn: of 0.01, 0.1 and 1 the best on LCCC dialogues
_AT_ONCE = 5_000
_ALIKE = 1e-6  # a feature that varies less is constant


class Counted(NamedTuple):
    """Statistics of pairs that need no labels."""

    association: Association
    fluency: Fluency

    @classmethod
    def learn(cls, posts: Sequence[str], responses: Sequence[str]) -> Counted:
        """Count adjacent pairs in a fixed order; any number, even none."""
        return cls(Association.learn(posts, responses), Fluency.learn([*posts, *responses]))


@dataclass(frozen=True)
class Features:
    """Features of texts besides their n-grams.

    Attributes:
        language: BCP-47 tag.
        counted: word and character statistics of posts and responses for each half of the threads. A pair is
            measured with those of the other half, as its own would make it fit; none for single utterances.
        encoder: sentence encoder whose vectors show how well a response fits.
        centres: mean vectors of posts and of responses; without rows for no encoder.
    """

    language: str
    counted: Sequence[Counted]
    encoder: Name
    centres: Floats

    def signs(self, texts: Sides, half: int) -> Floats:
        """A row for each text, all of which are of one half of the threads."""
        if not self.counted:
            return utterance_signs(texts, self.language)
        other = self.counted[1 - half]
        fitting = _fitting(texts, self.encoder, self.centres)
        return pair_signs(texts, other.association, other.fluency, self.language, fitting)


@dataclass(frozen=True)
class Embedded:
    """A trained classifier.

    Attributes:
        features: what it measures of texts.
        means: of the features, in training.
        scales: standard deviations of the features, in training.
        weights: a coefficient for each feature, then for each n-gram column.
        intercept: of the regression.
    """

    features: Features
    means: Floats
    scales: Floats
    weights: Floats
    intercept: float

    @classmethod
    def train(
        cls,
        language: str,
        counted: Sequence[Counted],
        examples: Sequence[Example],
        encoder: Name = "none",
    ) -> Embedded:
        """Train on labelled texts.

        Args:
            language: BCP-47 tag.
            counted: statistics of each half of the threads; none for single utterances.
            examples: with both labels, in a fixed order.
            encoder: sentence encoder for both sides of a pair.

        Raises:
            MissingEncoderError: the encoder is not installed.
        """
        from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - takes a second to load

        texts = [example.texts for example in examples]
        sides = Sides.of(texts)
        encoder = encoder if counted else "none"
        features = Features(language, counted, encoder, _centres(sides, encoder))
        parts = [*_parts(texts, np.array([example.half for example in examples]))]
        signs = np.concatenate([features.signs(part, half) for _, part, half in parts])
        signs = signs[np.argsort(np.concatenate([places for places, _, _ in parts]))]
        means, scales = signs.mean(axis=0), signs.std(axis=0)
        scales[scales < _ALIKE] = 1.0
        columns = hstack([csr_matrix((signs - means) / scales), ngrams(sides)]).tocsr()
        weights = evened(examples) if counted else None
        # liblinear's Newton steps use no random numbers and one core.
        regression = LogisticRegression(
            C=_REGULARISATION, class_weight="balanced", solver="liblinear", tol=1e-8, max_iter=1_000
        ).fit(columns, np.array([example.bad for example in examples]), weights)
        return cls(
            features=features,
            means=means.astype(np.float32).astype(np.float64),
            scales=scales.astype(np.float32).astype(np.float64),
            weights=half_precision(regression.coef_[0]),
            intercept=round(float(regression.intercept_[0]), DECIMALS),
        )

    def odds(self, texts: Sequence[Texts], halves: Sequence[int] | None = None) -> Floats:
        """The log-odds that each is bad; for texts of neither half the mean over both."""
        if halves is None and self.features.counted:
            both: Floats = np.mean([self.odds(texts, [half] * len(texts)) for half in (0, 1)], axis=0)
            return both
        of = np.zeros(len(texts), np.int64) if halves is None else np.array(halves, np.int64)
        odds = np.full(len(texts), self.intercept)
        own, of_ngrams = np.split(self.weights, [len(self.means)])
        for places, sides, half in _parts(texts, of):
            signs = (self.features.signs(sides, half) - self.means) / self.scales
            odds[places] += (signs * own).sum(axis=1) + weighed_ngrams(sides, of_ngrams)
        return odds

    def save(self, folder: Path) -> None:
        """Save as arrays of numbers."""
        arrays: dict[str, Any] = {
            "means": self.means.astype(np.float32),
            "scales": self.scales.astype(np.float32),
            "weights": self.weights.astype(np.float16),
            "intercept": np.array(self.intercept),
            "encoder": np.array(self.features.encoder),
            "centres": self.features.centres.astype(np.float32),
        }
        for half, (known, fluency) in enumerate(self.features.counted):
            arrays[f"words_{half}"] = known.numbers
            for name in ("weights", "posts", "responses"):
                arrays[f"word_{name}_{half}"] = getattr(known, name).astype(np.float16)
            arrays |= {f"fluency_{name}_{half}": array for name, array in fluency.arrays().items()}
        model_files.save(folder, arrays)

    @classmethod
    def load(cls, folder: Path, language: str) -> Embedded:
        """Load without running anything in the file.

        Raises:
            ModelError: the file is missing or not a model.
        """
        with model_files.load(folder, "embedded backend") as arrays:
            halves = [half for half in (0, 1) if f"words_{half}" in arrays]
            counted = [_counted(arrays, half) for half in halves]
            encoder = cast("Name", str(arrays["encoder"]))
            features = Features(language, counted, encoder, arrays["centres"].astype(np.float64))
            numbers = {name: arrays[name].astype(np.float64) for name in ("means", "scales", "weights")}
            return cls(features, **numbers, intercept=float(arrays["intercept"]))


def _counted(arrays: Any, half: int) -> Counted:
    values = [arrays[f"word_{name}_{half}"].astype(np.float64) for name in ("weights", "posts", "responses")]
    fluency = Fluency.of({name: arrays[f"fluency_{name}_{half}"] for name in TABLES})
    return Counted(Association(arrays[f"words_{half}"], *values), fluency)


def _parts(
    texts: Sequence[Texts], halves: npt.NDArray[np.int64]
) -> Iterator[tuple[npt.NDArray[np.int64], Sides, int]]:
    """The texts of each half of the threads, a few thousand at once: their indices, themselves, the half."""
    for half in distinct(halves).tolist():
        places = np.flatnonzero(halves == half)
        for start in range(0, len(places), _AT_ONCE):
            some = places[start : start + _AT_ONCE]
            yield some, Sides.of([texts[place] for place in some.tolist()]), half


def _vectors(texts: Sides, encoder: Name) -> list[Floats]:
    """Posts and responses as vectors; nothing without an encoder."""
    model = encoders.encoder(encoder)
    vectors = model.encode(texts.utterances).astype(np.float64) if model else None
    return [] if vectors is None else [vectors[side] for side in texts.sides]


def _centres(texts: Sides, encoder: Name) -> Floats:
    """Mean vectors of posts and of responses: what all have in common does not show how they fit."""
    means = [side.mean(axis=0) for side in _vectors(texts, encoder)]
    return np.array(means).astype(np.float32).astype(np.float64)


def _fitting(texts: Sides, encoder: Name, centres: Floats) -> Floats | None:
    """The cosine of post and response after subtracting their centres, to three decimals."""
    sides = [side - centre for side, centre in zip(_vectors(texts, encoder), centres, strict=True)]
    if not sides:
        return None
    post, response = sides
    lengths = np.linalg.norm(post, axis=1) * np.linalg.norm(response, axis=1)
    cosines: Floats = (np.einsum("ij,ij->i", post, response) / (lengths + 1e-9)).round(3)
    return cosines
