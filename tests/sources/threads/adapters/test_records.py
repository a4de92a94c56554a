import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.threads.adapters.records import (
    checked,
    time_of,
    without_character_blanks,
    without_word_blanks,
)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("烟台 十一 哪 好玩", "烟台十一哪好玩"),
        ("去 New York 玩 ！", "去New York玩！"),
        ("plain English words", "plain English words"),
        ("𠀀 好", "𠀀好"),
        ("한국 사람", "한국 사람"),
        ("", ""),
    ],
)
def test_blanks_between_words(text, whole):
    assert without_word_blanks(text) == whole


@pytest.mark.parametrize(
    ("text", "whole"),
    [("你 好 ！", "你好！"), ("o k 好", "ok好"), ("你 好吗", "你 好吗"), ("好", "好"), ("a bc", "a bc")],
)
def test_blanks_between_characters(text, whole):
    assert without_character_blanks(text) == whole


@given(st.text())
def test_blanks_are_all_that_goes(text):
    assert without_word_blanks(text).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    ("value", "seconds"),
    [(5, 5), (5.9, 5), ("7", 7), ("7.5", 7), ("1970-01-02", 86_400), ("1970-01-01T01:00:00+01:00", 0)],
)
def test_times(value, seconds):
    assert time_of(value) == seconds


@pytest.mark.parametrize("text", ["a\0", "\ud800"])
def test_what_can_not_be_written_is_refused(text):
    with pytest.raises(ValueError, match="holds"):
        checked(text)
