import pytest

from dialogue_etl.sources.books.layout import Kind
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
