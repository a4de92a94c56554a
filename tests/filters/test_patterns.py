import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.filters.patterns import narrowed, replaced

LETTERS = re.compile("[a-z]+")


@pytest.mark.parametrize(
    ("text", "narrow"),
    [
        ("ＡｂＺ０９", "AbZ09"),
        ("ａ＠ｂ．ｃｎ／＿－＋％＝＆＃～", "a@b.cn/_-+%=&#~"),
        ("　", " "),
        ("好，的：（吗）？！", "好，的：（吗）？！"),
        ("plain", "plain"),
    ],
)
def test_letters_digits_and_signs_are_read_as_ascii_but_not_punctuation(text, narrow):
    assert narrowed(text) == narrow


@given(st.text(st.characters(min_codepoint=0xFF00, max_codepoint=0xFFEF) | st.characters()))
def test_each_character_stands_where_it_stood(text):
    narrow = narrowed(text)
    assert len(narrow) == len(text)
    for before, after in zip(text, narrow, strict=True):
        assert after in {before, unicodedata.normalize("NFKC", before)}


@given(st.text("abＡｂ好，", max_size=20))
def test_what_is_not_found_stays_as_it_was(text):
    first, left = replaced(LETTERS, lambda _: "<>", text)
    assert left.replace("<>", "") == re.sub("[abｂ]", "", text)
    assert first == (found[0] if (found := re.search("[abｂ]+", text)) else "")


def test_a_group_may_go_and_a_match_may_stay():
    numbers = re.compile("q(?P<number>[0-9]+)")
    assert replaced(numbers, lambda found: "#", "ｑ１和Q2和q3", "number") == ("ｑ１", "ｑ#和Q2和q#")
    keep = replaced(numbers, lambda found: None if found["number"] == "1" else "#", "ｑ１q3", "number")
    assert keep == ("q3", "ｑ１q#")
