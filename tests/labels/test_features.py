import numpy as np
import pytest

from dialogue_etl.labels.classifiers.association import Association
from dialogue_etl.labels.classifiers.features import opener, pair_signs, utterance_signs
from tests.labels.test_association import POSTS, RESPONSES


def test_odd_texts_have_signs():
    for known in (Association.learn(POSTS, RESPONSES), Association.learn([], [])):
        odd = [("", ""), ("rain" * 1_000, "🌧"), ("\x00", "\u202e")]
        assert np.isfinite(pair_signs(odd, known, "zh", np.zeros(3))).all()
    assert np.isfinite(utterance_signs([("",), (" " * 5_000_000,)], "zh")).all()


def test_an_answer_points_outside_its_pair_by_words_its_post_has_not():
    known = Association.learn([], [])
    pairs = [("假期要过了", "春节一过就回去"), ("春节要过了", "春节一过就回去"), ("下雨了", "带伞")]
    assert (pair_signs(pairs, known, "zh")[:, -1] > 0).tolist() == [True, False, False]
    assert (pair_signs([("Where?", "Not today")], known, "en")[:, -1] > 0).all()
    assert (pair_signs([("Where?", "Not today")], known, "fi")[:, -1] == 0).all()


@pytest.mark.parametrize(
    ("language", "text", "refers"),
    [
        *(("en", "But why?", True), ("en", "“She did", True), ("zh-Hant-TW", "那就好", True)),
        *(("en", "Butter is cheap", False), ("en", "Why but?", False), ("zh", "今天下雨", False)),
    ],
)
def test_what_refers_back_is_told(language, text, refers):
    assert bool(opener(language).match(text)) is refers
