import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.reference.words import count_words


@given(st.text())
def test_words_are_what_white_space_parts(text):
    assert count_words(text) == len(text.split())


@pytest.mark.parametrize(
    "text", ["", " ", "a", " a", "a ", "a\x1cb", "a\xa0b", "a\u3000b 𝔞", "a\x00b", "\n\n"]
)
def test_edges(text):
    assert count_words(text) == len(text.split())
