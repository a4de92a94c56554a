import numpy as np
import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.params import Extract
from dialogue_etl.sources.books.speakers import find_speakers
from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.quotes import in_paragraphs


def speakers(text, **knobs):
    """Numbers of the stretches that begin a turn, and the names."""
    book = BookText.of(text)
    found = in_paragraphs(book, "“", "”")
    begins = found.first_of_paragraph()
    said = find_speakers(
        book,
        found,
        begins,
        breaks=np.zeros(0, np.int64),
        language=LANGUAGES["en"],
        params=Extract(**knobs),
    )
    return np.flatnonzero(said.begins).tolist(), said.names


TALK = "“Yes,” said Ellen.\n\n“No,” said Agnes.\n\n“Why?”\n\n“Because.”"


def test_names_are_told_and_alternate():
    assert speakers(TALK) == ([0, 1, 2, 3], ["Ellen", "Agnes", "Ellen", "Agnes"])


def test_without_alternation_only_what_is_told():
    assert speakers(TALK, alternate_speakers=False)[1] == ["Ellen", "Agnes", None, None]


def test_nobody_is_asked_for():
    assert speakers(TALK, find_speakers=False) == ([0, 1, 2, 3], [None] * 4)


AGAIN = "“Yes,” said Ellen.\n\nThe rain went on.\n\n“And no,” said Ellen."


def test_turns_of_one_speaker_are_joined():
    assert speakers(AGAIN) == ([0], ["Ellen"])
    assert speakers(AGAIN, join_speakers=False) == ([0, 1], ["Ellen", "Ellen"])


@pytest.mark.parametrize(
    "text",
    ["“Yes,” said Ellen. And Agnes: “No,” said Agnes.", "“Yes,” said Ellen. “You?” “No,” said Agnes."],
)
def test_a_paragraph_of_two_speakers_is_parted(text):
    assert len(speakers(text)[0]) > 1
    assert len(speakers(text, split_speakers=False)[0]) == 1


def test_no_speech_has_no_speakers():
    assert speakers("Nothing.") == ([], [])
