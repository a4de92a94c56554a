"""Metric values of each response; NaN where a response has none."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.metrics import bleu, distributions, embedding
from dialogue_etl.metrics.definition import BLEU, DIVERGENCES, ENTROPIES

if TYPE_CHECKING:
    from dialogue_etl.labels.encoder import Encoder
    from dialogue_etl.metrics.bleu import Matches
    from dialogue_etl.metrics.definition import Definition
    from dialogue_etl.metrics.inputs import Chunk, Inputs
    from dialogue_etl.metrics.vectors import Matrix
    from dialogue_etl.metrics.words import Flags, Lines

_FREQUENCY = 0.001  # a of a / (a + p): dialog-eval


class Measured(NamedTuple):
    """Values of some responses.

    Attributes:
        values: by metric.
        weights: denominators of metrics that are not averaged over responses.
        matches: for corpus BLEU; None without targets.
    """

    values: dict[str, Matrix]
    weights: dict[str, Matrix]
    matches: Matches | None


class _Sentences(NamedTuple):
    """Utterances by their vectors.

    Attributes:
        lines: numbers of their words.
        average: direction of the weighted mean.
        extrema: of each dimension.
        texts: vectors of whole utterances from the encoder.
    """

    lines: Lines
    average: Matrix
    extrema: Matrix
    texts: Matrix | None


class Measures:
    """What is computed once per test, and with it the metrics of responses.

    Args:
        inputs: of the test.
        definition: of the metrics.
        encoder: of sentences.
    """

    def __init__(self, inputs: Inputs, definition: Definition, encoder: Encoder | None) -> None:
        self._inputs, self._definition, self._encoder = inputs, definition, encoder
        self._names = list(inputs.numbering) if encoder else []
        conditional = definition.bigrams == "conditional"
        train, targets = inputs.train, inputs.targets
        self._information = distributions.information(train, conditional=conditional) if train else None
        self._model = distributions.BigramModel(train) if train else None
        self._divergences = []
        if targets:
            given, said = (
                targets.mapped(inputs.numbers),
                (one.mapped(inputs.numbers) for one in inputs.counts),
            )
            self._divergences = [distributions.divergence(one, given) for one in said]

    def of(self, chunk: Chunk) -> Iterator[Measured | None]:
        """The metrics of each system's responses; None for a system that has no more."""
        source = self._sentences(chunk.source)
        target = self._sentences(chunk.target)
        for system, responses in enumerate(chunk.responses):
            if responses is None:
                yield None
                continue
            number = len(responses.lengths)
            values = {"length": responses.lengths.astype(float), **self._by_words(system, chunk, responses)}
            said = self._sentences(responses)
            if said:
                values |= self._similarities(said, _first(source, number), _first(target, number))
            matches = bleu.matches(responses, chunk.target.first(number)) if chunk.target else None
            if matches:
                values |= zip(BLEU, bleu.sentences(matches, self._definition.smoothing), strict=True)
            weights: dict[str, Matrix] = {}
            if self._model:
                values["bigram-perplexity"] = self._model.information(responses)
                weights["bigram-perplexity"] = responses.lengths.astype(float)
            if given := chunk.probabilities[system]:
                logs, tokens = (part[:number] for part in given)
                values["perplexity"], weights["perplexity"] = -logs, tokens
            yield Measured(values, weights, matches)

    def _by_words(self, system: int, chunk: Chunk, responses: Lines) -> dict[str, Matrix]:
        numbers = self._inputs.numbers
        found: dict[str, Matrix] = {}
        if self._information:
            known = responses._replace(words=numbers[responses.words])
            found |= zip(ENTROPIES, distributions.entropies(known, self._information), strict=True)
        if chunk.target:
            target = chunk.target.first(len(responses.lengths))
            scores = self._divergences[system]
            both = distributions.divergences(target, numbers, self._inputs.known, scores)
            found |= zip(DIVERGENCES, both, strict=True)
        return found

    @cached_property
    def _unit(self) -> tuple[Matrix, Flags]:
        """Unit vectors, and whether a word has one."""
        assert self._inputs.vectors  # noqa: S101 - asked for with vectors alone
        rows = self._inputs.vectors.rows
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return rows / np.where(lengths > 0, lengths, 1), lengths[:, 0] > 0

    @cached_property
    def _weights(self) -> Matrix | None:
        """Weights of words in averages; None if the definition needs a training text that is not given."""
        if self._definition.average == "plain":
            return np.ones(len(self._inputs.numbers))
        if self._inputs.train is None:
            return None
        counts = self._inputs.train.words
        shares = (counts / max(counts.sum(), 1))[self._inputs.numbers]
        weights: Matrix = _FREQUENCY / (_FREQUENCY + shares)
        return weights

    def _sentences(self, lines: Lines | None) -> _Sentences | None:
        if lines is None or self._inputs.vectors is None:
            return None
        rows, weights = self._inputs.vectors.rows, self._weights
        weights = np.ones(len(rows)) if weights is None else weights
        texts = None
        if self._encoder:
            said = np.split(lines.words, np.cumsum(lines.lengths)[:-1])
            spelled = [" ".join(self._names[word] for word in one) for one in said]
            texts = self._encoder.encode(spelled).astype(float)
        return _Sentences(lines, *embedding.summed_up(lines, rows, weights), texts)

    def _similarities(
        self, said: _Sentences, source: _Sentences | None, target: _Sentences | None
    ) -> dict[str, Matrix]:
        found = {}
        if source and self._weights is not None:
            found["coherence"] = embedding.cosines(source.average, said.average)
        if target is None:
            return found
        if self._weights is not None:
            found["embedding-average"] = embedding.cosines(target.average, said.average)
        found["embedding-extrema"] = embedding.cosines(said.extrema, target.extrema)
        negative = self._definition.negative
        found["embedding-greedy"] = embedding.greedy(target.lines, said.lines, *self._unit, negative=negative)
        if said.texts is not None and target.texts is not None:
            found["sentence-similarity"] = embedding.cosines(said.texts, target.texts)
        return found


def _first(sentences: _Sentences | None, number: int) -> _Sentences | None:
    if sentences is None:
        return None
    lines, average, extrema, texts = sentences
    some = None if texts is None else texts[:number]
    return _Sentences(lines.first(number), average[:number], extrema[:number], some)
