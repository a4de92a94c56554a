"""Dashes of any glyph."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text.dashes import plain


@given(st.text())
def test_offsets_stay_and_a_second_pass_changes_nothing(text: str) -> None:
    made = plain(text)
    assert len(made) == len(text)
    assert plain(made) == made


@pytest.mark.parametrize("letter", [chr(code) for code in range(0x2010, 0x2016)] + list("⸺⸻﹘﹣－"))
def test_every_dash_is_one_of_three(letter: str) -> None:
    assert unicodedata.category(letter) == "Pd"
    assert plain(f"a{letter}b")[1] in "-–—"


def test_other_characters_stay() -> None:
    assert plain("e\u0301 ~ _ = 1/2 «a» “b”") == "e\u0301 ~ _ = 1/2 «a» “b”"
