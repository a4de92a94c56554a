import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.params import Extract
from dialogue_etl.sources.books.marks import find_speech, own_marks
from dialogue_etl.sources.books.turns import begins_turn, goes_on
from dialogue_etl.text.book_text import BookText

EN = LANGUAGES["en"]


def stretches(text):
    book = BookText.of(text)
    return book, find_speech(book, own_marks(book, EN, Extract()), EN, Extract())


def turns(text, silent=(), **knobs):
    """What each turn says, stretch by stretch; the stretches with these numbers are no talk."""
    book, found = stretches(text)
    talk = ~np.isin(np.arange(len(found.paragraphs)), silent)
    begins = begins_turn(book, found, talk, Extract(**knobs))
    said: list[list[str]] = []
    for (start, end), begun in zip(found.where(talk).spans.pairs(), begins.tolist(), strict=True):
        if begun:
            said.append([])
        said[-1].append(text[start:end])
    return said


def test_a_paragraph_holds_one_turn_at_most():
    assert turns("“One,” he said, “two.” “Three.”\n\nNothing.\n\n“Four.”") == [
        ["One,", "two.", "Three."],
        ["Four."],
    ]


SPEECH = "He said, “First part.\n\n“Second part.\n\n“Third part.”\n\n“Another.”"


def test_a_speech_of_several_paragraphs_is_one_turn():
    assert turns(SPEECH) == [["First part.", "Second part.", "Third part."], ["Another."]]


def test_join_paragraphs_can_be_turned_off():
    assert turns(SPEECH, join_paragraphs=False) == [
        ["First part."],
        ["Second part."],
        ["Third part."],
        ["Another."],
    ]


@pytest.mark.parametrize(
    "between",
    ["“First.\n\nHe thought.\n\n“Second.”", "“First.\n\nHe said: “Second.”", "“First.”\n\n“Second.”"],
)
def test_a_speech_goes_on_only_in_the_next_paragraph_if_that_opens_with_a_mark(between):
    assert turns(between) == [["First."], ["Second."]]


def test_an_underscore_before_the_mark_is_for_italics():
    assert turns("“First.\n\n_“Second.”_") == [["First.", "Second."]]


def test_a_paragraph_of_quoted_words_in_between_ends_no_speech():
    text = "“First.\n\n“Title”\n\n“Second.”"
    assert turns(text) == [["First.", "Title"], ["Second."]]
    book, found = stretches(text)
    assert goes_on(book, found, np.array([True, False, True])).tolist() == [False, False, True]
    assert turns(text, silent=[1]) == [["First.", "Second."]]


def test_what_is_no_talk_neither_begins_a_turn_nor_goes_on_with_one():
    assert turns("“Title” is a word. “One.”\n\n“Two.”", silent=[0]) == [["One."], ["Two."]]
    assert turns("“Title.\n\n“Two.”", silent=[0]) == [["Two."]]
    assert turns("“One.”", silent=[0]) == []


@pytest.mark.parametrize("text", ["", "Nobody speaks."])
def test_without_speech_there_is_no_turn(text):
    assert turns(text) == []


PIECES = st.lists(
    st.sampled_from(["“", "”", "‘", "’", "\n\n", "\n", " ", "_", "A", "word", ".", "—"]), max_size=40
)


@given(PIECES.map("".join), st.randoms(use_true_random=False))
def test_a_turn_begins_with_the_first_stretch_and_inside_a_paragraph_never(text, random):
    book, found = stretches(text)
    talk = np.array([random.random() < 0.8 for _ in found.paragraphs], np.bool_)
    alone = begins_turn(book, found, talk, Extract(join_paragraphs=False))
    joined = begins_turn(book, found, talk, Extract())
    numbers = found.paragraphs[talk]
    assert alone.tolist() == [not at or numbers[at] != numbers[at - 1] for at in range(len(numbers))]
    assert not (joined & ~alone).any()
    assert joined[:1].all()
