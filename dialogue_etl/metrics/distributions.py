"""Entropy of responses, divergence from references, and perplexity, from counts of words and bigrams."""

from typing import NamedTuple

import numpy as np

from dialogue_etl.metrics.vectors import Matrix
from dialogue_etl.metrics.words import Counts, Flags, Lines, Numbers, bigrams, split

_DISCOUNT = 0.75  # of absolute discounting: Ney, Essen & Kneser 1994


class Table(NamedTuple):
    """A value for each of some sorted bigrams; NaN for others."""

    bigrams: Numbers
    values: Matrix

    def of(self, asked: Numbers) -> Matrix:
        """The values of bigrams."""
        if not len(self.bigrams):
            return np.full(len(asked), np.nan)
        place = np.minimum(np.searchsorted(self.bigrams, asked), len(self.bigrams) - 1)
        return np.where(self.bigrams[place] == asked, self.values[place], np.nan)


class Scores(NamedTuple):
    """Values by word number, and by bigram; NaN for unknown ones."""

    words: Matrix
    bigrams: Table


def sums(values: Matrix, rows: Numbers, number: int) -> tuple[Matrix, Numbers]:
    """The sum of each row's values without NaN (NaN if all are), and their number."""
    some = ~np.isnan(values)
    times = np.bincount(rows[some], minlength=number)
    return np.where(times > 0, np.bincount(rows[some], values[some], number), np.nan), times


def information(counts: Counts, *, conditional: bool) -> Scores:
    """The information of words and bigrams in bits, from their frequency in the training text.

    Args:
        counts: of that text.
        conditional: for bigrams, of the second word given the first instead of both.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        of_words = -np.log2(np.where(counts.words > 0, counts.words, np.nan) / counts.words.sum())
    whole = counts.times.sum() * np.ones(len(counts.times))
    if conditional:
        first, _ = split(counts.bigrams)
        whole = np.bincount(first, counts.times)[first]
    return Scores(of_words, Table(counts.bigrams, -np.log2(counts.times / whole)))


def entropies(responses: Lines, scores: Scores) -> tuple[Matrix, Matrix, Matrix, Matrix]:
    """Entropy per word and per utterance, of words and bigrams, named by `ENTROPIES` (Serban et al. 2017).

    Words and bigrams that are not in the training text are ignored.
    """
    number, rows = len(responses.lengths), responses.rows
    within = responses.follows
    found = scores.bigrams.of(bigrams(responses.words)[within])
    of_words, words = sums(scores.words[responses.words], rows, number)
    of_bigrams, pairs = sums(found, rows[1:][within], number)
    return of_words / np.maximum(words, 1), of_bigrams / np.maximum(pairs, 1), of_words, of_bigrams


def divergence(responses: Counts, references: Counts) -> Scores:
    """log2 of the ratio of the probabilities of words and bigrams in references and in responses.

    Probabilities are over the words and bigrams that both have (as in dialog-eval).
    """
    shared = (responses.words > 0) & (references.words > 0)
    given, said = (_shares(np.where(shared, side.words, np.nan)) for side in (references, responses))
    of_words = np.log2(given / said)
    both = np.intersect1d(responses.bigrams, references.bigrams, assume_unique=True)
    said, given = (_shares(side.of_bigrams(both).astype(float)) for side in (responses, references))
    return Scores(of_words, Table(both, np.log2(given / said)))


def _shares(counts: Matrix) -> Matrix:
    found: Matrix = counts / max(float(np.nansum(counts)), 1)
    return found


def divergences(references: Lines, numbers: Numbers, known: Flags, scores: Scores) -> tuple[Matrix, Matrix]:
    """The mean of that over the words and bigrams of each reference (Csáky et al. 2019).

    As in the released code, words outside the vocabulary and bigrams that begin with one are ignored, though
    a bigram may end with one.

    Args:
        references: with the numbers of words as they are.
        numbers: of words, where those outside of the vocabulary are one.
        known: whether a word is in the vocabulary.
        scores: as `divergence` gives them.
    """
    number, rows, words = len(references.lengths), references.rows, references.words
    nothing = np.full(len(words), np.nan)
    within = references.follows
    of_words = np.where(known[words], scores.words[numbers[words]], nothing)
    pairs = scores.bigrams.of(bigrams(numbers[words])[within])
    of_bigrams = np.where(known[words[:-1][within]], pairs, np.nan)
    found = sums(of_words, rows, number), sums(of_bigrams, rows[1:][within], number)
    (of_words, several), (of_pairs, bigram_number) = found
    return of_words / np.maximum(several, 1), of_pairs / np.maximum(bigram_number, 1)


class BigramModel:
    """A bigram model of the training text, interpolated Kneser-Ney with a fixed discount.

    Its perplexity is not that of the papers, which is the answering model's: it measures how similar the
    responses are to the training text. The first word of a response is scored without context; one that is
    not in the training text counts as `<unk>`.
    """

    def __init__(self, counts: Counts) -> None:
        first, second = split(counts.bigrams)
        size = len(counts.words)
        self.numbers = np.where(counts.words > 0, np.arange(size), 0)
        after = np.bincount(first, counts.times, size)
        different = np.bincount(first, minlength=size)
        # How many words it follows; one more for each word, so that nothing is impossible.
        known = np.count_nonzero(counts.words[1:]) + 1
        self._alone = (np.bincount(second, minlength=size) + 1) / (len(second) + known)
        self._rest = np.where(after > 0, _DISCOUNT * different / np.maximum(after, 1), 1.0)
        self._pairs = Table(counts.bigrams, (counts.times - _DISCOUNT) / after[first])

    def after(self, first: Numbers, second: Numbers) -> Matrix:
        """The probability of each second word given the first."""
        found = np.nan_to_num(self._pairs.of((first << 32) | second))
        mixed: Matrix = found + self._rest[first] * self._alone[second]
        return mixed

    def information(self, responses: Lines) -> Matrix:
        """-ln of the probability of each response."""
        words, lengths = self.numbers[responses.words], responses.lengths
        own = -np.log(self._alone[words])
        within = responses.follows
        own[1:][within] = -np.log(self.after(words[:-1][within], words[1:][within]))
        found: Matrix = np.bincount(responses.rows, own, len(lengths)).astype(float)
        return found
