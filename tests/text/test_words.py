import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text.words import any_of, count_words, count_words_of_utterance, holds_any, initial_of


@pytest.mark.parametrize(
    ("text", "words"), [("", 0), (" \n ", 0), ("one", 1), ("one,two", 1), ("  a\nb\tc  d ", 4), ("—", 1)]
)
def test_words_are_parted_by_white_space(text, words):
    assert count_words(text) == words


@given(st.text(alphabet="ab \n—"))
def test_words_of_an_utterance_are_counted_without_taking_it_apart(text):
    said = " ".join(text.split())
    assert count_words_of_utterance(said) == count_words(said)


@given(st.text())
def test_words_are_what_white_space_parts(text):
    assert count_words(text) == len(text.split())


@pytest.mark.parametrize(
    "text",
    [" ", "a ", "a\x1cb", "a\xa0b", "a\u3000b 𝔞", "a\x00b", "a\tb\x01", "a b\x85c", "“a\u2003b”", "\n\n"],
)
def test_any_white_space_parts_words(text):
    assert count_words(text) == len(text.split())


@pytest.mark.parametrize(
    ("pieces", "words", "holds"),
    [
        ([], ["act"], []),
        (["A letter"], [], [False]),
        (["", "ACT I", "in fact", "ac", "t"], ["act"], [False, True, True, False, False]),
        (["letter, letter", "", "note"], ["letter", "note"], [True, False, True]),
        (["İİ", "part"], ["part"], [False, True]),
    ],
)
def test_pieces_that_hold_a_word_are_told(pieces, words, holds):
    assert holds_any(pieces, words).tolist() == holds


@given(st.lists(st.text("abAİΣσ\n ")), st.sets(st.text("abiσς", min_size=1, max_size=2)))
def test_all_together_say_what_each_piece_says(pieces, words):
    assert holds_any(pieces, words).tolist() == [
        any(word in piece.lower() for word in words) for piece in pieces
    ]


@given(st.lists(st.text(st.sampled_from("abc.é'"), min_size=1, max_size=4)), st.text("abc.é'", max_size=5))
def test_it_matches_the_words_and_nothing_else(words, other):
    pattern = re.compile(any_of(words))
    assert all(pattern.fullmatch(word) for word in words)
    assert bool(pattern.fullmatch(other)) == (other in words)


def test_the_longest_word_is_taken():
    assert re.match(any_of(["dit", "disait", "di"]), "disait-il").group() == "disait"


def test_the_order_of_the_words_does_not_matter():
    assert any_of(["b", "a", "ab"]) == any_of(["ab", "b", "a", "a"])


@pytest.mark.parametrize("text", ["", "a"])
def test_no_words_match_nothing(text):
    assert not re.search(any_of([]), text)


WORDS = st.lists(st.text(st.sampled_from("abcé'"), min_size=1, max_size=3), max_size=4)


@pytest.mark.parametrize("before", [r"\b", r"(?<=[^\W\d_])"])
@given(words=WORDS, text=st.text(st.sampled_from("abcé' \n!ſ𝒳"), max_size=12))
def test_the_initial_is_where_the_word_itself_is_found(words, text, before):
    expected = [found.start() for found in re.finditer(rf"(?={before}{any_of(words)}\b)", text)]
    assert [found.start() for found in re.finditer(initial_of(words, before), text)] == expected


@given(WORDS, st.text(st.sampled_from("ab' \n!?"), max_size=12))
def test_a_sign_is_found_wherever_it_stands(words, text):
    expected = [found.start() for found in re.finditer(rf"(?=\b{any_of(words)}\b|[!?])", text)]
    assert [found.start() for found in re.finditer(initial_of(words, signs="!?"), text)] == expected
