import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text import word_hashes
from dialogue_etl.text.word_hashes import count_words, vocabulary_words, white_space_words

TEXTS = st.text(alphabet="abcÉő'’-_ \n\t\xa0\u2003—.\x1f😀", max_size=60)
WORD = re.compile(r"[^\W_]+(?:['’‘-][^\W_]+)*")


def how_often(numbers):
    return sorted(Counter(numbers.tolist()).values())


@pytest.fixture(params=[1 << 16, 7])
def block(request, monkeypatch):
    """Blocks of the real size and tiny ones, shorter than a text but longer than its words."""
    monkeypatch.setattr(word_hashes, "_BLOCK", request.param)


@given(TEXTS)
def test_words_are_separated_by_white_space(text):
    assert how_often(white_space_words(text)) == sorted(Counter(text.split()).values())
    assert count_words(text.replace("\u2003", "\xa0")) == len(text.split())


@given(st.lists(TEXTS.map(lambda text: " ".join(text.split())), max_size=5))
def test_vocabulary_words_are_lower_case_without_punctuation(texts):
    numbers, lengths = vocabulary_words(texts)
    expected = [WORD.findall(text.lower()) for text in texts]
    assert lengths.tolist() == [len(words) for words in expected]
    assert how_often(numbers) == sorted(Counter(word for words in expected for word in words).values())


def test_texts_longer_than_a_block_give_the_same_words(block):
    text = "one two three four five six seven\neight nine ten " * 3
    assert white_space_words(text).tolist() == [white_space_words(word)[0] for word in text.split()]
    numbers, lengths = vocabulary_words(["one two", "three", "", "four five six"])
    assert lengths.tolist() == [2, 1, 0, 3]
    assert numbers.tolist() == white_space_words("one two three four five six").tolist()


def test_the_number_of_a_word_never_changes_between_versions():
    assert white_space_words("the Őrült").tolist() == [17357140401427252685, 16942756993587562309]


@given(st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 99), max_size=50, unique=True), st.data())
def test_among_finds_numbers_and_their_index(table, data):
    table = np.array(sorted(table), np.uint64)
    sought = st.integers(0, 2**64 - 1) | (st.sampled_from(table.tolist()) if len(table) else st.just(7))
    numbers = np.array(data.draw(st.lists(sought, max_size=20)), np.uint64)
    inside, places = word_hashes.among(numbers, table)
    assert inside.tolist() == np.isin(numbers, table).tolist()
    assert table[places[inside]].tolist() == numbers[inside].tolist()
