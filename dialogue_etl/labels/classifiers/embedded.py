"""The embedded backend: a logistic regression over n-grams and signs, in one file without code.

Coefficients are kept in half precision: the last digits, where machines differ, are nobody's matter.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression

from dialogue_etl.labels import encoder as encoders
from dialogue_etl.labels.classifiers.association import Association, Floats
from dialogue_etl.labels.classifiers.calibration import DECIMALS
from dialogue_etl.labels.classifiers.classifier import ModelError
from dialogue_etl.labels.classifiers.features import ngrams, pair_signs, utterance_signs
from dialogue_etl.shards import write_atomic

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dialogue_etl.labels.classifiers.examples import Example, Texts
    from dialogue_etl.labels.encoder import Name

FILE = "model.npz"
_REGULARISATION = 0.1  # C of sklearn: of 0.01, 0.1 and 1 the best on LCCC dialogues
_AT_ONCE = 5_000


@dataclass(frozen=True)
class Embedded:
    """A trained classifier.

    Attributes:
        language: BCP-47 tag.
        association: of words of posts and responses; None for single utterances.
        means: of the signs, over what it was trained on.
        scales: their standard deviations.
        encoder: whose vectors tell how a response fits.
        centres: of posts and of responses among them; without rows where there is no encoder.
        weights: a coefficient for each sign, then for each n-gram column.
        intercept: of the regression.
    """

    language: str
    association: Association | None
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
        association: Association | None,
        examples: Sequence[Example],
        encoder: Name = "none",
    ) -> Embedded:
        """Train on labelled texts.

        Args:
            language: BCP-47 tag.
            association: word statistics of adjacent pairs, none of which may be among the examples, or a
                pair would be told by having been counted; None for single utterances.
            examples: of both labels, in a fixed order.
            encoder: of both sides of a pair.

        Raises:
            MissingEncoderError: the encoder is not installed.
        """
        texts = [example.texts for example in examples]
        encoder = encoder if association else "none"
        centres = _centres(texts, encoder)
        signs = _signs(texts, association, language, encoder, centres)
        means, scales = signs.mean(axis=0), signs.std(axis=0)
        scales[scales == 0] = 1.0
        columns = hstack([csr_matrix((signs - means) / scales), ngrams(texts)]).tocsr()
        # liblinear's Newton steps draw nothing and run on one core.
        regression = LogisticRegression(
            C=_REGULARISATION, class_weight="balanced", solver="liblinear", tol=1e-8, max_iter=1_000
        ).fit(columns, np.array([example.bad for example in examples]))
        weights = regression.coef_[0].astype(np.float16).astype(np.float64)
        return cls(
            language=language,
            association=association,
            encoder=encoder,
            centres=centres,
            means=means.astype(np.float32).astype(np.float64),
            scales=scales.astype(np.float32).astype(np.float64),
            weights=weights,
            intercept=round(float(regression.intercept_[0]), DECIMALS),
        )

    def odds(self, texts: Sequence[Texts]) -> Floats:
        """The log-odds that each is bad."""
        parts = [self._odds(texts[start : start + _AT_ONCE]) for start in range(0, len(texts), _AT_ONCE)]
        return np.concatenate([np.zeros(0), *parts])

    def _odds(self, texts: Sequence[Texts]) -> Floats:
        signs = _signs(texts, self.association, self.language, self.encoder, self.centres)
        signs = (signs - self.means) / self.scales
        count = len(self.means)
        odds: Floats = (signs * self.weights[:count]).sum(axis=1) + ngrams(texts) @ self.weights[count:]
        return odds + self.intercept

    def save(self, folder: Path) -> None:
        """Write it: arrays of numbers, and the words as UTF-8."""
        arrays: dict[str, Any] = {
            "means": self.means.astype(np.float32),
            "scales": self.scales.astype(np.float32),
            "weights": self.weights.astype(np.float16),
            "intercept": np.array(self.intercept),
            "encoder": np.array(self.encoder),
            "centres": self.centres.astype(np.float32),
        }
        if known := self.association:
            arrays["words"] = np.frombuffer("\n".join(known.numbers).encode(), np.uint8)
            for name in ("weights", "posts", "responses"):
                arrays[f"word_{name}"] = getattr(known, name).astype(np.float16)
        data = io.BytesIO()
        np.savez(data, **arrays)
        write_atomic(folder / FILE, data.getvalue())

    @classmethod
    def load(cls, folder: Path, language: str) -> Embedded:
        """Read it; nothing in the file is run.

        Raises:
            ModelError: there is no such file, or it is something else.
        """
        path = folder / FILE
        try:
            with np.load(path, allow_pickle=False) as arrays:
                association = _association(arrays) if "words" in arrays else None
                names = ("means", "scales", "weights", "centres")
                known: dict[str, Any] = {name: arrays[name].astype(np.float64) for name in names}
                known |= {"intercept": float(arrays["intercept"]), "encoder": str(arrays["encoder"])}
            return cls(language=language, association=association, **known)
        except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise ModelError(f"{path}: no model of the embedded backend") from error


def _association(arrays: Any) -> Association:
    words = arrays["words"].tobytes().decode()
    numbers = {word: number for number, word in enumerate(words.split("\n") if words else [])}
    values = [arrays[f"word_{name}"].astype(np.float64) for name in ("weights", "posts", "responses")]
    return Association(numbers, *values)


def _signs(
    texts: Sequence[Texts],
    association: Association | None,
    language: str,
    encoder: Name,
    centres: Floats,
) -> Floats:
    if association is None:
        return utterance_signs(texts, language)
    return pair_signs(texts, association, language, _fitting(texts, encoder, centres))


def _vectors(texts: Sequence[Texts], encoder: Name) -> list[Floats]:
    """Posts and responses as vectors; nothing without an encoder."""
    model = encoders.encoder(encoder)
    sides = zip(*texts, strict=True) if model else ()
    return [model.encode(side).astype(np.float64) for side in sides] if model else []


def _centres(texts: Sequence[Texts], encoder: Name) -> Floats:
    """What all posts, and all responses, have in common: it says nothing of how they fit."""
    means = [side.mean(axis=0) for side in _vectors(texts, encoder)]
    return np.array(means).astype(np.float32).astype(np.float64)


def _fitting(texts: Sequence[Texts], encoder: Name, centres: Floats) -> Floats | None:
    """The cosine of post and response, each less its centre, to three decimals."""
    sides = [side - centre for side, centre in zip(_vectors(texts, encoder), centres, strict=True)]
    if not sides:
        return None
    post, response = sides
    lengths = np.linalg.norm(post, axis=1) * np.linalg.norm(response, axis=1)
    cosines: Floats = (np.einsum("ij,ij->i", post, response) / (lengths + 1e-9)).round(3)
    return cosines
