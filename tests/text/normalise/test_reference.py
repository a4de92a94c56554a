"""The original's cleaning, by what is known of it: no text of its own is here to compare with."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dialogue_etl.core.parameters.model import REFERENCE_LANGUAGES as LANGUAGES
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.text.normalise.reference import Cleaning

CLEANING = {language: Cleaning(language) for language in LANGUAGES}
TEXTS = st.lists(
    st.one_of(
        st.sampled_from([*"abs1 .?!'\",:;-()`’“»—é", "''", " ' ", "can't", "mr.", "..."]), st.text(max_size=2)
    ),
    max_size=14,
).map("".join)


@pytest.mark.parametrize(
    ("language", "before", "after"),
    [
        ("en", "Don't go, Mr. Brown!", "do n't go , mr . brown !"),
        ("en", "Don’t—never; (no)", "dontnever no"),  # curly apostrophe, dash, semicolon and brackets vanish
        ("en", 'He said "yes" to 3/4', "he said `` yes `` to 3/4"),
        ("en", "good-bye... café", "good - bye . . . cafe"),
        ("en", "' Tis so", "' tis so"),  # joined, then parted again; NLTK before 3.10 has 't is
        ("en", "rock ' n ' roll", "rock'n'roll"),
        ("en", "a ''b. ''c", "a `` b . '' c"),  # a quotation opens, but not where a sentence begins
        ("en", "¿—;", "<PLACEHOLDER>"),
        ("en", "", "<PLACEHOLDER>"),
        ("nl", "Ik heb één idee; foto’s", "ik heb een idee fotos"),
        ("de", "Groß-Berlin, schön!", "groß-berlin , scho\u0308n !"),
        ("es", "¿Qué? ¡No-sé!", "¿ que\u0301 ? ¡ no - se\u0301 !"),
        ("it", "C'è l’arte—sì", "c'e\u0300 l ’ arte — si\u0300"),
        ("hu", "Az út-e", "az u\u0301t - e"),
        ("pt", "Olá…", "ola\u0301 . . ."),
    ],
)
def test_a_line_becomes_what_the_original_makes_of_it(language, before, after):
    assert CLEANING[language](before) == after


@given(TEXTS, st.sampled_from(LANGUAGES))
@settings(deadline=None)
def test_the_sentences_matter_only_where_two_apostrophes_are(text, language):
    cleaning = CLEANING[language]
    line = cleaning.line(text)
    sentences = cleaning._sentences.tokenize(line)
    words = [word for sentence in sentences for word in cleaning._words.tokenize(sentence)]
    assert cleaning(text) == (" ".join(words) or "<PLACEHOLDER>")


@given(TEXTS, st.sampled_from(LANGUAGES))
@settings(deadline=None)
def test_every_mark_that_may_end_a_sentence_stands_alone(text, language):
    # What the model of Punkt knows is then never asked for: see the class.
    line = CLEANING[language].line(text)
    assert not re.search(r"[.?!](?! )|(?<! )[.?!]", line)


@pytest.mark.parametrize("language", ["en", "nl"])
@given(text=st.text(max_size=30))
def test_english_and_dutch_keep_only_plain_letters_figures_and_some_marks(language, text):
    assert re.fullmatch(r"""[a-z0-9 .,\-/:?!"']*""", CLEANING[language].line(text))


def test_a_language_the_original_does_not_know_is_named():
    with pytest.raises(DialogueEtlError, match=r"reference is for de, en, .* not fr; take training"):
        Cleaning("fr")
