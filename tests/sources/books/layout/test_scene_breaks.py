import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dialogue_etl.sources.books.layout import Kind
from dialogue_etl.sources.books.layout.scene_breaks import _BREAK, scene_breaks
from dialogue_etl.sources.books.layout.shapes import Shapes
from dialogue_etl.text.book_text import BookText
from tests.sources.books.layout.looks import between

BREAKS = [
    "* * *",
    "*****",
    "*",
    "#",
    "⁂",
    "---",
    "-----",
    "———",
    "– – –",
    ". . . . .",
    "......",
    "…",
    "~ ~ ~",
]
BREAKS += ["*       *       *       *", "_____", "=====", "x x x", "* *\n* *", "+ + +", "•"]


@pytest.mark.parametrize("text", BREAKS)
def test_a_row_of_signs_parts_scenes(text):
    assert between(text) == [Kind.SCENE_BREAK]


@pytest.mark.parametrize(
    "text", ["“…”", "—…", "—", "--", "?", "!", "'''", '"', "—¡!—", "* note", "x", "o", "a b c"]
)
def test_silence_and_words_do_not(text):
    assert between(text) == [Kind.RUNNING]


def test_a_line_as_long_as_a_book_is_none():
    assert between("*" * 100_000) == [Kind.RUNNING]


@given(st.text("*-—.…xo0a \t\n\xa0", min_size=1))
@example("* 0 *")
@example("x x\nx")
@example("—No.")
def test_a_glance_at_its_beginning_misses_no_break(text):
    book = BookText.of(text)
    if len(book.paragraphs.starts):
        said = [text[start:end] for start, end in book.paragraphs.pairs()]
        found = scene_breaks(book, Shapes.of(book))
        assert found.tolist() == [bool(_BREAK.fullmatch(one)) for one in said]
