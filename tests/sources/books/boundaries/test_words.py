import pytest

from dialogue_etl.sources.books.boundaries.words import WORDS, edge_words
from tests.conftest import ends_soon


def narration(words):
    return " ".join(["word"] * words)


@pytest.mark.parametrize(("words", "enough"), [(2 * WORDS - 1, False), (2 * WORDS, True), (5_000, True)])
def test_both_ends_have_the_same_number_of_words_or_none(words, enough):
    assert (edge_words(narration(words)) is not None) is enough


def test_the_length_of_the_narration_does_not_show():
    assert edge_words(narration(2 * WORDS)) == edge_words(narration(50_000)) == ["<word", ">word"]


def test_words_are_marked_by_side_and_by_paragraph_and_names_are_left_out():
    found = edge_words(f" said Ann. Then she\n\nWhen {narration(2 * WORDS)} came to Ben")
    assert {"<said", "<then", "<she", "<^when", ">came", ">to"} <= set(found)
    assert not {word for word in found if word[1:].lower() in {"ann", "ben"}}


@pytest.mark.parametrize("text", ["", " ", "\n" * 9, "1234 5678", "“”", "\u202e…", "漢字" * 400])
def test_odd_narration_has_no_words_or_some(text):
    found = edge_words(text)
    assert found is None or found == sorted(set(found))


@ends_soon
def test_a_long_line_of_blanks_takes_no_time():
    edge_words("\n" + " " * 20_000_000 + "x")
