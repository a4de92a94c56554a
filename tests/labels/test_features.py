import numpy as np
import pytest

from dialogue_etl.labels.classifiers.association import Association
from dialogue_etl.labels.classifiers.features import opener, pair_signs, utterance_signs
from tests.labels.test_association import POSTS, RESPONSES


def test_odd_texts_have_signs():
    for known in (Association.learn(POSTS, RESPONSES), Association.learn([], [])):
        assert np.isfinite(pair_signs([("", ""), ("rain" * 1_000, "🌧"), ("\x00", "\u202e")], known)).all()
    assert np.isfinite(utterance_signs([("",), (" " * 5_000_000,)], "zh")).all()


@pytest.mark.parametrize(
    ("language", "text", "refers"),
    [
        *(("en", "But why?", True), ("en", "“She did", True), ("zh-Hant-TW", "那就好", True)),
        *(("en", "Butter is cheap", False), ("en", "Why but?", False), ("zh", "今天下雨", False)),
    ],
)
def test_what_refers_back_is_told(language, text, refers):
    assert bool(opener(language).match(text)) is refers
