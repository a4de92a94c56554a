"""What classifiers of the embedded backend see of a pair and of an utterance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.feature_extraction.text import HashingVectorizer

from dialogue_etl.sources.threads.classify.references import opener
from dialogue_etl.sources.threads.classify.units import LONGEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.sources.threads.classify.association import Association, Floats
    from dialogue_etl.sources.threads.classify.examples import Texts

_NGRAMS = HashingVectorizer(
    analyzer="char", ngram_range=(1, 3), n_features=2**15, alternate_sign=False, norm="l2"
)
_END, _START = "\x03", "\x02"


def pair_signs(pairs: Sequence[Texts], association: Association) -> Floats:
    """A row of 12 for each pair: shared words by weight and number, lengths, how well the words go together.

    A response takes up words of its post; on LCCC dialogues that alone tells most mismatched ones.
    """
    posts, responses = [post for post, _ in pairs], [response for _, response in pairs]
    post, response = association.has(posts), association.has(responses)
    shared = post.multiply(response).tocsr()
    weight = shared @ association.weights
    of_post, of_response = post @ association.weights + 1, response @ association.weights + 1
    doubles = np.array([float(len(word) > 1) for word in association.numbers])
    long_post, long_response = _lengths(posts), _lengths(responses)
    columns = [
        np.log1p(weight),
        np.log1p(shared @ (association.weights * doubles)),
        np.log1p(shared.getnnz(axis=1)),
        _heaviest(shared, association.weights),
        weight / of_response,
        weight / of_post,
        weight / np.sqrt(of_post * of_response),
        long_post,
        long_response,
        np.abs(long_post - long_response),
        *_going_together(post @ association.posts, response @ association.responses),
    ]
    return np.column_stack(columns)


def utterance_signs(texts: Sequence[Texts], language: str) -> Floats:
    """A row of 3 for each utterance: its length, whether it refers back, whether it asks."""
    refers = opener(language)
    said = [text for (text,) in texts]
    return np.column_stack(
        [
            _lengths(said),
            np.array([float(bool(refers and refers.match(text))) for text in said]),
            np.array([float(text.rstrip().endswith(("?", "？"))) for text in said]),
        ]
    )


def ngrams(texts: Sequence[Texts]) -> csr_matrix:
    """Hashed character n-grams of one to three, with marks at both ends; the columns of each text in turn."""
    sides = [
        _NGRAMS.transform([f"{_START}{text[:LONGEST]}{_END}" for text in side])
        for side in zip(*texts, strict=True)
    ]
    return hstack(sides).tocsr()


def _lengths(texts: Sequence[str]) -> Floats:
    return np.log1p(np.array([len(text) for text in texts], np.float64))


def _heaviest(shared: csr_matrix, weights: Floats) -> Floats:
    """The weight of the rarest word that both have."""
    if not shared.shape[1]:
        return np.zeros(shared.shape[0])
    return np.asarray(shared.multiply(weights).tocsr().max(axis=1).todense()).ravel()


def _going_together(post: Floats, response: Floats) -> tuple[Floats, Floats]:
    """The angle between a post and a response, and their product."""
    product = np.einsum("ij,ij->i", post, response)
    lengths = np.einsum("ij,ij->i", post, post) * np.einsum("ij,ij->i", response, response)
    return product / np.sqrt(lengths + 1e-9), product
