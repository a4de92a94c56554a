import pytest

from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.lost_marks import NO_TELLERS, Tellers
from dialogue_etl.text.quotes import in_paragraphs

TELLERS = Tellers({"said", "cried"}, {"he", "she", "the"}, {"he", "she"})


def said(text, tellers=TELLERS):
    found = in_paragraphs(BookText.of(text), "“", "”", tellers=tellers)
    return [text[start:end] for start, end in found.spans.pairs()], found.left_open.tolist()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“Yes! said Lucy, and went on. “But no.”", ["Yes!", "But no."]),
        ("“Yes, she cried. “But no.”", ["Yes,", "But no."]),
        ("“Yes, Lucy said. “But no.”", ["Yes,", "But no."]),
        ("“Yes, said the girl. “But no.”", ["Yes,", "But no."]),
        ("“Yes, Lucy, go. “But no.”", ["Yes, Lucy, go.", "But no."]),
    ],
)
def test_speech_ends_before_the_tag_where_the_closing_mark_is_lost(text, expected):
    assert said(text) == (expected, [False])


def test_at_the_end_of_a_paragraph_it_is_closed_then():
    assert said("“Yes, said he, and left the room.\n\nNothing.") == (["Yes,"], [False, False])


def test_a_speech_that_goes_on_in_the_next_paragraph_is_left_alone():
    text = "“I told him, he said no.\n\n“Then I left.”"
    assert said(text) == (["I told him, he said no.", "Then I left."], [True, False])


def test_closed_speech_is_left_alone():
    assert said("“I told him, he said no.” “Go.”")[0] == ["I told him, he said no.", "Go."]


def test_without_words_nothing_is_cut():
    assert said("“Yes! said Lucy. “But no.”", NO_TELLERS)[0] == ["Yes! said Lucy.", "But no."]
