import numpy as np
import pytest

from dialogue_etl.labels.classifiers.association import Association
from dialogue_etl.labels.classifiers.features import ngrams, opener, pair_signs, utterance_signs
from tests.labels.test_association import POSTS, RESPONSES


def test_pairs_that_share_words_are_told_from_others():
    known = Association.learn(POSTS, RESPONSES)
    signs = pair_signs([("rain today", "more rain"), ("rain today", "a spoon")], known)
    assert signs.shape == (2, 12)
    assert (signs[0, :7] >= signs[1, :7]).all()
    assert signs[0, 3] > 0
    assert not signs[1, :7].any()


def test_odd_texts_have_signs():
    for known in (Association.learn(POSTS, RESPONSES), Association.learn([], [])):
        assert np.isfinite(pair_signs([("", ""), ("rain" * 1_000, "🌧"), ("\x00", "\u202e")], known)).all()
    assert np.isfinite(utterance_signs([("",), (" " * 5_000_000,)], "zh")).all()


def test_signs_of_an_utterance_are_its_length_reference_and_question():
    signs = utterance_signs([("他走了吗？",), ("今天下雨",)], "zh")
    assert signs[0].tolist() == [np.log1p(5), 1, 1]
    assert signs[1].tolist() == [np.log1p(4), 0, 0]
    assert utterance_signs([("But why?",)], "xx")[0, 1] == 0
    assert opener("sw") is None


@pytest.mark.parametrize(
    ("language", "text", "refers"),
    [
        *(("en", "But why?", True), ("en", "“She did", True), ("zh-Hant-TW", "那就好", True)),
        *(("en", "Butter is cheap", False), ("en", "Why but?", False), ("zh", "今天下雨", False)),
    ],
)
def test_what_refers_back_is_told(language, text, refers):
    assert bool(opener(language).match(text)) is refers


def test_ngrams_of_both_texts_are_apart():
    one, other = ngrams([("ab", "cd")]), ngrams([("cd", "ab")])
    assert one.shape == (1, 2**16)
    assert (one != other).nnz
