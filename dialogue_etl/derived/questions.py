"""Neighbouring turns of a dataset as questions and answers, drawn at random, their words apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from dialogue_etl.core.split_files import Files, batches, columns_of
from dialogue_etl.formats.dialogue import NORMALISED
from dialogue_etl.formats.lccc import spaced
from dialogue_etl.metrics.words import Numbers
from dialogue_etl.text.normalise import normaliser

_WITHOUT_BLANKS = {"ja", "th", "zh"}


def number_of_pairs(files: Files) -> int:
    """How many pairs of neighbouring turns a split has."""
    lengths = (
        np.maximum(batch.column("turns").value_lengths().to_numpy() - 1, 0)
        for batch in batches(files, ["turns.list.element.speaker"])
    )
    return int(sum(one.sum() for one in lengths))


def drawn(files: Files, most: int, random: np.random.Generator) -> list[tuple[str, str]]:
    """Pairs of a split, at most so many, in their order.

    Args:
        files: of the split, as `package` writes it.
        most: of them.
        random: what they are drawn by.
    """
    there = number_of_pairs(files)
    wanted = np.arange(there) if there <= most else np.sort(random.choice(there, most, replace=False))
    return list(_chosen(files, wanted))


def _chosen(files: Files, wanted: Numbers) -> Iterator[tuple[str, str]]:
    normalised = NORMALISED.name in columns_of(files)
    column = NORMALISED.name if normalised else "turns.list.element.text"
    passed = 0
    for batch in batches(files, ["language", column]):
        languages = batch.column("language").to_pylist()
        said = batch.column(1).to_pylist()
        for language, turns in zip(languages, said, strict=True):
            pairs = max(len(turns) - 1, 0)
            first, last = np.searchsorted(wanted, (passed, passed + pairs))
            if first < last:
                apart = str if normalised else words_apart(language)
                texts = turns if normalised else [turn["text"] for turn in turns]
                for place in wanted[first:last] - passed:
                    yield apart(texts[place]), apart(texts[place + 1])
            passed += pairs


def words_apart(language: str) -> Callable[[str], str]:
    """What puts blanks between words: the rules of the language, or one between all characters."""
    if language.partition("-")[0] in _WITHOUT_BLANKS:
        return spaced
    if language not in _KNOWN:
        _KNOWN[language] = normaliser(language, profile="training")
    return _KNOWN[language]


_KNOWN: dict[str, Callable[[str], str]] = {}
