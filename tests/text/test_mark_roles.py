import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.mark_roles import DOUBLE, FAMILIES, GUILLEMETS, SINGLE, BookMarks, family_of


def roles(text, glyphs=DOUBLE):
    marks = BookMarks(BookText.of(text)).family(glyphs)
    return "".join("?()"[(role > 0) - (role < 0)] for role in marks.roles.tolist())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"Yes," he said, "no."', "()()"),
        ('He said:"No."', "?)"),
        ('--"Yes"--he said--"no--"', "()()"),
        ('_"Yes"_, he said ("no").', "()()"),
        ('"...and so," he said; "--never--"', "()()"),
        ("He said \"'No,' said he.\"", "()"),
        ('" Yes, " he said, " no. "', "(??)"),
        ('half"way', "?"),
        ("„Ja“, sagte er, „nein.“", "()()"),
        ("”Ja”, sa han, ”nej.”", "()()"),
    ],
)
def test_a_mark_is_told_by_what_stands_beside_it(text, expected):
    found = roles(text)
    assert [role for role, wanted in zip(found, expected, strict=True) if wanted != "?"] == [
        wanted for wanted in expected if wanted != "?"
    ]


@pytest.mark.parametrize(
    ("text", "expected"), [("«Oui», dit-il. « Non. »", "()()"), ("»Ja«, sagte er. » Nein. «", "()()")]
)
def test_a_glyph_does_what_it_does_elsewhere_in_the_book(text, expected):
    assert roles(f"{text} " * 20, GUILLEMETS) == expected * 20


def test_apostrophes_inside_words_are_no_marks():
    assert roles("'I don't,' he said. rock'n'roll", SINGLE) == "()"


def test_typed_pairs_are_one_mark():
    marks = BookMarks(BookText.of(",,Ja'', sagte er. ''' ,,, ,, ")).family(DOUBLE)
    assert list(zip(marks.starts.tolist(), marks.ends.tolist(), strict=True)) == [(0, 2), (4, 6)]


@given(st.text(alphabet="a ,'", max_size=30), st.permutations([",,", "''", "'", ","]))
def test_marks_are_found_where_they_stand_whichever_is_looked_for_first(text, glyphs):
    marks = BookMarks(BookText.of(text))
    for glyph in glyphs:
        runs = re.finditer(f"{glyph[0]}+", text)
        runs = [run.span() for run in runs if len(glyph) == 1 or len(run[0]) == 2]
        expected = [place for run in runs for place in range(*run)[:: len(glyph)]]
        assert marks.places(glyph).tolist() == expected


def test_every_glyph_is_of_one_family():
    glyphs = [glyph for family in FAMILIES for glyph in family]
    assert len(set(glyphs)) == len(glyphs)
    assert all(glyph in family_of(glyph) for glyph in glyphs)
    assert family_of("|") == ("|",)
