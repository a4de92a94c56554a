import re

from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text.words import any_of, count_words_of_utterance


@given(st.lists(st.text(st.sampled_from("abc.é'"), min_size=1, max_size=4)), st.text("abc.é'", max_size=5))
def test_it_matches_the_words_and_nothing_else(words, other):
    pattern = re.compile(any_of(words))
    assert all(pattern.fullmatch(word) for word in words)
    assert bool(pattern.fullmatch(other)) == (other in words)


def test_the_longest_word_is_taken():
    assert re.match(any_of(["dit", "disait", "di"]), "disait-il").group() == "disait"


@given(st.text(alphabet="ab \n—"))
def test_words_of_an_utterance_are_separated_by_blanks(text):
    assert count_words_of_utterance(" ".join(text.split())) == len(text.split())
