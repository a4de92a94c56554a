import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text.points import Kinds, bounds_of_runs, distinct, places_of, points_of


@given(st.text(st.sampled_from("«ab 𝔞é")), st.sampled_from("«é𝔞"))
def test_every_occurrence_of_a_character_is_found(text, character):
    found = places_of(text, points_of(text), character)
    assert found.tolist() == [place for place, one in enumerate(text) if one == character]
    assert found.dtype == np.int64


@given(st.text())
def test_a_text_is_its_code_points(text):
    assert points_of(text).tolist() == [ord(character) for character in text]


def test_code_points_are_as_small_as_the_characters_allow():
    assert [points_of(text).itemsize for text in ("", "a", "é", "ÿ", "—", "é𝔞")] == [1, 1, 1, 1, 2, 4]


@given(st.lists(st.text(st.sampled_from("aB é—𝔞")), max_size=4))
def test_kinds_for_code_points_of_any_width(texts):
    is_upper = Kinds(str.isupper)
    for text in texts:
        assert is_upper(points_of(text)).tolist() == [character.isupper() for character in text]


@given(st.lists(st.booleans()))
def test_runs_are_bounded(begins):
    parted = np.array(begins[1:], np.bool_)
    bounds = [number for number, begun in enumerate(begins) if begun or not number]
    assert bounds_of_runs(len(begins), parted).tolist() == [*bounds, len(begins)]


@given(st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 3), max_size=9))
def test_distinct_numbers(numbers):
    assert distinct(np.array(numbers, np.uint64)).tolist() == sorted(set(numbers))
