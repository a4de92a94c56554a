import pytest

from dialogue_etl.sources.books.layout import Kind
from tests.sources.books.layout.looks import PROSE, between, kinds


@pytest.mark.parametrize(
    "text",
    [
        "The moon is down,\nThe boats are in,\nThe night is long.",
        "“The moon is down,\n  The boats are in.”",
        "    The moon is down,\n      And nobody rows,\n    And the river is brown\n      Wherever it goes.",
        "“Die Nacht ist lang,\nDer Strom ist breit,\nUnd niemand sang\nZu seiner Zeit.”",
    ],
)
def test_short_lines_with_capitals_are_verse(text):
    assert between(text) == [Kind.VERSE]


@pytest.mark.parametrize(
    "text",
    [
        "“Yes.”\n“No.”\n“Why not?”",
        "—Sí.\n—No.\n—¿Por qué?",
        "The road was long and the\nriver was longer, and\nnobody knew the way.",
        "Short.",
        "A line that is longer than any line of this book is, by far, for nobody broke it.\nB.",
    ],
)
def test_other_broken_lines_are_none(text):
    assert between(text) == [Kind.RUNNING]


def test_prose_in_short_lines_is_none_though_german_nouns_have_capitals():
    line = "Der Müller sah den Fluss und\nBrücken und Boote und Häuser\nMenschen sah er dagegen keine.\n"
    assert set(kinds("\n".join([line] * 9), "de")) == {Kind.RUNNING}


def test_a_book_on_long_lines_has_verse_too():
    prose = PROSE.replace("\n", " ")
    assert Kind.VERSE in kinds(
        f"{prose}\n\n" * 5 + "The moon is down,\nThe boats are in.\n\n" + f"{prose}\n\n" * 5
    )
