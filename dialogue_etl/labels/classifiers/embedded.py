"""The embedded backend: a logistic regression over n-grams and features, in one file without code.

Coefficients are kept in half precision, without the last digits, in which machines differ.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, hstack

from dialogue_etl.labels import encoder as encoders
from dialogue_etl.labels.classifiers.association import Association, Floats
from dialogue_etl.labels.classifiers.calibration import DECIMALS
from dialogue_etl.labels.classifiers.classifier import ModelError
from dialogue_etl.labels.classifiers.examples import Example, Texts, evened
from dialogue_etl.labels.classifiers.features import (
    ngrams,
    pair_signs,
    utterance_signs,
    weighed_ngrams,
)
from dialogue_etl.labels.classifiers.fluency import TABLES, Fluency
from dialogue_etl.labels.encoder import Name
from dialogue_etl.shards import write_atomic
from dialogue_etl.text.points import distinct

FILE = "model.npz"
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
class Embedded:
    """A trained classifier.

    Attributes:
        language: BCP-47 tag.
        counted: word and character statistics of posts and responses for each half of the threads. A pair
            is scored with those of the other half, as its own would make it fit; none for single utterances.
        means: of the features, in training.
        scales: standard deviations of the features, in training.
        encoder: sentence encoder whose vectors show how well a response fits.
        centres: mean vectors of posts and of responses; without rows if there is no encoder.
        weights: a coefficient for each feature, then for each n-gram column.
        intercept: of the regression.
    """

    language: str
    counted: Sequence[Counted]
    encoder: Name
    centres: Floats
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
        encoder = encoder if counted else "none"
        centres = _centres(texts, encoder)
        halves = np.array([example.half for example in examples])
        signs = _signs(texts, halves, counted=counted, language=language, encoder=encoder, centres=centres)
        means, scales = signs.mean(axis=0), signs.std(axis=0)
        scales[scales < _ALIKE] = 1.0
        columns = hstack([csr_matrix((signs - means) / scales), ngrams(texts)]).tocsr()
        weights = evened(examples) if counted else None
        # liblinear's Newton steps use no random numbers and one core.
        regression = LogisticRegression(
            C=_REGULARISATION, class_weight="balanced", solver="liblinear", tol=1e-8, max_iter=1_000
        ).fit(columns, np.array([example.bad for example in examples]), weights)
        coefficients = regression.coef_[0].astype(np.float16).astype(np.float64)
        return cls(
            language=language,
            counted=counted,
            encoder=encoder,
            centres=centres,
            means=means.astype(np.float32).astype(np.float64),
            scales=scales.astype(np.float32).astype(np.float64),
            weights=coefficients,
            intercept=round(float(regression.intercept_[0]), DECIMALS),
        )

    def odds(self, texts: Sequence[Texts], halves: Sequence[int] | None = None) -> Floats:
        """The log-odds that each is bad; for texts of neither half the mean over both."""
        if halves is None and self.counted:
            both: Floats = np.mean([self.odds(texts, [half] * len(texts)) for half in (0, 1)], axis=0)
            return both
        of = np.zeros(len(texts), np.int64) if halves is None else np.array(halves, np.int64)
        starts = range(0, len(texts), _AT_ONCE)
        parts = [
            self._odds(texts[start : start + _AT_ONCE], of[start : start + _AT_ONCE]) for start in starts
        ]
        return np.concatenate([np.zeros(0), *parts])

    def _odds(self, texts: Sequence[Texts], halves: npt.NDArray[np.int64]) -> Floats:
        signs = _signs(
            texts,
            halves,
            counted=self.counted,
            language=self.language,
            encoder=self.encoder,
            centres=self.centres,
        )
        signs = (signs - self.means) / self.scales
        count = len(self.means)
        odds: Floats = (signs * self.weights[:count]).sum(axis=1) + weighed_ngrams(
            texts, self.weights[count:]
        )
        return odds + self.intercept

    def save(self, folder: Path) -> None:
        """Save as arrays of numbers."""
        arrays: dict[str, Any] = {
            "means": self.means.astype(np.float32),
            "scales": self.scales.astype(np.float32),
            "weights": self.weights.astype(np.float16),
            "intercept": np.array(self.intercept),
            "encoder": np.array(self.encoder),
            "centres": self.centres.astype(np.float32),
        }
        for half, (known, fluency) in enumerate(self.counted):
            arrays |= {f"words_{half}": known.numbers, f"word_long_{half}": known.long}
            for name in ("weights", "posts", "responses"):
                arrays[f"word_{name}_{half}"] = getattr(known, name).astype(np.float16)
            arrays |= {f"fluency_{name}_{half}": array for name, array in fluency.arrays().items()}
        data = io.BytesIO()
        np.savez(data, **arrays)
        write_atomic(folder / FILE, data.getvalue())

    @classmethod
    def load(cls, folder: Path, language: str) -> Embedded:
        """Load without running anything in the file.

        Raises:
            ModelError: the file is missing or not a model.
        """
        path = folder / FILE
        try:
            with np.load(path, allow_pickle=False) as arrays:
                halves = [half for half in (0, 1) if f"words_{half}" in arrays]
                counted = [_counted(arrays, half) for half in halves]
                names = ("means", "scales", "weights", "centres")
                known: dict[str, Any] = {name: arrays[name].astype(np.float64) for name in names}
                known |= {"intercept": float(arrays["intercept"]), "encoder": str(arrays["encoder"])}
            return cls(language=language, counted=counted, **known)
        except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise ModelError(f"{path}: not a model of the embedded backend") from error


def _counted(arrays: Any, half: int) -> Counted:
    values = [arrays[f"word_{name}_{half}"].astype(np.float64) for name in ("weights", "posts", "responses")]
    fluency = Fluency.of({name: arrays[f"fluency_{name}_{half}"] for name in TABLES})
    known = Association(arrays[f"words_{half}"], arrays[f"word_long_{half}"], *values)
    return Counted(known, fluency)


def _signs(
    texts: Sequence[Texts],
    halves: npt.NDArray[np.int64],
    *,
    counted: Sequence[Counted],
    language: str,
    encoder: Name,
    centres: Floats,
) -> Floats:
    """Features of pairs, each from the statistics of the half of the threads that it is not in."""
    if not counted:
        return utterance_signs(texts, language)
    parts, order = [], []
    for half in distinct(halves).tolist():
        places = np.flatnonzero(halves == half)
        own = [texts[place] for place in places.tolist()]
        other = counted[1 - half]
        fitting = _fitting(own, encoder, centres)
        parts.append(pair_signs(own, other.association, other.fluency, language, fitting))
        order.append(places)
    signs: Floats = np.concatenate(parts)[np.argsort(np.concatenate(order))]
    return signs


def _vectors(texts: Sequence[Texts], encoder: Name) -> list[Floats]:
    """Posts and responses as vectors; nothing without an encoder."""
    model = encoders.encoder(encoder)
    sides = zip(*texts, strict=True) if model else ()
    return [model.encode(side).astype(np.float64) for side in sides] if model else []


def _centres(texts: Sequence[Texts], encoder: Name) -> Floats:
    """Mean vectors of posts and of responses: what all have in common does not show how they fit."""
    means = [side.mean(axis=0) for side in _vectors(texts, encoder)]
    return np.array(means).astype(np.float32).astype(np.float64)


def _fitting(texts: Sequence[Texts], encoder: Name, centres: Floats) -> Floats | None:
    """The cosine of post and response after subtracting their centres, to three decimals."""
    sides = [side - centre for side, centre in zip(_vectors(texts, encoder), centres, strict=True)]
    if not sides:
        return None
    post, response = sides
    lengths = np.linalg.norm(post, axis=1) * np.linalg.norm(response, axis=1)
    cosines: Floats = (np.einsum("ij,ij->i", post, response) / (lengths + 1e-9)).round(3)
    return cosines
