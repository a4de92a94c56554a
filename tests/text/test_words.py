from collections import Counter

import pytest

from dialogue_etl.text.words import count_words, vocabulary_words, word_counts


@pytest.mark.parametrize(
    ("text", "words"), [("", 0), (" \n ", 0), ("one", 1), ("one,two", 1), ("  a\nb\tc  d ", 4), ("—", 1)]
)
def test_words_are_parted_by_white_space(text, words):
    assert count_words(text) == words


def test_word_counts_keep_punctuation_and_case():
    assert word_counts("No, no no, No,") == Counter({"No,": 2, "no": 1, "no,": 1})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("No, NO!", ["no", "no"]),
        ("Don’t don't", ["don’t", "don't"]),
        ("a lodging-house--his", ["a", "lodging-house", "his"]),
        ("‘Twas _wet_", ["twas", "wet"]),
        ("Őrült űr", ["őrült", "űr"]),
        ("… — !", []),
        ("1990-ben", ["1990-ben"]),
    ],
)
def test_vocabulary_words_are_lower_case_without_punctuation(text, words):
    assert vocabulary_words(text) == words
