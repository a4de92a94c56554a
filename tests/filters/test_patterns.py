import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.filters.patterns import narrowed, replaced

LETTERS = re.compile("[a-z]+")


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
