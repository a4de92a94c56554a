import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.filters.matching import Matcher, lowered, without


def found(terms, text, language="en", *, whole_words=False, **rest):
    matcher = Matcher(terms, language, whole_words=whole_words, **rest)
    return [text[hit.start : hit.end] for hit in matcher.find(text)]


@pytest.mark.parametrize(
    ("terms", "text", "expected"),
    [
        (["ab", "abcd", "bc", "cde"], "xabcdex", ["abcd"]),  # the longest of those that begin first
        (["ab", "bc", "cd"], "abcd", ["ab", "cd"]),
        (["ass"], "a classic ass", ["ass", "ass"]),
        (["pen"], "p e n", []),
        (["Will"], "WILL will Will", ["WILL", "will", "Will"]),
        (["bad"], "İİİ BAD", ["BAD"]),  # letters that grow in lower case move nothing
        (["email", "name"], "<EMAIL> is my email, <NAME12>", ["email"]),
        ([], "anything", []),
    ],
)
def test_terms_are_found(terms, text, expected):
    assert found(terms, text) == expected


@pytest.mark.parametrize(
    ("language", "terms", "text", "expected"),
    [
        ("en", ["ass"], "a classic ass", ["ass"]),
        ("en", ["link in bio"], "see link in bio!", ["link in bio"]),
        ("en", ["link in bio"], "link in biology", []),
        ("en", ["no", "no go"], "no gold", ["no"]),  # a short word where a longer term is none
        ("zh", ["京大"], "北京大学", []),
        ("zh", ["大学"], "他上大学了", ["大学"]),
    ],
)
def test_whole_words_are_found_in_chinese_those_of_jieba(language, terms, text, expected):
    assert found(terms, text, language, whole_words=True) == expected


@pytest.mark.parametrize("whole_words", [True, False])
def test_blanks_do_not_hide_a_chinese_term(whole_words):
    assert found(["加微信"], "来 加 微\u3000信 吧", "zh", whole_words=whole_words) == ["加 微\u3000信"]
    assert found(["加 微信"], "加微信", "zh", whole_words=whole_words) == ["加微信"]


def test_case_counts_where_it_is_to():
    assert found(["Will"], "WILL will Will", ignore_case=False) == ["Will"]


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
