import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dialogue_etl.sources.books.extraction.layout import Kind
from dialogue_etl.sources.books.extraction.layout.headings import (
    NUMBERED,
    SCENE_BREAK,
    may_be_numbered,
    scene_breaks,
)
from dialogue_etl.sources.books.extraction.layout.shapes import Shapes
from dialogue_etl.text.book_text import BookText
from tests.sources.books.extraction.layout.looks import PROSE, between, kinds

NAMED = [
    ("en", "CHAPTER XII"),
    ("en", "Chapter 2"),
    ("en", "Chapter 2.\nIn which it rains"),
    ("en", "Chapter III: Boats, Bread, and the Letter “B”"),
    ("en", "CHAPTER I. THE FLOOD"),
    ("en", "Chapter One"),
    ("en", "Book the First"),
    ("en", "PART II--The Mill"),
    ("en", "Letter 4"),
    ("en", "VOLUME I."),
    ("en", "PROLOGUE"),
    ("en", "_Chapter IV_"),
    ("de", "Zweites Kapitel."),
    ("de", "Kapitel 3"),
    ("de", "Erster Theil"),
    ("nl", "EERSTE HOOFDSTUK."),
    ("nl", "Hoofdstuk IV"),
    ("es", "Capítulo III"),
    ("es", "PRIMERA PARTE"),
    ("it", "CAPITOLO PRIMO"),
    ("pt", "Capítulo 5"),
    ("hu", "MÁSODIK FEJEZET"),
    ("fr", "Chapitre 11, Les bateaux."),
    ("fr", "DEUXIÈME PARTIE"),
    ("sv", "Första kapitlet"),
    ("da", "KAPITEL 7"),
    ("fi", "ENSIMMÄINEN LUKU"),
    ("pl", "ROZDZIAŁ II"),
]


@pytest.mark.parametrize(("tag", "text"), NAMED)
def test_a_heading_names_itself(tag, text):
    assert between(text, tag=tag, gap=3) == [Kind.HEADING]


@pytest.mark.parametrize("text", ["II", "II.", "XIV", "I", "12", "3.", "[ 4 ]"])
def test_a_number_alone_is_a_heading(text):
    assert between(text) == [Kind.HEADING]


@pytest.mark.parametrize(
    "text", ["1871", "IIII bis XVVX", "D. Dupont kam.", "I went home.", "12 men came.", "0.5"]
)
def test_other_numbers_are_none(text):
    assert between(text) == [Kind.RUNNING]


def test_a_number_may_stand_before_its_title():
    assert between("III. The Mill", gap=2) == [Kind.HEADING]
    assert between("III. THE MILL") == [Kind.HEADING]
    assert between("III. The mill stood still.") == [Kind.RUNNING]


def test_an_initial_is_no_number():
    assert between("M. DUPONT", tag="fr") == [Kind.RUNNING]


def test_capitals_are_a_heading_where_they_are_set_apart():
    assert between("A FRIEND IN NEED", gap=3) == [Kind.HEADING]
    assert between("A FRIEND IN NEED") == [Kind.RUNNING]


def test_where_all_paragraphs_are_far_apart_capitals_are_no_heading():
    text = "\n\n".join([PROSE] * 6 + ["STOP, THIEF"] + [PROSE] * 6)
    assert set(kinds(text)) == {Kind.RUNNING}


@pytest.mark.parametrize(
    "text",
    [
        "“STOP!”",
        '"CHAPTER TWO," he read.',
        "—II—dijo.",
        "‘I.’",
        "Chapter two was found, and she began to read.",
        "Part of the roof fell in.",
        "Letter after letter came.",
        "Act now, she thought.",
        "Book in hand she left.",
        "He stayed.",
    ],
)
@pytest.mark.parametrize("gap", [1, 3])
def test_dialogue_and_sentences_are_none(text, gap):
    assert between(text, gap=gap) == [Kind.RUNNING]


def test_a_word_before_the_heading_s_own_tells_less():
    assert between("Another letter.") == [Kind.RUNNING]


def test_a_title_stands_under_a_heading():
    assert between("IV", "The mill") == [Kind.HEADING] * 2
    assert between("IV", "The mill stood still.") == [Kind.HEADING, Kind.RUNNING]
    assert between("The mill") == [Kind.RUNNING]


def test_a_long_heading_tells_the_contents():
    text = "CHAPTER IX.\nIN WHICH THE RIVER RISES AGAIN, AND TOM LEARNS WHAT BECAME\nOF THE MILLER"
    assert between(text, gap=3) == [Kind.HEADING]


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
        assert found.tolist() == [bool(SCENE_BREAK.fullmatch(one)) for one in said]


@given(st.text(st.sampled_from("ivxlcIVXLCMDm1290_*=[(§.:) \nİıeÉ́-"), min_size=1, max_size=9))
def test_no_paragraph_that_is_numbered_is_taken_for_one_that_is_not(said):
    book = BookText.of(f"{said}\n\n{said}")
    numbered = may_be_numbered(book, np.ones(len(book.paragraphs.starts), np.bool_))
    for (start, end), may_be in zip(book.paragraphs.pairs(), numbered.tolist(), strict=True):
        paragraph = book.text[start:end]
        assert may_be or paragraph[0] not in "ivxlcIVXLC0123456789_*=[(§" or not NUMBERED.match(paragraph)
