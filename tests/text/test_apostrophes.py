import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.text.apostrophes import single_openings, without_apostrophes
from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.mark_roles import SINGLE, BookMarks


def kept(text, tag="en"):
    book = BookText.of(text)
    marks, strays = without_apostrophes(book, BookMarks(book).family(SINGLE), LANGUAGES[tag].elisions)
    assert len(strays) == len(marks.starts)
    return marks.starts.tolist()


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("He wasn't o' that mind; 'twas th' boys' fault.", "en"),
        ("In '45 an' in the 'eighties they'd goin' folk.", "en"),
        ("'t Was 's avonds, en zij had m'n boek.", "nl"),
        ("Ich hab' es nicht; 's geht so 'nem Mann.", "de"),
        ("He wasn’t o’ that mind; ’twas th’ boys’ fault.", "en"),
    ],
)
def test_apostrophes_outside_of_speech_are_left_out(text, tag):
    assert kept(text, tag) == []


def test_what_seems_to_close_inside_a_sure_quotation_is_an_apostrophe():
    text = "'The boys' boat is goin' home,' he said."
    assert kept(text) == [0, text.index("' he")]


def test_a_curly_apostrophe_opens_no_quotation_where_another_glyph_does():
    text = "‘’Tain’t so,’ he said. ‘No.’"
    assert kept(text) == [0, text.index("’ he"), text.index("‘No"), len(text) - 1]


def test_a_quotation_may_open_with_a_word_that_is_also_an_elision():
    assert 0 in kept("'Tis true,' he said.")


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
