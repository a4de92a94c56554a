import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text.word_search import holds_any


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
