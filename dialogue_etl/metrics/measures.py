"""Metric values of each response; NaN where a response has none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.metrics import bleu, distributions, embedding
from dialogue_etl.metrics.definition import BLEU, DIVERGENCES, ENTROPIES, OLD_BLEU
from dialogue_etl.metrics.rouge import rouge_l

if TYPE_CHECKING:
    from dialogue_etl.labels.encoder import Encoder
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
    """

    values: dict[str, Matrix]
    weights: dict[str, Matrix]


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

    def of(self, chunk: Chunk) -> Iterator[Measured]:
        """The metrics of each system's responses."""
        source = self._sentences(chunk.source)
        targets = [found for one in chunk.targets if (found := self._sentences(one))]
        for system, responses in enumerate(chunk.responses):
            values = {"length": responses.lengths.astype(float), **self._by_words(system, chunk, responses)}
            if said := self._sentences(responses):
                values |= self._similarities(said, source, targets)
            if chunk.targets:
                matches = bleu.matches(responses, chunk.targets)
                values |= zip(BLEU, bleu.sentences(matches, self._definition.smoothing), strict=True)
                values |= zip(OLD_BLEU, bleu.sentences(matches, bleu.NLTK_3_4), strict=True)
                values["rouge-l"] = rouge_l(responses, chunk.targets)
            weights: dict[str, Matrix] = {}
            if self._model:
                values["bigram-perplexity"] = self._model.information(responses)
                weights["bigram-perplexity"] = responses.lengths.astype(float)
            if given := chunk.probabilities[system]:
                logs, tokens = given
                values["perplexity"], weights["perplexity"] = -logs, tokens
            yield Measured(values, weights)

    def _by_words(self, system: int, chunk: Chunk, responses: Lines) -> dict[str, Matrix]:
        numbers = self._inputs.numbers
        found: dict[str, Matrix] = {}
        if self._information:
            known = responses._replace(words=numbers[responses.words])
            found |= zip(ENTROPIES, distributions.entropies(known, self._information), strict=True)
        if chunk.targets:
            scores = self._divergences[system]
            both = distributions.divergences(chunk.targets[0], numbers, self._inputs.known, scores)
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
        self, said: _Sentences, source: _Sentences | None, targets: Sequence[_Sentences]
    ) -> dict[str, Matrix]:
        """Of several targets to the most similar one."""
        every = [self._to_target(said, target) for target in targets]
        found = {name: np.fmax.reduce([one[name] for one in every]) for name in (every[0] if every else ())}
        if source and self._weights is not None:
            found["coherence"] = embedding.cosines(source.average, said.average)
        return found

    def _to_target(self, said: _Sentences, target: _Sentences) -> dict[str, Matrix]:
        found = {}
        if self._weights is not None:
            found["embedding-average"] = embedding.cosines(target.average, said.average)
        found["embedding-extrema"] = embedding.cosines(said.extrema, target.extrema)
        negative = self._definition.negative
        found["embedding-greedy"] = embedding.greedy(target.lines, said.lines, *self._unit, negative=negative)
        if said.texts is not None and target.texts is not None:
            found["sentence-similarity"] = embedding.cosines(said.texts, target.texts)
        return found
