import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text.points import (
    Kinds,
    bounds_of_runs,
    has_odd_space,
    one_of,
    places_of,
    points_of,
    string_of,
)


@given(st.text(st.sampled_from("«ab 𝔞é")), st.sampled_from("«é𝔞"))
def test_a_character_is_found_wherever_it_stands(text, character):
    text += "z" * 5_000 * len(text[9:])  # rare or not
    found = places_of(text, points_of(text), character)
    assert found.tolist() == [place for place, one in enumerate(text) if one == character]
    assert found.dtype == np.int64


@given(st.text())
def test_a_text_is_its_code_points(text):
    assert points_of(text).tolist() == [ord(character) for character in text]
    assert string_of(points_of(text)) == text


def test_code_points_are_as_small_as_the_characters_allow():
    assert [points_of(text).itemsize for text in ("", "a", "é", "ÿ", "—", "é𝔞")] == [1, 1, 1, 1, 2, 4]


@given(st.lists(st.text(st.sampled_from("aB é—𝔞")), max_size=4))
def test_kinds_are_told_of_texts_of_any_width(texts):
    is_upper = Kinds(str.isupper)
    for text in texts:
        assert is_upper(points_of(text)).tolist() == [character.isupper() for character in text]


def test_one_of_some_characters_is_told():
    assert one_of(points_of("aAb—"), "a—").tolist() == [True, False, False, True]


@given(st.lists(st.booleans()))
def test_runs_are_bounded(begins):
    parted = np.array(begins[1:], np.bool_)
    bounds = [number for number, begun in enumerate(begins) if begun or not number]
    assert bounds_of_runs(len(begins), parted).tolist() == [*bounds, len(begins)]


def told_odd(text):
    return has_odd_space(text, points_of(text), text.count("\n"))


@given(st.text(st.sampled_from("a \n\t\x00\x1f\x85\xa0\u2009—é𝔞")))
def test_odd_white_space_is_told(text):
    assert told_odd(text) == any(one < " " or one.isspace() for one in text if one not in " \n")


def test_all_white_space_is_known():
    spaces = [one for one in map(chr, range(0x110000)) if one.isspace() and one not in " \n"]
    assert all(told_odd(f"a{one}b") for one in spaces)
