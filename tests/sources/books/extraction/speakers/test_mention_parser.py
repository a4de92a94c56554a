import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES, NARRATOR
from dialogue_etl.sources.books.extraction.speakers.mention_parser import mention_at, tokens


def who(words, tag):
    """Who is named by what narration begins with."""
    return mention_at(tokens(words, LANGUAGES[tag]), 0, LANGUAGES[tag])


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("Mr. Harker said", (("harker",), "m", "Mr. Harker", False)),
        ("Mrs. Jane Harker, smiling", (("jane", "harker"), "f", "Mrs. Jane Harker", False)),
        ("Madam. She left", (("madam",), "f", "Madam", False)),
        ("Ellen. Then she", (("ellen",), "", "Ellen", False)),
        ("Ellen’s voice", (("ellen",), "", "Ellen’s", False)),
        ("the old woman with a stick", (("woman",), "f", "the old woman", True)),
        ("the other", ((), "", "the other", True)),
        ("the Hatter went on", (("hatter",), "", "the Hatter", False)),
        ("she", ((), "f", "she", True)),
        ("I answered", (("i",), NARRATOR, "I", False)),
    ],
)
def test_who_is_named(words, named):
    assert who(words, "en")[:4] == named


@pytest.mark.parametrize("words", ["", "softly he", "a man's", "the said", ", Ellen"])
def test_nobody_is_named(words):
    assert who(words, "en") is None


@pytest.mark.parametrize(
    ("tag", "words", "form"),
    [
        ("es", "don Telesforo contestó", "don Telesforo"),
        ("fr", "monsieur Dupont, en riant", "monsieur Dupont"),
    ],
)
def test_a_small_title_is_part_of_the_name(tag, words, form):
    assert who(words, tag).form == form


@pytest.mark.parametrize(
    ("tag", "words", "form"),
    [
        ("de", "der Kaufmann ernst und", "der Kaufmann"),
        ("de", "der alte Buddenbrook kichernd", "der alte Buddenbrook"),
        ("de", "der alte Herr Müller laut", "der alte Herr Müller"),
        ("de", "die schöne Frau Sie", "die schöne Frau"),
        ("de", "der andere laut", "der andere laut"),
        ("es", "el joven riendo.", "el joven"),
        ("es", "la niña dejando escapar", "la niña"),
        ("es", "el pobre hombre acercándose", "el pobre hombre"),
        ("es", "el mando supremo", "el mando supremo"),
        ("fr", "le premier ministre souriant", "le premier ministre"),
        ("fr", "le pauvre enfant", "le pauvre enfant"),
        ("it", "il conte sbarrando gli", "il conte"),
        ("pt", "o conego rindo muito", "o conego"),
        ("de", "der Dr. Müller.", "der Dr. Müller"),
        ("pt", "a S. Joanneira gritou", "a S. Joanneira"),
        ("nl", "de Graaf halfluid", "de Graaf"),
        ("nl", "de oude vriend", "de oude vriend"),
        ("sv", "den gamle leende", "den gamle"),
        ("da", "den Syge højt", "den Syge"),
        ("hu", "a gróf mosolyogva", "a gróf"),
        ("en", "the French lady", "the French lady"),
    ],
)
def test_what_stands_behind_a_noun_is_none_of_its_words(tag, words, form):
    assert who(words, tag).form == form


@pytest.mark.parametrize(
    ("tag", "words"),
    [
        ("de", "eine längere Pause trat"),
        ("de", "seine Augen glänzten"),
        ("es", "una mano en el hombro"),
        ("fr", "les lèvres"),
        ("it", "gli occhi moribondi"),
        ("pt", "os olhos disfarçadamente"),
        ("nl", "een korte stilte"),
        ("hu", "az ajtó"),
    ],
)
def test_a_thing_names_nobody(tag, words):
    assert who(words, tag) is None


def test_a_small_title_alone_names_nobody():
    assert who("monsieur dit", "fr") is None


@pytest.mark.parametrize(
    ("tag", "words", "apart"),
    [
        ("fr", "dit-il en riant", ["dit", "il", "en", "riant"]),
        ("fr", "s’écria-t-elle", ["écria", "elle"]),
        ("fr", "s'écria Jean", ["écria", "Jean"]),
        ("fr", "Jean-Paul s'en va", ["Jean-Paul", "s'en", "va"]),
        ("nl", "zei-ie", ["zei", "ie"]),
        ("nl", "vroeg 't meisje", ["vroeg", "'t", "meisje"]),
        ("en", "said O’Brien", ["said", "O’Brien"]),
        ("en", "said she-bear", ["said", "she-bear"]),
    ],
)
def test_a_verb_stands_apart_from_its_pronoun(tag, words, apart):
    assert tokens(words, LANGUAGES[tag]) == apart


TOKEN = re.compile(
    r"(?:[^\W\d_]+|(?<!\w)['’][^\W\d_]+)(?:['’\-][^\W\d_]+)*\.?|[,;:!?—–…(-]",
)
PIECES = st.sampled_from(
    ["ki", "Mr", "ab", "e", "²", "7", "_", ".", ",", "-", "'", "’", "—", " ", "\n", "\xa0"]
)


@given(st.lists(PIECES, max_size=12).map("".join) | st.text(max_size=5))
def test_words_of_letters_alone_are_the_tokens_that_any_would_be(words):
    # No verb of speech is in them that would stand apart.
    assert tokens(words, LANGUAGES["hu"]) == TOKEN.findall(words)
