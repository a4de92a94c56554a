import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.filters.matching import Matcher, lowered, without


def found(terms, text, language="en", *, whole_words=False, **rest):
    matcher = Matcher(terms, language, whole_words=whole_words, **rest)
    return [text[hit.start : hit.end] for hit in matcher.find(text)]


def test_the_longest_of_those_that_begin_first():
    assert found(["ab", "abcd", "bc", "cde"], "xabcdex") == ["abcd"]
    assert found(["ab", "bc", "cd"], "abcd") == ["ab", "cd"]


def test_substrings_are_found_inside_words_and_whole_words_are_not():
    assert found(["ass"], "a classic ass") == ["ass", "ass"]
    assert found(["ass"], "a classic ass", whole_words=True) == ["ass"]
    assert found(["link in bio"], "see link in bio!", whole_words=True) == ["link in bio"]
    assert found(["link in bio"], "link in biology", whole_words=True) == []


def test_chinese_words_are_those_of_jieba():
    assert found(["京大"], "北京大学", "zh") == ["京大"]
    assert found(["京大"], "北京大学", "zh", whole_words=True) == []
    assert found(["大学"], "他上大学了", "zh", whole_words=True) == ["大学"]


def test_a_short_word_is_found_where_a_longer_term_is_none():
    assert found(["no", "no go"], "no gold", whole_words=True) == ["no"]


@pytest.mark.parametrize("whole_words", [True, False])
def test_blanks_do_not_hide_a_chinese_term(whole_words):
    assert found(["加微信"], "来 加 微\u3000信 吧", "zh", whole_words=whole_words) == ["加 微\u3000信"]
    assert found(["加 微信"], "加微信", "zh", whole_words=whole_words) == ["加微信"]


def test_blanks_count_elsewhere():
    assert found(["pen"], "p e n") == []


def test_case_counts_where_it_is_to():
    assert found(["Will"], "WILL will Will") == ["WILL", "will", "Will"]
    assert found(["Will"], "WILL will Will", ignore_case=False) == ["Will"]


def test_letters_that_grow_in_lower_case_move_nothing():
    assert found(["bad"], "İİİ BAD") == ["BAD"]


def test_placeholders_hold_no_term():
    assert found(["email", "name"], "<EMAIL> is my email, <NAME12>") == ["email"]


def test_no_terms_find_nothing():
    assert found([], "anything") == []


def test_what_is_left_without_the_terms():
    text = "a bad b worse c"
    assert without(text, Matcher(["bad", "worse"], "en", whole_words=True).find(text)) == "a b c"


LETTERS = st.text("abc ", min_size=1, max_size=3).filter(str.strip)


@given(st.lists(LETTERS, max_size=6, unique=True), st.text("abc ", max_size=20))
def test_something_is_found_just_where_a_term_is_in_the_text(terms, text):
    assert bool(found(terms, text)) == any(term in text for term in terms)


@given(st.text())
def test_lower_case_is_as_long(text):
    assert len(lowered(text)) == len(text)
