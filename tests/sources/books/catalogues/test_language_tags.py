import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.catalogues.language_tags import is_in, language_tag


@pytest.mark.parametrize(
    ("code", "tag"),
    [
        ("en", "en"),
        ("eng", "en"),
        ("ENG", "en"),
        ("ger", "de"),
        ("deu", "de"),
        ("hun", "hu"),
        ("gla", "gd"),
        ("enm", "enm"),
        ("ang", "ang"),
        ("pt-br", "pt-BR"),
        *((tag, tag) for tag in LANGUAGES),  # ours are called by their tags
        *((text, text) for text in ("", "English", "en, de", "x" * 500, "\n")),  # no tags
    ],
)
def test_codes_of_three_letters_become_the_tag_there_is(code, tag):
    assert language_tag(code) == tag


@given(st.text(max_size=12))
def test_a_tag_stays_what_it_is(code):
    assert language_tag(language_tag(code)) == language_tag(code)


def test_a_regional_variety_is_the_language_but_another_tag_with_its_letters_is_not():
    assert is_in(("fr", "pt-BR"), "pt")
    assert not is_in(("pt", "enm"), "en")
    assert not is_in(("pt",), "pt-BR")
    assert not is_in((), "en")
