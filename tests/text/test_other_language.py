import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.other_language import in_other_language

FRENCH = {"je", "vous", "le", "la", "et", "que"}
ENGLISH = {"i", "you", "the", "and", "that", "of"}
BOOK = "Je vois que vous et la mer.\n\nI see that you and the sea of it.\n\nAh! Goddam!\n\nThe sea."


def test_a_paragraph_with_two_words_more_of_another_language_is_in_that():
    assert in_other_language(BookText.of(BOOK), FRENCH, [ENGLISH]).tolist() == [False, True, False, False]
    assert in_other_language(BookText.of(BOOK), ENGLISH, [FRENCH]).tolist() == [True, False, False, False]


def test_a_book_in_one_language_has_none():
    assert not in_other_language(BookText.of(BOOK), FRENCH, []).any()


@pytest.mark.parametrize(
    ("tag", "other", "text"),
    [
        ("fr", "en", "“Why do you say that to me?” she asked, and she looked at the others."),
        ("en", "fr", "— Pourquoi me dites-vous cela ? demanda-t-elle en regardant les autres."),
        ("es", "en", "“Why do you say that to me?” she asked, and she looked at the others."),
        ("en", "es", "—¿Por qué me dice usted eso? —preguntó ella, mirando al otro."),
    ],
)
def test_the_words_of_the_languages_tell_them_apart(tag, other, text):
    words = [language.function_words() for language in (LANGUAGES[tag], LANGUAGES[other])]
    assert in_other_language(BookText.of(text), words[0], words[1:]).all()
    assert not in_other_language(BookText.of(text), words[1], words[:1]).any()


@given(st.text(st.sampled_from("je the vous\n"), max_size=80))
def test_no_paragraph_is_in_each_of_two_other_languages(text):
    book = BookText.of(text)
    french, english = (in_other_language(book, *pair) for pair in ((FRENCH, [ENGLISH]), (ENGLISH, [FRENCH])))
    assert len(french) == len(book.paragraphs.starts)
    assert not (french & english).any()
