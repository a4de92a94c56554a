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
