import pytest

from dialogue_etl.languages import LANGUAGES, NARRATOR
from dialogue_etl.sources.books.speakers.naming import naming_at, tokens

EN = LANGUAGES["en"]


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
    assert naming_at(tokens(words), 0, EN)[:4] == named


@pytest.mark.parametrize("words", ["", "softly he", "a man's", "the said", ", Ellen"])
def test_nobody_is_named(words):
    assert naming_at(tokens(words), 0, EN) is None


@pytest.mark.parametrize(
    ("tag", "words", "form"),
    [
        ("es", "don Telesforo contestó", "don Telesforo"),
        ("fr", "monsieur Dupont, en riant", "monsieur Dupont"),
    ],
)
def test_a_small_title_is_part_of_the_name(tag, words, form):
    assert naming_at(tokens(words), 0, LANGUAGES[tag]).form == form


def test_a_small_title_alone_names_nobody():
    assert naming_at(tokens("monsieur dit"), 0, LANGUAGES["fr"]) is None
