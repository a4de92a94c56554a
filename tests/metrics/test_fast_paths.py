"""What is worked out for many responses at once is what libraries and loops give for each."""

import warnings
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

from dialogue_etl.metrics import bleu, embedding, estimates, words
from dialogue_etl.metrics.distributions import BigramModel
from dialogue_etl.metrics.estimates import Tally
from dialogue_etl.metrics.rouge import rouge_l

UTTERANCES = st.lists(st.lists(st.integers(1, 4), max_size=7), min_size=1, max_size=5)


def lines(said: list[list[int]]) -> words.Lines:
    flat = np.array([word for one in said for word in one], np.int64)
    return words.Lines(flat, np.array([len(one) for one in said], np.int64))


@settings(max_examples=60)
@given(st.lists(st.tuples(*[st.lists(st.integers(1, 4), max_size=7)] * 3), min_size=1, max_size=5))
def test_bleu_is_that_of_nltk(triples: list[tuple[list[int], list[int], list[int]]]) -> None:
    said, given_, more = map(list, zip(*triples, strict=True))
    found = bleu.matches(lines(said), [lines(given_), lines(more)])
    methods = SmoothingFunction()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of method 0, that there are no n-grams
        for method in range(5):
            by_order = bleu.sentences(found, method)
            smooth = getattr(methods, f"method{method}")
            for order, weights in enumerate(bleu.WEIGHTS):
                filled = weights + (0,) * (4 - len(weights))
                expected = [
                    sentence_bleu([two, *([three] if three else [])], one, filled, smooth)
                    for one, two, three in triples
                ]
                assert by_order[order] == pytest.approx(expected, abs=1e-12), method


@given(*[st.lists(st.integers(1, 4), max_size=9)] * 2)
def test_rouge_is_of_the_longest_common_subsequence(one: list[int], other: list[int]) -> None:
    longest = max(
        size
        for size in range(len(one) + 1)
        for some in combinations(one, size)
        if all(word in rest for rest in [iter(other)] for word in some)
    )
    (found,) = rouge_l(lines([one]), [lines([other])])
    assert found == pytest.approx(2 * longest / max(len(one) + len(other), 1))


@given(UTTERANCES)
def test_words_and_bigrams_are_counted_within_utterances(said: list[list[int]]) -> None:
    parts = [lines(said[:1]), lines(said[1:])] if said[1:] else [lines(said)]
    counts = words.count(parts)
    assert dict(enumerate(counts.words.tolist())) == {
        number: sum(one.count(number) for one in said) for number in range(len(counts.words))
    }
    first, second = words.split(counts.bigrams)
    found = dict(zip(zip(first.tolist(), second.tolist(), strict=True), counts.times.tolist(), strict=True))
    assert found == Counter(pair for one in said for pair in pairwise(one))
    one_word = counts.mapped(np.zeros(5, np.int64))
    assert one_word.times.sum() == counts.times.sum()
    assert len(one_word.bigrams) <= 1


def test_many_bigrams_are_counted_in_several_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_WAITING", 2)
    said = [[1, 2, 3], [2, 3, 1, 2], [3, 3, 3, 3], [1, 2]]
    several = words.count(lines([one]) for one in said)
    monkeypatch.undo()
    for one, other in zip(several, words.count([lines(said)]), strict=True):
        assert one.tolist() == other.tolist()


@given(UTTERANCES)
def test_sums_and_extrema_are_those_of_a_loop(said: list[list[int]]) -> None:
    rows = np.array([[0, 0, 0], [1, -2, 0.5], [-1, 2, 0], [0.5, 1, -0.5], [-3, 0, 0]])
    weights = np.array([1, 0.5, 0.25, 1, 2])
    sums, extrema = embedding.summed_up(lines(said), rows, weights)
    for row, one in enumerate(said):
        assert sums[row] == pytest.approx(sum((rows[word] * weights[word] for word in one), np.zeros(3)))
        expected = [max((rows[word][k] for word in one), key=abs, default=0) for k in range(3)]
        assert extrema[row].tolist() == expected


@given(UTTERANCES)
def test_what_may_follow_a_word_has_a_probability_of_one_in_all(said: list[list[int]]) -> None:
    numbered = words.count([lines([*said, [1]])]).mapped(np.arange(6))
    model = BigramModel(numbered)
    every = np.array([0, *np.flatnonzero(numbered.words)])
    for first in every:
        assert model.after(np.full(len(every), first), every).sum() == pytest.approx(1)


@given(st.lists(st.lists(st.floats(-100, 100) | st.just(float("nan")), max_size=6), max_size=5))
def test_moments_in_batches_are_those_of_all(batches: list[list[float]]) -> None:
    tally, start = Tally(), 0
    for batch in batches:
        tally.add(np.array(batch, float), start)
        start += len(batch)
    every = [one for batch in batches for one in batch if not np.isnan(one)]
    assert tally.number == len(every)
    if every:
        assert (tally.mean, tally.ratio) == pytest.approx((np.mean(every),) * 2, abs=1e-9)
        assert tally.deviation == pytest.approx(float(np.std(every)), abs=1e-6)


def test_a_resample_of_groups_is_one_of_responses_while_there_are_fewer() -> None:
    tally = Tally()
    tally.add(np.array([0.0, 1.0]), 0)
    drawn = estimates.resampled({"a": tally}, 2, number=400, seed=0)["a"]
    shares = {value: Fraction(count, 400) for value, count in Counter(drawn.tolist()).items()}
    assert shares.keys() == {0.0, 0.5, 1.0}
    assert 0.4 < shares[0.5] < 0.6
