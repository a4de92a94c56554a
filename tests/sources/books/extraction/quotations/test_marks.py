import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.quotations.apostrophes import single_openings, without_apostrophes
from dialogue_etl.sources.books.extraction.quotations.marks import (
    DOUBLE,
    FAMILIES,
    GUILLEMETS,
    SINGLE,
    BookMarks,
    family_of,
    is_single,
)
from dialogue_etl.text.book_text import BookText


def roles(text, glyphs=DOUBLE):
    marks = BookMarks(BookText.of(text)).family(glyphs)
    return "".join("?()"[(role > 0) - (role < 0)] for role in marks.roles.tolist())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"Yes," he said, "no."', "()()"),
        ('He said:"No."', ".)"),
        ('--"Yes"--he said--"no--"', "()()"),
        ('_"Yes"_, he said ("no").', "()()"),
        ('"...and so," he said; "--never--"', "()()"),
        ("He said \"'No,' said he.\"", "()"),
        ('" Yes, " he said, " no. "', "(..)"),
        ("„Ja“, sagte er, „nein.“", "()()"),
        ("”Ja”, sa han, ”nej.”", "()()"),
    ],
)
def test_a_mark_is_told_by_what_stands_beside_it(text, expected):
    assert re.fullmatch(expected.replace("(", r"\(").replace(")", r"\)"), roles(text))


@pytest.mark.parametrize(
    ("text", "expected"), [("«Oui», dit-il. « Non. »", "()()"), ("»Ja«, sagte er. » Nein. «", "()()")]
)
def test_a_glyph_does_what_it_does_elsewhere_in_the_book(text, expected):
    assert roles(f"{text} " * 20, GUILLEMETS) == expected * 20


def test_typed_pairs_are_one_mark_and_apostrophes_inside_words_none():
    marks = BookMarks(BookText.of(",,Ja'', sagte er. ''' ,,, ,, ")).family(DOUBLE)
    assert list(zip(marks.starts.tolist(), marks.ends.tolist(), strict=True)) == [(0, 2), (4, 6)]
    assert roles("'I don't,' he said. rock'n'roll", SINGLE) == "()"


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
    assert (is_single("›"), is_single("“")) == (True, False)


@pytest.mark.parametrize(
    ("text", "tag", "kept"),
    [
        ("He wasn't o' that mind; 'twas th' boys' fault.", "en", []),
        ("In '45 an' in the 'eighties they'd goin' folk.", "en", []),
        ("'t Was 's avonds, en zij had m'n boek.", "nl", []),
        ("Ich hab' es nicht; 's geht so 'nem Mann.", "de", []),
        ("He wasn’t o’ that mind; ’twas th’ boys’ fault.", "en", []),
        # What seems to close inside a sure quotation is an apostrophe.
        ("'The boys' boat is goin' home,' he said.", "en", ["'The", "' he"]),
        # A curly apostrophe opens no quotation where another glyph does.
        ("‘’Tain’t so,’ he said. ‘No.’", "en", ["‘’T", "’ he", "‘No", "’"]),
        # A quotation may open with a word that is also an elision.
        ("'Tis true,' he said.", "en", ["'Tis", "' he"]),
    ],
)
def test_apostrophes_are_left_out(text, tag, kept):
    book = BookText.of(text)
    marks, strays = without_apostrophes(book, BookMarks(book).family(SINGLE), LANGUAGES[tag].elisions)
    assert marks.starts.tolist() == [text.rindex(at) for at in kept]
    assert len(strays) == len(marks.starts)


@pytest.mark.parametrize(
    ("text", "openings"),
    [
        ("'Yes,' he said, 'no.'", [0, 16]),
        ("'Ja', zei hij, 'nee'.", [0, 15]),
        ("'t Was 's avonds o' Sunday, th' boys' boat.", []),
        ("'Yes\n\n'No.'", [6]),
    ],
)
def test_openings_are_counted_where_another_mark_closes(text, openings):
    assert single_openings(BookMarks(BookText.of(text)), "'").tolist() == openings
