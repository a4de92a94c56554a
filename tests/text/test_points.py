import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text.points import has_wide_space, places_of, points_of


@given(st.text(st.sampled_from("«ab 𝔞é")), st.sampled_from("«é𝔞"))
def test_a_character_is_found_wherever_it_stands(text, character):
    found = places_of(points_of(text), character)
    assert found.tolist() == [place for place, one in enumerate(text) if one == character]
    assert found.dtype == np.int64


@given(st.text())
def test_white_space_beyond_ascii_is_told(text):
    assert has_wide_space(points_of(text)) == any(one.isspace() and not one.isascii() for one in text)


def test_all_white_space_beyond_ascii_is_known():
    spaces = [one for one in map(chr, range(0x80, 0x110000)) if one.isspace()]
    assert all(has_wide_space(points_of(f"a{one}b")) for one in spaces)
