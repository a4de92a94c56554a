import pytest

from benchmarks.extraction import speech_marks
from benchmarks.extraction.speech_marks import Opened
from dialogue_etl.languages import Dash, Quotes
from dialogue_etl.text.spans import BookText
from tests.benchmarks.extraction.books import book, talk


def opening(text, marks):
    return [text[start:end] for start, end in speech_marks.openings(BookText.of(text), marks)]


@pytest.mark.parametrize("paragraph", ["--Yes.", "— Ja.", "–¿Qué?", "_—Sí._", "― «Non», dit-il."])
def test_paragraphs_that_open_with_a_dash(paragraph):
    assert opening(f"It was late.\n\n{paragraph}\n\nAnd dark.", Dash()) == [paragraph]


@pytest.mark.parametrize("paragraph", ["-----", "— —", "It was — late.", "* * *"])
def test_rules_and_dashes_in_between_are_no_speech(paragraph):
    assert opening(paragraph, Dash()) == []


def test_paragraphs_that_open_with_a_quotation_mark():
    text = '“Yes.”\n\nHe said “No.”\n\n_“Well!”_\n\n"So."'
    assert opening(text, Quotes("“", "”")) == ["“Yes.”", "_“Well!”_"]


def test_all_paragraphs_of_talk_become_turns():
    assert speech_marks.measure(book(talk("“", "”"))) == Opened("en", 1, 60, 60)


def test_what_opens_with_a_mark_and_is_no_talk_is_not_a_turn():
    letter = (
        "He read:\n\n“My dear Sir,\n\n“I have your letter of the third.\n\n“Yours truly,\n\n“John Smith.”"
    )
    found = speech_marks.measure(book(f"{talk('“', '”')}\n\n{letter}"))
    assert (found.paragraphs, found.turns) == (64, 60)
