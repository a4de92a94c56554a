import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.speakers.alternation import (
    Between,
    chance_same,
    doubtful_places,
    same_speaker,
)
from dialogue_etl.sources.books.speakers.attribution import attribution
from dialogue_etl.sources.books.speakers.narration import Told
from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.quotes import in_paragraphs

NO_BREAKS = np.zeros(0, np.int64)


def chances(text, breaks=NO_BREAKS):
    book = BookText.of(text)
    found = in_paragraphs(book, "“", "”")
    told = Told.of(book, found, LANGUAGES["en"])
    first = np.flatnonzero(found.first_of_paragraph())
    between = Between.of(told, first, breaks)
    chance = chance_same(between)
    return same_speaker(attribution(told, first, doubtful_places(chance)), chance, between.apart)


NARRATION = "\n\nThe rain went on falling over the roofs of the town.\n\n"


def test_paragraphs_that_follow_each_other_are_of_two_speakers():
    assert chances("“Yes.”\n\n“No.”\n\n“Why?”").max() < 0.05


def test_narration_between_leaves_it_open():
    assert 0.1 < chances("“Yes.”" + NARRATION + "“No.”")[0] < 0.7


def test_one_name_on_both_sides_is_one_speaker():
    assert chances("“Yes,” said Ellen." + NARRATION + "“No,” said Ellen.")[0] > 0.9


def test_two_names_are_two_speakers():
    assert chances("“Yes,” said Ellen." + NARRATION + "“No,” said Agnes.")[0] < 0.1


def test_two_genders_are_two_speakers():
    assert chances("“Yes,” said Mr. Harker." + NARRATION + "“No,” she said.")[0] < 0.1


def test_who_answers_afterwards_tells_who_spoke_before():
    """Ellen and Agnes talk: if Agnes speaks after the turn in question, that one was Ellen's."""
    start = "“Yes,” said Agnes.\n\n“No,” said Ellen.\n\n“Well,” said Agnes.\n\n“Oh,” said Ellen."
    ellen_again = chances(start + NARRATION + "“So be it.”\n\n“Good,” said Agnes.")[3]
    agnes_now = chances(start + NARRATION + "“So be it.”\n\n“Good,” said Ellen.")[3]
    assert ellen_again > 0.7
    assert agnes_now < 0.3


def test_who_is_called_by_name_does_not_speak():
    start = "“Yes,” said Agnes.\n\n“No,” said Ellen."
    called = chances(start + NARRATION + "“So be it, Ellen.”")[1]
    assert called < chances(start + NARRATION + "“So be it.”")[1]


@pytest.mark.parametrize("tag", ["he went on", "continued he", "he added"])
def test_who_goes_on_spoke_before(tag):
    start = "“Yes,” said Tom.\n\n“No,” said Ned." + NARRATION
    resumed, said = (chances(f"{start}“So be it,” {words}.")[1] for words in (tag, "he said"))
    assert resumed > said


def test_who_goes_on_spoke_before_also_where_nothing_else_is_told():
    assert chances("“Yes.”\n\nHe added: “No.”")[0] > 5 * chances("“Yes.”\n\nHe said: “No.”")[0]


def test_whose_name_stands_before_a_turn_is_likely_to_speak():
    start = "“Yes,” said Agnes.\n\n“No,” said Ellen.\n\n{} went to the window in the rain.\n\n“So be it.”"
    assert chances(start.format("Ellen"))[1] > chances(start.format("Agnes"))[1]


@pytest.mark.parametrize("gap", [999, 1001])
def test_nothing_is_said_across_a_long_way(gap):
    text = "“Yes,” said Ellen.\n\n" + "x" * gap + "\n\n“No,” said Ellen."
    assert (chances(text)[0] > 0.5) == (gap < 990)


def test_nothing_is_said_across_a_break():
    text = "“Yes,” said Ellen." + NARRATION + "“No,” said Ellen."
    assert chances(text, np.array([text.index("The rain")]))[0] == 0


@given(st.lists(st.sampled_from(["“Yes.”", "“No,” said Ellen.", "“Oh,” he said.", "Rain.", "“I,” I said."])))
def test_chances_are_chances(paragraphs):
    text = "\n\n".join(paragraphs)
    if sum("“" in paragraph for paragraph in paragraphs) > 1:
        found = chances(text)
        assert ((found >= 0) & (found <= 1)).all()
