"""Repeated words: the fast test before words are cut finds the same as cutting every text."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dialogue_etl.filters.utterance import gibberish
from dialogue_etl.text.segmentation import words
from tests.filters.ready import judge

VALUES = st.fixed_dictionaries(
    {
        "repeated_words_distinct": st.sampled_from([0.0, 0.1, 0.25, 0.3, 0.33, 0.5, 0.6, 0.7, 1.0]),
        "repeated_words_top": st.sampled_from([0.0, 0.3, 0.5, 0.7, 0.75, 1.0]),
        "repeated_words_min": st.integers(1, 14),
    }
)
SAID = st.lists(
    st.sampled_from(["好", "的", "我们", "知道", "吗", "，", " ", "ok", "OK", "İ", "天气不错", "说"]),
    max_size=30,
)
FEW = st.integers(1, 5).flatmap(
    lambda kinds: st.lists(st.sampled_from(["a", "b", "c", "ab", "dd"][:kinds]), max_size=24)
)


def measured(said, repeated_words_distinct, repeated_words_top, repeated_words_min):
    """What is measured, by the rule's definition; None if the words are no noise."""
    counts = Counter(said)
    if len(said) < repeated_words_min:
        return None
    if len(counts) / len(said) <= repeated_words_distinct:
        return len(counts) / len(said)
    top = sum(number for _, number in counts.most_common(3)) / len(said)
    return top if len(counts) > 3 and top > repeated_words_top else None


def value(text, language, values):
    verdict = judge("repeated_words", language, **values)(text)
    return None if verdict is None else verdict.value


@settings(max_examples=200)
@given(SAID.map("".join), VALUES, st.sampled_from(["zh", "en"]))
def test_what_is_not_cut_into_words_repeats_none(text, values, language):
    assert value(text, language, values) == measured(words(text, language), **values)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(FEW, VALUES)
def test_nor_does_it_however_words_are_cut(monkeypatch, said, values):
    monkeypatch.setattr(gibberish, "words", lambda text, language: said)
    assert value("".join(said), "zh", values) == measured(said, **values)


@pytest.mark.parametrize(("text", "expected"), [("abc" * 4, 0.25), ("abc" * 3 + "abd", None)])
def test_three_words_four_times_each_are_just_a_quarter(monkeypatch, text, expected):
    values = {"repeated_words_distinct": 0.25, "repeated_words_top": 1.0, "repeated_words_min": 12}
    monkeypatch.setattr(gibberish, "words", lambda text, language: list(text))
    assert value(text, "zh", values) == expected
