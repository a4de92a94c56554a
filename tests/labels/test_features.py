import numpy as np
import pytest

from dialogue_etl.labels.classifiers.embedded import Counted
from dialogue_etl.labels.classifiers.features import Sides, opener, outside, pair_signs, utterance_signs
from tests.labels.test_association import POSTS, RESPONSES


def test_odd_texts_have_signs():
    for known in (Counted.learn(POSTS, RESPONSES), Counted.learn([], [])):
        odd = [("", ""), ("rain" * 1_000, "🌧"), ("\x00", "\u202e")]
        assert np.isfinite(pair_signs(Sides.of(odd), *known, "zh", np.zeros(3))).all()
    assert np.isfinite(utterance_signs(Sides.of([("",), (" " * 5_000_000,)]), "zh")).all()


def test_an_answer_points_outside_its_pair_by_words_its_post_has_not():
    pairs = [("假期要过了", "春节一过就回去"), ("春节要过了", "春节一过就回去"), ("下雨了", "带伞")]
    assert [outside(*pair, "zh") for pair in pairs] == [{"春节"}, set(), set()]
    assert outside("Where?", "Not today", "en") == {"today"}
    assert outside("Where?", "Not today", "fi") == set()


@pytest.mark.parametrize(
    ("language", "text", "refers"),
    [
        *(("en", "But why?", True), ("en", "“She did", True), ("zh-Hant-TW", "那就好", True)),
        *(("en", "Butter is cheap", False), ("en", "Why but?", False), ("zh", "今天下雨", False)),
    ],
)
def test_what_refers_back_is_told(language, text, refers):
    assert bool(opener(language).match(text)) is refers
