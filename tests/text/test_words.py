import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text.words import count_words, count_words_of_utterance, count_words_of_utterances


@pytest.mark.parametrize(
    ("text", "words"), [("", 0), (" \n ", 0), ("one", 1), ("one,two", 1), ("  a\nb\tc  d ", 4), ("—", 1)]
)
def test_words_are_parted_by_white_space(text, words):
    assert count_words(text) == words


@given(st.text(alphabet="ab \n—"))
def test_words_of_an_utterance_are_counted_without_taking_it_apart(text):
    said = " ".join(text.split())
    assert count_words_of_utterance(said) == count_words(said)


@given(st.lists(st.text(alphabet="ab \n—𝔞", min_size=1).map(lambda text: " ".join(text.split())).filter(len)))
def test_words_of_many_utterances_are_those_of_each(said):
    assert count_words_of_utterances(said) == [count_words(one) for one in said]


@given(st.text())
def test_words_are_what_white_space_parts(text):
    assert count_words(text) == len(text.split())


@pytest.mark.parametrize(
    "text",
    [" ", "a ", "a\x1cb", "a\xa0b", "a\u3000b 𝔞", "a\x00b", "a\tb\x01", "a b\x85c", "“a\u2003b”", "\n\n"],
)
def test_any_white_space_parts_words(text):
    assert count_words(text) == len(text.split())
