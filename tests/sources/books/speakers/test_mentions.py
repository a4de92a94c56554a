import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.speakers.mentions import Mentions
from dialogue_etl.text.points import points_of
from dialogue_etl.text.spans import Spans

WORD = re.compile(r"\b[^\W\d_a-z][\w’'-]*")


def places(text, *names):
    found = Mentions.of(text, points_of(text), names).among(np.arange(1), Spans.of([(0, len(text))]))
    return [place for *_, begun in found for place in begun]


def test_words_that_begin_as_a_name_does_are_found():
    assert places("Then Emma and Emily met the emperor.", "emma") == [5]


def test_all_letters_of_a_short_name_count_and_what_follows_does_not():
    assert places("Jo. Jo's, Joan, Jim", "jo") == [0, 4, 10]


def test_a_name_may_end_the_text():
    assert places("It is Jo", "jo") == [6]


@pytest.mark.parametrize("name", ["Élise", "Øyvind", "O’Brien", "İpek", "Maße"])
def test_a_name_has_letters_of_any_kind(name):
    assert 2 in places(f"— {name}!", name.lower())


def test_stretches_with_a_name_are_told_from_others():
    text = "Emma sat. He went. So did Emma"
    found = Mentions.of(text, points_of(text), ["emma"])
    within = Spans.of([(0, 9), (10, 18), (19, 30), (0, 0)])
    assert list(found.among(np.arange(4), within)) == [(0, 0, 9, [0]), (2, 19, 30, [26])]


@given(st.text(alphabet="AaBbEÉéÆßİK ’-.'1", max_size=30))
def test_no_word_that_is_a_name_is_missed(text):
    words = [(word.start(), word.group().lower()) for word in WORD.finditer(text)]
    for place, word in words:
        assert place in places(text, word)


@given(
    st.text(alphabet="AaBbEé 😀", max_size=30),
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=5),
)
def test_stretches_may_be_empty_and_may_overlap(text, pairs):
    within = [(min(start, len(text)), min(end, len(text))) for start, end in pairs]
    found = Mentions.of(text, points_of(text), ["a", "eb"]).among(np.arange(len(within)), Spans.of(within))
    everywhere = places(text, "a", "eb")
    inside = [[place for place in everywhere if start <= place < end] for start, end in within]
    expected = [(number, *within[number], begun) for number, begun in enumerate(inside) if begun]
    assert list(found) == expected
