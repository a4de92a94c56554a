"""All metrics of the responses of one or several systems to one test set."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dialogue_etl.metrics import by_models, corpus_level, estimates, words
from dialogue_etl.metrics.definition import METRICS
from dialogue_etl.metrics.estimates import Tally
from dialogue_etl.metrics.inputs import Files, Inputs
from dialogue_etl.metrics.measures import Measured, Measures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.labels.encoder import Encoder
    from dialogue_etl.metrics.definition import Definition
    from dialogue_etl.metrics.estimates import Difference, Interval
    from dialogue_etl.metrics.vectors import Matrix
    from dialogue_etl.metrics.words import Counts

PERPLEXITIES = frozenset(("bigram-perplexity", "perplexity"))


@dataclass(frozen=True)
class Score:
    """A metric of a system.

    Attributes:
        value: the mean, or a single value for all responses.
        deviation: of single responses; 0 for a single value.
        half_interval: t standard errors.
        number: of responses with a value.
        bootstrap: interval by the bootstrap; None for a single value.
        signature: of sacreBLEU and of models, which says how it was computed.
    """

    value: float
    deviation: float = 0.0
    half_interval: float = 0.0
    number: int = 1
    bootstrap: Interval | None = None
    signature: str = ""


@dataclass
class System:
    """A system's responses, and the totals over them.

    Attributes:
        path: of the file.
        lines: responses evaluated.
        scores: by metric.
        differences: from the first system, by metric.
    """

    path: Path
    lines: int = 0
    scores: dict[str, Score] = field(default_factory=dict)
    differences: dict[str, Difference] = field(default_factory=dict)
    tallies: dict[str, Tally] = field(default_factory=dict)
    against: dict[str, Tally] = field(default_factory=dict)

    def add(self, start: int, measured: Measured) -> None:
        """Add responses."""
        self.lines = max(self.lines, start + len(next(iter(measured.values.values()))))
        for name, values in measured.values.items():
            self.tallies.setdefault(name, Tally()).add(values, start, measured.weights.get(name))

    def compare(self, start: int, measured: Measured, first: Measured) -> None:
        """Add pairs of this system's responses and the first one's."""
        for name in (measured.values.keys() & first.values.keys()) - PERPLEXITIES:
            self.against.setdefault(name, Tally()).add(measured.values[name] - first.values[name], start)


def evaluate(
    files: Files,
    definition: Definition,
    *,
    encoder: Encoder | None = None,
    models: by_models.Models = by_models.NO_MODELS,
    resamples: int = 1_000,
    seed: int = 0,
) -> list[System]:
    """Read all files, and evaluate each system.

    Args:
        files: to read.
        definition: of the metrics.
        encoder: of sentences, for `sentence-similarity`; without a file of vectors also of words.
        models: for BERTScore and MAUVE.
        resamples: of the bootstrap; 0 for none.
        seed: of the bootstrap, and of MAUVE.

    Raises:
        DialogueEtlError: a file is missing or invalid, or a model or its extra is missing.
    """
    inputs = Inputs(files, encoder)
    measures = Measures(inputs, definition, encoder)
    systems = [System(path) for path in files.responses]
    for chunk in inputs.chunks():
        found = list(measures.of(chunk))
        for system, measured in zip(systems, found, strict=True):
            system.add(chunk.start, measured)
            if system is not systems[0]:
                system.compare(chunk.start, measured, found[0])
    references = [words.texts(path) for path in files.targets]
    signature = _add_bert_score(systems, references, models) if models.bert and references else ""
    for system, counts in zip(systems, inputs.counts, strict=True):
        distinct = counts if definition.unknown == "each" else counts.mapped(inputs.numbers)
        _conclude(system, distinct, definition.t, resamples, seed)
        if references:
            _add_corpus(system, references, files)
        if "bertscore" in system.scores:
            system.scores["bertscore"] = replace(system.scores["bertscore"], signature=signature)
        if models.mauve and references:
            value, how = by_models.mauve(models, words.texts(system.path), references[0], seed)
            system.scores["mauve"] = Score(value, signature=how)
        if files.train or files.vocabulary:
            system.scores["ead-1"] = Score(_expected(distinct, int(np.count_nonzero(inputs.known))))
        system.scores = {name: system.scores[name] for name in METRICS if name in system.scores}
        if system is not systems[0]:
            _test(system, systems[0], resamples, seed)
    return systems


def _add_bert_score(
    systems: Sequence[System], references: Sequence[Sequence[str]], models: by_models.Models
) -> str:
    said = [words.texts(system.path) for system in systems]
    found, signature = by_models.bert_score(models, said, references)
    first, *others = [Measured({"bertscore": values}, {}) for values in found]
    systems[0].add(0, first)
    for system, measured in zip(systems[1:], others, strict=True):
        system.add(0, measured)
        system.compare(0, measured, first)
    return signature


def _conclude(system: System, counts: Counts, t: float, resamples: int, seed: int) -> None:
    """The scores of a system."""
    found = {
        f"distinct-{order}": Score(np.count_nonzero(times) / max(int(times.sum()), 1))
        for order, times in enumerate((counts.words, counts.times), 1)
    }
    drawn = estimates.resampled(system.tallies, system.lines, number=resamples, seed=seed)
    for name, tally in system.tallies.items():
        if tally.number:
            found[name] = _score(tally, name in PERPLEXITIES, t, drawn.get(name))
    system.scores = found


def _add_corpus(system: System, references: Sequence[Sequence[str]], files: Files) -> None:
    said = words.texts(system.path)
    how: dict[str, Any] = {"lower_case": files.lower_case, "language": files.language}
    for name, score in corpus_level.scores(said, references, spell=files.spell, **how).items():
        system.scores[name] = Score(score.value, signature=score.signature)


def _expected(counts: Counts, vocabulary: int) -> float:
    """Different words as a share of those expected if words were drawn evenly from the vocabulary.

    Expectation-adjusted distinct (Liu et al. 2022): unlike `distinct-1` it does not fall with the length.
    """
    said, different = int(counts.words.sum()), int(np.count_nonzero(counts.words))
    return different / (vocabulary * -math.expm1(said * math.log1p(-1 / max(vocabulary, 2))) or 1)


def _score(tally: Tally, perplexity: bool, t: float, drawn: Matrix | None) -> Score:
    interval = None if drawn is None else estimates.interval(np.exp(drawn) if perplexity else drawn)
    if perplexity:
        return Score(math.exp(tally.ratio), number=tally.number, bootstrap=interval)
    return Score(tally.mean, tally.deviation, tally.half_interval(t), tally.number, interval)


def _test(system: System, first: System, resamples: int, seed: int) -> None:
    """The differences from the first system."""
    drawn = estimates.resampled(system.against, system.lines, number=resamples, seed=seed)
    for name in (name for name in system.against if name in system.scores and name in first.scores):
        one, other = system.scores[name], first.scores[name]
        apart = abs(one.value - other.value) > one.half_interval + other.half_interval
        if found := estimates.difference(system.against[name], drawn.get(name), apart=apart):
            system.differences[name] = found
